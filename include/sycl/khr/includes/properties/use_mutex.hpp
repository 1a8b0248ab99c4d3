// The extension sycl_khr_includes: the property use_mutex.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/buffer.hpp>
#include <sycl/image.hpp>
