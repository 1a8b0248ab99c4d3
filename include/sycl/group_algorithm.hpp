// The name that DPC++ has for it.
#pragma once

#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_functions.hpp>
