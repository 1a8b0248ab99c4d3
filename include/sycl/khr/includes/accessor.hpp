// The extension sycl_khr_includes: accessors of buffers.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/accessor.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/local_accessor.hpp>
