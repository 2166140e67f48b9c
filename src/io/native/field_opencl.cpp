// SPDX-License-Identifier: MIT
// Based on:
// L. G. Fischer, R. Silveira, L. Nedel. GPU accelerated path-planning for multi-agents in virtual environments. 2009
// A work-group relaxes one map in its local memory: its threads share the cells of a colour, with a barrier after each.
#include <clearway/field_opencl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "field/local_batch.h"

#if __has_include(<CL/cl.h>)
#include "io/native/opencl_library.h"

namespace clearway {

namespace {

constexpr std::size_t kMapsAtOnce = 2048;
constexpr std::size_t kParameters = 8; ///< of a map: four weights, omega, sweeps, and two to fill
constexpr const char* kSource = R"(
#pragma OPENCL FP_CONTRACT OFF
__kernel void relaxMaps(__global const uchar* cells, __global const float* parameters, __global float* answers,
                        __local float* u, __local uchar* fixed, const int n)
{
    const int map = get_group_id(0), thread_id = get_local_id(0), threads = get_local_size(0);
    __global const uchar* own = cells + map * n * n;
    __global const float* p = parameters + map * 8;
    for (int i = thread_id; i < n * n; i += threads)
    {
        fixed[i] = own[i];
        u[i] = own[i] == 2 ? 1.0f : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float right = p[0], up = p[1], left = p[2], down = p[3], omega = p[4];
    const int sweeps = (int)p[5], inner = n - 2;
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int colour = 0; colour < 2; ++colour)
        {
            for (int k = thread_id; k < inner * inner; k += threads)
            {
                const int x = 1 + k % inner, y = 1 + k / inner, i = y * n + x;
                if ((x + y + colour) % 2 == 0 || fixed[i]) continue;
                const float mean = (right * u[i + 1] + left * u[i - 1]) + (up * u[i + n] + down * u[i - n]);
                u[i] = u[i] + omega * (mean - u[i]);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    if (thread_id == 0)
    {
        const int c = n / 2 * n + n / 2;
        answers[2 * map] = u[c + 1] - u[c - 1];
        answers[2 * map + 1] = u[c + n] - u[c - n];
    }
}
)";

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
    const auto refuse = [](std::string message) { return Error{ErrorCode::invalid_argument, std::move(message), {}}; };
    if (devices.empty())
        return refuse("OpenCL is there, but has no device: install the driver of one (Debian, for the processor itself: "
                      "pocl-opencl-icd).");
    std::string names;
    const Device* chosen = nullptr;
    for (const Device& device : devices)
    {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", device.name);
        if (!wanted.empty() && device.name.find(wanted) == std::string::npos) continue;
        if (!chosen || (device.is_gpu && !chosen->is_gpu)) chosen = &device;
    }
    if (!chosen) return refuse(fmt::format("No OpenCL device is called '{}'. There is: {}.", wanted, names));
    return *chosen;
}

Error describe(const char* what, cl_int code)
{
    return {ErrorCode::invalid_argument, fmt::format("The OpenCL device failed to {} (code {}).", what, code), {}};
}

} // namespace

struct OpenClLocalMaps::State
{
    State(const OpenClLibrary& library, const LocalMapOptions& map) : cl(library), options(map), batch(map) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        for (cl_mem buffer : {cells_buffer, parameters_buffer, answers_buffer})
            if (buffer) cl.clReleaseMemObject(buffer);
        if (kernel) cl.clReleaseKernel(kernel);
        if (program) cl.clReleaseProgram(program);
        if (queue) cl.clReleaseCommandQueue(queue);
        if (context) cl.clReleaseContext(context);
    }

    Result<void> prepare(const Device& device);
    Result<void> build(const Device& device);
    void draw(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const FieldGrid* walls);
    Result<void> run(std::size_t count);

    const OpenClLibrary& cl;
    LocalMapOptions options;
    LocalBatch batch;
    std::string device_name;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
    cl_mem cells_buffer = nullptr, parameters_buffer = nullptr, answers_buffer = nullptr;
    std::size_t threads = 64; ///< of a work-group

    std::vector<std::uint8_t> cells; ///< 0: free, 1: obstacle, 2: goal
    std::vector<float> parameters, answers;
    std::vector<std::optional<Vec2>> known; ///< directions that need no map
};

