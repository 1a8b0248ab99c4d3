// The extension sycl_khr_split_headers: accessors of buffers.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/accessor.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/local_accessor.hpp>
