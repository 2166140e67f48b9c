// SPDX-License-Identifier: MIT
// A work-group draws and relaxes one map in its local memory, in the passes of the paper: a thread for each obstacle marks cells
// (all write the same, so that nobody waits), goals are set, and the threads share the cells of a colour, with a barrier after
// each.
// Departures: two colours with over-relaxation, in the order of the processor, instead of Jacobi's way with twice the sweeps.
#include "potential/native/local_map_device.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "geometry/angle.h"
#include "grid/grid_data.h"

#include "clearway_native_features.h"
#if CLEARWAY_HAS_OPENCL()
#include "potential/native/local_map_kernel.h"
#include "potential/native/opencl_library.h"

namespace clearway {

namespace {

constexpr std::size_t kMapsAtOnce = 2048;
constexpr std::size_t kMapInts = 14, kShapeNumbers = 6;
struct Device
{
    cl_device_id id = nullptr;
    std::string name;
    bool is_gpu = false;
};

std::string readText(const auto& query)
{
    std::size_t size = 0;
    if (query(0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string text(size, '\0');
    if (query(size, text.data(), nullptr) != CL_SUCCESS) return {};
    while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
    return text;
}

std::vector<Device> listDevices(const OpenClLibrary& cl)
{
    std::vector<Device> devices;
    cl_uint platform_count = 0;
    if (cl.clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS) return devices;
    std::vector<cl_platform_id> platforms(platform_count);
    if (platform_count > 0) cl.clGetPlatformIDs(platform_count, platforms.data(), nullptr);
    for (cl_platform_id platform : platforms)
    {
        const std::string platform_name = readText([&](std::size_t size, void* to, std::size_t* needed) {
            return cl.clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, to, needed);
        });
        cl_uint count = 0;
        if (cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
        std::vector<cl_device_id> ids(count);
        cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr);
        for (cl_device_id id : ids)
        {
            const std::string name = readText([&](std::size_t size, void* to, std::size_t* needed) {
                return cl.clGetDeviceInfo(id, CL_DEVICE_NAME, size, to, needed);
            });
            cl_device_type type = 0;
            cl.clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, nullptr);
            devices.push_back({id, fmt::format("{} ({})", name, platform_name), (type & CL_DEVICE_TYPE_GPU) != 0});
        }
    }
    return devices;
}

Result<Device> chooseDevice(const OpenClLibrary& cl, const std::string& wanted)
{
    const std::vector<Device> devices = listDevices(cl);
    if (devices.empty())
        return makeError("OpenCL is there, but has no device: install the driver of one (Debian, for the processor itself: "
                         "pocl-opencl-icd).");
    std::string names;
    const Device* chosen = nullptr;
    for (const Device& device : devices)
    {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", device.name);
        if (!wanted.empty() && device.name.find(wanted) == std::string::npos) continue;
        if (!chosen || (device.is_gpu && !chosen->is_gpu)) chosen = &device;
    }
    if (!chosen) return makeError(fmt::format("No OpenCL device is called '{}'. There is: {}.", wanted, names));
    return *chosen;
}

Error describe(const char* what, cl_int code)
{
    return makeError(fmt::format("The OpenCL device failed to {} (code {}).", what, code));
}

/// Memory of the device that grows with what is put into it.
struct Buffer
{
    cl_mem memory = nullptr;
    std::size_t bytes = 0;
};

} // namespace

struct LocalMapDevice::State
{
    State(const OpenClLibrary& library, const LocalMapOptions& map) : cl(library), options(map) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        for (const Buffer& buffer : buffers)
            if (buffer.memory) cl.clReleaseMemObject(buffer.memory);
        if (kernel) cl.clReleaseKernel(kernel);
        if (program) cl.clReleaseProgram(program);
        if (queue) cl.clReleaseCommandQueue(queue);
        if (context) cl.clReleaseContext(context);
    }