Result<void> OpenClLocalMaps::State::build(const Device& device)
{
    cl_int code = CL_SUCCESS;
    const char* source = kSource;
    program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    if (!program) return describe("take the program", code);
    if (code = cl.clBuildProgram(program, 1, &device.id, "-cl-std=CL1.2", nullptr, nullptr); code != CL_SUCCESS)
    {
        const std::string log = readText([&](std::size_t size, void* to, std::size_t* needed) {
            return cl.clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, size, to, needed);
        });
        Error error = describe("build the program", code);
        error.message += " " + log;
        return error;
    }
    kernel = cl.clCreateKernel(program, "relaxMaps", &code);
    if (!kernel) return describe("find the kernel", code);
    std::size_t most = threads;
    cl.clGetKernelWorkGroupInfo(kernel, device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr);
    threads = std::clamp<std::size_t>(most, 1, threads);
    return {};
}

Result<void> OpenClLocalMaps::State::prepare(const Device& device)
{
    const auto map_cells = static_cast<std::size_t>(options.size) * static_cast<std::size_t>(options.size);
    const std::size_t needed = map_cells * (sizeof(cl_float) + sizeof(cl_uchar));
    cl_ulong local = 0;
    cl.clGetDeviceInfo(device.id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, nullptr);
    if (needed > local)
        return Error{ErrorCode::out_of_range,
                     fmt::format("A local map of {0} x {0} cells needs {1} bytes of local memory; {2} has {3}. Use smaller maps.",
                                 options.size, needed, device.name, local),
                     {}};
    device_name = device.name;
    cl_int code = CL_SUCCESS;
    context = cl.clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
    if (!context) return describe("make a context", code);
    queue = cl.clCreateCommandQueue(context, device.id, 0, &code);
    if (!queue) return describe("make a queue", code);
    if (const Result<void> built = build(device); !built) return built;
    cells.resize(kMapsAtOnce * map_cells);
    parameters.resize(kMapsAtOnce * kParameters);
    answers.resize(kMapsAtOnce * 2);
    known.resize(kMapsAtOnce);
    const auto make = [&](std::size_t bytes, cl_mem_flags flags) {
        return cl.clCreateBuffer(context, flags, bytes, nullptr, &code);
    };
    cells_buffer = make(cells.size(), CL_MEM_READ_ONLY);
    parameters_buffer = make(parameters.size() * sizeof(float), CL_MEM_READ_ONLY);
    answers_buffer = make(answers.size() * sizeof(float), CL_MEM_WRITE_ONLY);
    if (!cells_buffer || !parameters_buffer || !answers_buffer) return describe("give memory", code);
    const cl_int n = options.size;
    for (const cl_int result : {cl.clSetKernelArg(kernel, 0, sizeof cells_buffer, &cells_buffer),
                                cl.clSetKernelArg(kernel, 1, sizeof parameters_buffer, &parameters_buffer),
                                cl.clSetKernelArg(kernel, 2, sizeof answers_buffer, &answers_buffer),
                                cl.clSetKernelArg(kernel, 3, map_cells * sizeof(cl_float), nullptr),
                                cl.clSetKernelArg(kernel, 4, map_cells, nullptr), cl.clSetKernelArg(kernel, 5, sizeof n, &n)})
        if (result != CL_SUCCESS) return describe("take an argument", result);
    return {};
}

void OpenClLocalMaps::State::draw(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const FieldGrid* walls)
{
    const auto map_cells = static_cast<std::size_t>(options.size) * static_cast<std::size_t>(options.size);
    for (std::size_t first = 0; first < inputs.size(); first += LocalBatch::kLanes)
    {
        const std::size_t count = std::min<std::size_t>(LocalBatch::kLanes, inputs.size() - first);
        batch.clear();
        for (std::size_t i = 0; i < count; ++i) drawLocalMap(inputs[first + i], others, walls, static_cast<int>(i), batch);
        for (std::size_t i = 0; i < count; ++i)
        {
            const int lane = static_cast<int>(i);
            std::uint8_t* const own = cells.data() + (first + i) * map_cells;
            float* const p = parameters.data() + (first + i) * kParameters;
            std::fill_n(p, kParameters, 0.0F);
            known[first + i] = batch.isUsed(lane) ? batch.findLastStep(lane) : Vec2{};
            for (std::size_t cell = 0; cell < map_cells; ++cell)
                own[cell] = batch.isFixed(lane, static_cast<std::int32_t>(cell)) ? 1 : 0;
            if (known[first + i]) continue;
            for (const std::int32_t goal : batch.goalsOf(lane)) own[goal] = 2;
            for (std::size_t side = 0; side < 4; ++side) p[side] = batch.weights()[side][lane];
            p[4] = batch.planOf(lane).omega;
            p[5] = static_cast<float>(batch.planOf(lane).sweeps);
        }
    }
}

