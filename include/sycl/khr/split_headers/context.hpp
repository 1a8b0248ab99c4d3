// The extension sycl_khr_split_headers: contexts.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/context.hpp>
