// The extension sycl_khr_includes: unified shared memory.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/usm.hpp>
#include <sycl/usm_allocator.hpp>
