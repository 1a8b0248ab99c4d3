// The extension sycl_khr_split_headers: buffers.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/buffer.hpp>
