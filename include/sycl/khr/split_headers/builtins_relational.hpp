// The extension sycl_khr_split_headers: relational functions.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math/array_relations.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/relational_functions.hpp>
