// The extension sycl_khr_split_headers: objects of the backend in host tasks.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/interop_handle.hpp>