    Result<void> prepare(const Device& device);
    Result<void> build(const Device& device);
    Result<void> reserve(std::size_t argument, std::size_t bytes);
    Result<void> upload(std::size_t argument, const void* from, std::size_t bytes);
    /// Numbers as the device has them.
    Result<void> uploadNumbers(std::size_t argument, std::span<const double> numbers);
    Result<void> run(const LocalMapQueue& maps, std::size_t first, std::size_t count, std::int32_t grid_width);

    const OpenClLibrary& cl;
    LocalMapOptions options;
    std::string device_name;
    bool has_double = false;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
    std::size_t threads = 64; ///< of a work-group

    /// The first arguments of the kernel.
    enum Argument : std::size_t
    {
        kMaps,
        kHeadings,
        kShapes,
        kPlaces,
        kGrid,
        kAnswers,
        kBufferCount,
    };
    std::array<Buffer, kBufferCount> buffers;
    std::vector<double> numbers;
    std::vector<float> narrow;
    std::vector<std::int32_t> ints;
    std::vector<float> answers;
};

Result<void> LocalMapDevice::State::build(const Device& device)
{
    cl_int code = CL_SUCCESS;
    const char* source = kLocalMapKernel;
    program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    if (!program) return describe("take the program", code);
    const char* const flags = has_double ? "-cl-std=CL1.2 -DUSE_DOUBLE" : "-cl-std=CL1.2";
    if (code = cl.clBuildProgram(program, 1, &device.id, flags, nullptr, nullptr); code != CL_SUCCESS)
    {
        const std::string log = readText([&](std::size_t size, void* to, std::size_t* needed) {
            return cl.clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, size, to, needed);
        });
        Error error = describe("build the program", code);
        error.message += " " + log;
        return error;
    }
    kernel = cl.clCreateKernel(program, "solveMaps", &code);
    if (!kernel) return describe("find the kernel", code);
    std::size_t most = threads;
    cl.clGetKernelWorkGroupInfo(kernel, device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr);
    // Goals are set by a thread each.
    if (most < 4) return describe("run four threads together", CL_INVALID_WORK_GROUP_SIZE);
    threads = std::min(most, threads);
    return {};
}

Result<void> LocalMapDevice::State::prepare(const Device& device)
{
    const auto map_cells = static_cast<std::size_t>(options.size) * static_cast<std::size_t>(options.size);
    const std::size_t needed = map_cells * (sizeof(cl_float) + sizeof(cl_uchar));
    cl_ulong local = 0;
    cl.clGetDeviceInfo(device.id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, nullptr);
    if (needed > local)
        return makeError(
            ErrorCode::out_of_range,
            fmt::format("A local map of {0} x {0} cells needs {1} bytes of local memory; {2} has {3}. Use smaller maps.",
                        options.size, needed, device.name, local));
    device_name = device.name;
    const std::string extensions = readText([&](std::size_t size, void* to, std::size_t* wanted) {
        return cl.clGetDeviceInfo(device.id, CL_DEVICE_EXTENSIONS, size, to, wanted);
    });
    has_double = extensions.find("cl_khr_fp64") != std::string::npos;
    cl_int code = CL_SUCCESS;
    context = cl.clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
    if (!context) return describe("make a context", code);
    queue = cl.clCreateCommandQueue(context, device.id, 0, &code);
    if (!queue) return describe("make a queue", code);
    if (const Result<void> built = build(device); !built) return built;
    const cl_int n = options.size;
    const double cosine = Turn(options.view_degrees / 360 * kPi).cosine;
    const auto narrow_cosine = static_cast<cl_float>(cosine);
    for (const cl_int result : {cl.clSetKernelArg(kernel, 6, map_cells * sizeof(cl_float), nullptr),
                                cl.clSetKernelArg(kernel, 7, map_cells, nullptr), cl.clSetKernelArg(kernel, 8, sizeof n, &n),
                                has_double ? cl.clSetKernelArg(kernel, 10, sizeof cosine, &cosine)
                                           : cl.clSetKernelArg(kernel, 10, sizeof narrow_cosine, &narrow_cosine)})
        if (result != CL_SUCCESS) return describe("take an argument", result);
    return {};
}

