// SPDX-License-Identifier: MIT
// OpenCL, loaded when somebody asks for it: a program that never does needs no driver.
#pragma once
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <clearway/base/result.h>

namespace clearway {

/// The functions in use, each with the type that the header gives it.
struct OpenClLibrary
{
#define CLEARWAY_OPENCL_FUNCTIONS(each)                                                                                          \
    each(clGetPlatformIDs) each(clGetPlatformInfo) each(clGetDeviceIDs) each(clGetDeviceInfo) each(clCreateContext)              \
        each(clReleaseContext) each(clCreateCommandQueue) each(clReleaseCommandQueue) each(clCreateProgramWithSource)            \
            each(clBuildProgram) each(clGetProgramBuildInfo) each(clReleaseProgram) each(clCreateKernel) each(clReleaseKernel)   \
                each(clGetKernelWorkGroupInfo) each(clCreateBuffer) each(clReleaseMemObject) each(clSetKernelArg)                \
                    each(clEnqueueWriteBuffer) each(clEnqueueReadBuffer) each(clEnqueueNDRangeKernel)
#define CLEARWAY_DECLARE(name) decltype(&::name) name = nullptr;
    CLEARWAY_OPENCL_FUNCTIONS(CLEARWAY_DECLARE)
#undef CLEARWAY_DECLARE
};

/// Loaded once and never unloaded. Fails when there is none on this machine.
Result<const OpenClLibrary*> loadOpenCl();

} // namespace clearway
