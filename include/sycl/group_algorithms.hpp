// SYCL 2020 §4.17.4: algorithms that the work-items of a group execute together. There is one
// header per family.
#pragma once

#include <sycl/group_algorithms/any_of.hpp>
#include <sycl/group_algorithms/exchange.hpp>
#include <sycl/group_algorithms/reduce.hpp>
#include <sycl/group_algorithms/scan.hpp>
#include <sycl/group_functions.hpp>