Result<void> OpenClLocalMaps::State::run(std::size_t count)
{
    const auto map_cells = static_cast<std::size_t>(options.size) * static_cast<std::size_t>(options.size);
    const std::size_t global = count * threads;
    cl_int code = cl.clEnqueueWriteBuffer(queue, cells_buffer, CL_FALSE, 0, count * map_cells, cells.data(), 0, nullptr, nullptr);
    if (code == CL_SUCCESS)
        code = cl.clEnqueueWriteBuffer(queue, parameters_buffer, CL_FALSE, 0, count * kParameters * sizeof(float),
                                       parameters.data(), 0, nullptr, nullptr);
    if (code == CL_SUCCESS) code = cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &threads, 0, nullptr, nullptr);
    // Waits for all of it.
    const cl_int read =
        cl.clEnqueueReadBuffer(queue, answers_buffer, CL_TRUE, 0, count * 2 * sizeof(float), answers.data(), 0, nullptr, nullptr);
    if (code != CL_SUCCESS || read != CL_SUCCESS) return describe("relax the maps", code != CL_SUCCESS ? code : read);
    return {};
}

Result<OpenClLocalMaps> OpenClLocalMaps::open(const LocalMapOptions& map, const OpenClOptions& options)
{
    if (const Result<void> sound = verifyLocalMapOptions(map); !sound) return sound.error();
    if (map.method == LocalMapMethod::exact)
        return Error{ErrorCode::invalid_argument, "The exact method runs on the processor; OpenCL relaxes maps.", {}};
    const Result<const OpenClLibrary*> library = loadOpenCl();
    if (!library) return library.error();
    const Result<Device> device = chooseDevice(**library, options.device);
    if (!device) return device.error();
    auto state = std::make_unique<State>(**library, map);
    if (const Result<void> prepared = state->prepare(*device); !prepared) return prepared.error();
    return OpenClLocalMaps(std::move(state));
}

Result<void> OpenClLocalMaps::computeDirections(std::span<const LocalMapInput> inputs, std::span<const Disc> others,
                                                const FieldGrid* walls, std::span<Vec2> directions)
{
    CLEARWAY_ASSERT(inputs.size() == directions.size(), "computeDirections: as many directions as inputs");
    if (const Result<void> sound = verifyLocalMaps(inputs, others, state_->options); !sound) return sound;
    for (std::size_t first = 0; first < inputs.size(); first += kMapsAtOnce)
    {
        const std::size_t count = std::min(kMapsAtOnce, inputs.size() - first);
        state_->draw(inputs.subspan(first, count), others, walls);
        if (const Result<void> done = state_->run(count); !done) return done;
        for (std::size_t i = 0; i < count; ++i)
        {
            const Vec2 gradient = {static_cast<double>(state_->answers[2 * i]), static_cast<double>(state_->answers[2 * i + 1])};
            const double size = length(gradient);
            directions[first + i] = state_->known[i] ? *state_->known[i] : size > 0 ? gradient / size : Vec2{};
        }
    }
    return {};
}

} // namespace clearway

#else // built where there are no headers of OpenCL

namespace clearway {

struct OpenClLocalMaps::State
{
    std::string device_name;
};

Result<OpenClLocalMaps> OpenClLocalMaps::open(const LocalMapOptions& map, const OpenClOptions&)
{
    if (const Result<void> sound = verifyLocalMapOptions(map); !sound) return sound.error();
    return Error{ErrorCode::invalid_argument,
                 "This program was built without OpenCL: build it where its headers are (Debian: opencl-c-headers).",
                 {}};
}

Result<void> OpenClLocalMaps::computeDirections(std::span<const LocalMapInput>, std::span<const Disc>, const FieldGrid*,
                                                std::span<Vec2>)
{
    return Error{ErrorCode::invalid_argument, "There is no OpenCL device.", {}};
}

} // namespace clearway

#endif

namespace clearway {

OpenClLocalMaps::OpenClLocalMaps(std::unique_ptr<State> state) : state_(std::move(state)) {}
OpenClLocalMaps::~OpenClLocalMaps() = default;
OpenClLocalMaps::OpenClLocalMaps(OpenClLocalMaps&&) noexcept = default;
OpenClLocalMaps& OpenClLocalMaps::operator=(OpenClLocalMaps&&) noexcept = default;
const std::string& OpenClLocalMaps::deviceName() const { return state_->device_name; }

} // namespace clearway
