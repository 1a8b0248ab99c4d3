// The extension sycl_khr_includes: objects of the backend in host tasks.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/interop_handle.hpp>
