// DPC++'s name of the header.
#pragma once

#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_functions.hpp>
