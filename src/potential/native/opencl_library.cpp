// SPDX-License-Identifier: MIT
#include "base/errors.h"
#include "clearway_native_features.h"
#if CLEARWAY_HAS_OPENCL()

#include "potential/native/opencl_library.h"

#include <dlfcn.h>

namespace clearway {

namespace {

struct Loaded
{
    OpenClLibrary library;
    bool is_complete = false;
};

Loaded load()
{
    Loaded loaded;
    void* handle = nullptr;
    for (const char* name : {"libOpenCL.so.1", "libOpenCL.so", "libOpenCL.dylib"})
        if (!handle) handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return loaded;
    loaded.is_complete = true;
    const auto find = [&]<typename Function>(const char* name, Function& function) {
        function = reinterpret_cast<Function>(dlsym(handle, name));
        loaded.is_complete = loaded.is_complete && function;
    };
#define CLEARWAY_FIND(name) find(#name, loaded.library.name);
    CLEARWAY_OPENCL_FUNCTIONS(CLEARWAY_FIND)
#undef CLEARWAY_FIND
    return loaded;
}

} // namespace

Result<const OpenClLibrary*> loadOpenCl()
{
    static const Loaded loaded = load();
    if (!loaded.is_complete)
        return makeError("There is no OpenCL on this machine: install the driver of a device and its loader (Debian: "
                         "ocl-icd-libopencl1, and for the processor itself pocl-opencl-icd).");
    return &loaded.library;
}

} // namespace clearway

#endif
