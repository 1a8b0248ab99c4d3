// The extension sycl_khr_includes: operations of groups.
#pragma once

#include <sycl/khr/includes/version.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_functions.hpp>
