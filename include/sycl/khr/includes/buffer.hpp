// The extension sycl_khr_includes: buffers.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/buffer.hpp>
