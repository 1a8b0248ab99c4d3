// Declarations for both files: a kernel in one, launched from the other, and a function that kernels of both call.
#pragma once

#include <sycl/sycl.hpp>

using Source = sycl::sampled_image_accessor<sycl::float4, 2>;
using Target = sycl::unsampled_image_accessor<sycl::float4, 2, sycl::access_mode::write>;

SYCL_EXTERNAL sycl::float4 inverted(const Source &source, sycl::int2 at);

void invert(sycl::queue &queue, sycl::sampled_image<2> &from, sycl::unsampled_image<2> &to);
