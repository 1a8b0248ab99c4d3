// The extension sycl_khr_includes: the property use_host_ptr.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/buffer.hpp>
#include <sycl/image.hpp>
