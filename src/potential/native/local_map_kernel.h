// SPDX-License-Identifier: MIT
// The program of a device for local maps, in OpenCL C 1.2. The host side, local_map_device.cpp, says what its arguments hold.
#pragma once

namespace clearway {

// `real` is double where the device has it: maps are then drawn to the bit as on the processor.
inline constexpr const char* kLocalMapKernel = R"(
#pragma OPENCL FP_CONTRACT OFF
#ifdef USE_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double real;
#else
typedef float real;
#endif

void mark(__local uchar* fixed, int n, int x, int y)
{
    if (x != n / 2 || y != n / 2) fixed[y * n + x] = 1;
}

void drawDisc(__global const real* s, real hx, real hy, real cosine, __local uchar* fixed, int n)
{
    const real cx = s[0], cy = s[1], reach = s[4];
    const int half_size = n / 2;
    if (fabs(cx) > n + reach || fabs(cy) > n + reach) return;
    if (cx * hx + cy * hy < sqrt(cx * cx + cy * cy) * cosine) return;
    const real first = 2, last = n - 3;
    const int y0 = (int)fmax(first, ceil(cy - reach) + half_size), y1 = (int)fmin(last, floor(cy + reach) + half_size);
    const int x0 = (int)fmax(first, ceil(cx - reach) + half_size), x1 = (int)fmin(last, floor(cx + reach) + half_size);
    for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x)
        {
            const real dx = cx - (x - half_size), dy = cy - (y - half_size);
            if (dx * dx + dy * dy <= reach * reach) mark(fixed, n, x, y);
        }
}

int clampCell(real at, int n) { return (int)clamp(at + n / 2, (real)1, (real)(n - 2)); }

void drawWall(__global const real* s, __local uchar* fixed, int n)
{
    const real ax = s[0], ay = s[1], bx = s[2], by = s[3], reach = s[4], most = n + reach;
    const real dx = bx - ax, dy = by - ay, size_sq = dx * dx + dy * dy;
    const int low = clampCell(ceil(clamp(fmin(ay, by) - reach, -most, most)), n);
    const int high = clampCell(floor(clamp(fmax(ay, by) + reach, -most, most)), n);
    for (int y = low; y <= high; ++y)
    {
        const real row = y - n / 2;
        real t0 = 0, t1 = 1;
        if (dy != 0)
        {
            const real s0 = (row - reach - ay) / dy, s1 = (row + reach - ay) / dy;
            t0 = clamp(fmin(s0, s1), (real)0, (real)1);
            t1 = clamp(fmax(s0, s1), (real)0, (real)1);
        }
        const real x0 = ax + dx * t0, x1 = ax + dx * t1;
        const int first = clampCell(ceil(clamp(fmin(x0, x1) - reach, -most, most)), n);
        const int last = clampCell(floor(clamp(fmax(x0, x1) + reach, -most, most)), n);
        for (int x = first; x <= last; ++x)
        {
            const real px = x - n / 2;
            const real t = size_sq > 0 ? clamp(((px - ax) * dx + (row - ay) * dy) / size_sq, (real)0, (real)1) : (real)0;
            const real gx = ax + dx * t - px, gy = ay + dy * t - row;
            if (gx * gx + gy * gy < reach * reach) mark(fixed, n, x, y);
        }
    }
}

__kernel void solveMaps(__global const int* maps, __global const real* headings, __global const real* shapes,
                        __global const int* places, __global const uchar* grid, __global float* answers,
                        __local float* u, __local uchar* fixed, const int n, const int grid_width, const real cosine)
{
    const int map = get_group_id(0), thread_id = get_local_id(0), threads = get_local_size(0);
    __global const int* m = maps + map * 14;
    for (int i = thread_id; i < n * n; i += threads)
    {
        const int x = i % n, y = i / n;
        uchar is_fixed = x == 0 || y == 0 || x == n - 1 || y == n - 1;
        if (m[13] && x >= 2 && y >= 2 && x < n - 2 && y < n - 2 && (x != n / 2 || y != n / 2))
        {
            const int column = places[2 * n * map + x], row = places[2 * n * map + n + y];
            is_fixed = column < 0 || row < 0 || !(grid[(size_t)row * grid_width + column] & 1);
        }
        fixed[i] = is_fixed;
        u[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = thread_id; k < m[7]; k += threads)
    {
        __global const real* s = shapes + (m[6] + k) * 6;
        if (s[5] != 0)
            drawDisc(s, headings[2 * map], headings[2 * map + 1], cosine, fixed, n);
        else
            drawWall(s, fixed, n);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (thread_id < m[8])
    {
        fixed[m[9 + thread_id]] = 2;
        u[m[9 + thread_id]] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float right = as_float(m[0]), up = as_float(m[1]), left = as_float(m[2]), down = as_float(m[3]);
    const float omega = as_float(m[4]);
    const int sweeps = m[5], inner = n - 2;
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

} // namespace clearway
