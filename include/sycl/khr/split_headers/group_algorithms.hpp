// The extension sycl_khr_split_headers: operations of groups.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_functions.hpp>