/// At least a few bytes: an empty buffer is none to OpenCL.
Result<void> LocalMapDevice::State::reserve(std::size_t argument, std::size_t bytes)
{
    Buffer& buffer = buffers[argument];
    if (buffer.memory && buffer.bytes >= bytes) return {};
    if (buffer.memory) cl.clReleaseMemObject(buffer.memory);
    buffer.bytes = std::max<std::size_t>(2 * bytes, 64);
    cl_int code = CL_SUCCESS;
    buffer.memory = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, buffer.bytes, nullptr, &code);
    if (!buffer.memory) return describe("give memory", code);
    code = cl.clSetKernelArg(kernel, static_cast<cl_uint>(argument), sizeof buffer.memory, &buffer.memory);
    if (code != CL_SUCCESS) return describe("take an argument", code);
    return {};
}

Result<void> LocalMapDevice::State::upload(std::size_t argument, const void* from, std::size_t bytes)
{
    if (const Result<void> reserved = reserve(argument, bytes); !reserved) return reserved;
    if (bytes == 0) return {};
    // Waits until the bytes are read: they may be gone afterwards.
    const cl_int code = cl.clEnqueueWriteBuffer(queue, buffers[argument].memory, CL_TRUE, 0, bytes, from, 0, nullptr, nullptr);
    if (code != CL_SUCCESS) return describe("take the maps", code);
    return {};
}

Result<void> LocalMapDevice::State::uploadNumbers(std::size_t argument, std::span<const double> wide)
{
    if (has_double) return upload(argument, wide.data(), wide.size_bytes());
    narrow.clear();
    for (const double number : wide) narrow.push_back(static_cast<float>(number));
    return upload(argument, narrow.data(), narrow.size() * sizeof(float));
}

Result<void> LocalMapDevice::State::run(const LocalMapQueue& maps, std::size_t first, std::size_t count, std::int32_t grid_width)
{
    ints.clear();
    numbers.clear();
    const std::int32_t first_shape = maps.maps_[first].first_shape;
    std::int32_t shape_count = 0;
    for (const LocalMapQueue::Map& map : std::span(maps.maps_).subspan(first, count))
    {
        for (const float weight : map.weights) ints.push_back(std::bit_cast<std::int32_t>(weight));
        ints.push_back(std::bit_cast<std::int32_t>(map.omega));
        for (const std::int32_t number : {map.sweeps, map.first_shape - first_shape, map.shape_count, map.goal_count})
            ints.push_back(number);
        for (const std::int32_t goal : map.goals) ints.push_back(goal);
        ints.push_back(map.has_places);
        shape_count += map.shape_count;
    }
    static_assert(kMapInts == 4 + 1 + 4 + 4 + 1);
    if (const Result<void> done = upload(kMaps, ints.data(), ints.size() * sizeof(std::int32_t)); !done) return done;
    for (const Vec2 heading : std::span(maps.headings_).subspan(first, count))
        numbers.insert(numbers.end(), {heading.x, heading.y});
    if (const Result<void> done = uploadNumbers(kHeadings, numbers); !done) return done;
    numbers.clear();
    const auto shapes =
        std::span(maps.shapes_).subspan(static_cast<std::size_t>(first_shape), static_cast<std::size_t>(shape_count));
    for (const DrawnShape& shape : shapes)
        numbers.insert(numbers.end(), {shape.a.x, shape.a.y, shape.b.x, shape.b.y, shape.reach, shape.is_disc ? 1.0 : 0.0});
    static_assert(kShapeNumbers == 6);
    if (const Result<void> done = uploadNumbers(kShapes, numbers); !done) return done;
    const auto n = static_cast<std::size_t>(options.size);
    if (const Result<void> done = upload(kPlaces, maps.places_.data() + first * 2 * n, count * 2 * n * sizeof(std::int32_t));
        !done)
        return done;
    if (const Result<void> done = reserve(kAnswers, count * 2 * sizeof(float)); !done) return done;
    const cl_int width = grid_width;
    cl_int code = cl.clSetKernelArg(kernel, 9, sizeof width, &width);
    const std::size_t global = count * threads;
    if (code == CL_SUCCESS) code = cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &threads, 0, nullptr, nullptr);
    answers.resize(count * 2);
    if (code == CL_SUCCESS)
        code = cl.clEnqueueReadBuffer(queue, buffers[kAnswers].memory, CL_TRUE, 0, answers.size() * sizeof(float), answers.data(),
                                      0, nullptr, nullptr);
    if (code != CL_SUCCESS) return describe("relax the maps", code);
    return {};
}

