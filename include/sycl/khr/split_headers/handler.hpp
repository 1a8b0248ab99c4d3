// The extension sycl_khr_split_headers: command groups.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/handler.hpp>
