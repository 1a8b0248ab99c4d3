// SYCL 2020 §4.17.4: algorithms that the work-items of a group execute together.
// One header per family; this one only includes them.
#pragma once

#include <sycl/group_algorithms/any_of.hpp>
#include <sycl/group_algorithms/exchange.hpp>
#include <sycl/group_algorithms/reduce.hpp>
#include <sycl/group_algorithms/scan.hpp>
#include <sycl/group_functions.hpp>