Result<LocalMapDevice> LocalMapDevice::open(const LocalMapOptions& map, const OpenClOptions& options)
{
    if (const Result<void> sound = verifyLocalMapOptions(map); !sound) return sound.error();
    if (map.method == LocalMapOptions::Method::exact)
        return makeError("The exact method runs on the processor; OpenCL relaxes maps.");
    const Result<const OpenClLibrary*> library = loadOpenCl();
    if (!library) return library.error();
    const Result<Device> device = chooseDevice(**library, options.device);
    if (!device) return device.error();
    auto state = std::make_unique<State>(**library, map);
    if (const Result<void> prepared = state->prepare(*device); !prepared) return prepared.error();
    return LocalMapDevice(std::move(state));
}

Result<void> LocalMapDevice::solve(const LocalMapQueue& queue, const FieldGrid* walls, std::span<Vec2> directions)
{
    CLEARWAY_ASSERT(queue.size() == directions.size(), "LocalMapDevice::solve: as many directions as maps");
    const std::span<const std::uint8_t> cells = walls ? std::span(walls->data().cells) : std::span<const std::uint8_t>();
    if (const Result<void> done = state_->upload(State::kGrid, cells.data(), cells.size()); !done) return done;
    for (std::size_t first = 0; first < queue.size(); first += kMapsAtOnce)
    {
        const std::size_t count = std::min(kMapsAtOnce, queue.size() - first);
        if (const Result<void> done = state_->run(queue, first, count, walls ? walls->width() : 0); !done) return done;
        for (std::size_t i = 0; i < count; ++i)
        {
            const Vec2 gradient = {static_cast<double>(state_->answers[2 * i]), static_cast<double>(state_->answers[2 * i + 1])};
            const double size = length(gradient);
            directions[first + i] = queue.maps_[first + i].sweeps == 0 ? queue.known_[first + i]
                                    : size > 0                         ? gradient / size
                                                                       : Vec2{};
        }
    }
    return {};
}

} // namespace clearway

#else // built where there are no headers of OpenCL

namespace clearway {

struct LocalMapDevice::State
{
    std::string device_name;
};

Result<LocalMapDevice> LocalMapDevice::open(const LocalMapOptions& map, const OpenClOptions&)
{
    if (const Result<void> sound = verifyLocalMapOptions(map); !sound) return sound.error();
    return makeError("This program was built without OpenCL: build it where its headers are (Debian: opencl-c-headers).");
}

Result<void> LocalMapDevice::solve(const LocalMapQueue&, const FieldGrid*, std::span<Vec2>)
{
    return makeError("There is no OpenCL device.");
}

} // namespace clearway

#endif

namespace clearway {

LocalMapDevice::LocalMapDevice(std::unique_ptr<State> state) : state_(std::move(state)) {}
LocalMapDevice::~LocalMapDevice() = default;
LocalMapDevice::LocalMapDevice(LocalMapDevice&&) noexcept = default;
LocalMapDevice& LocalMapDevice::operator=(LocalMapDevice&&) noexcept = default;
const std::string& LocalMapDevice::name() const { return state_->device_name; }

} // namespace clearway
