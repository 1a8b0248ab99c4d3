// The extension sycl_khr_includes: atomic operations and fences.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/atomic.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
