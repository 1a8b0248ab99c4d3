// SYCL 2020 §4.17.5 to §4.17.9: built-in functions, for scalars. One header per
// family; this one only includes them.
#pragma once

#include <sycl/math/common_functions.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/half_precision_functions.hpp>
#include <sycl/math/integer_functions.hpp>
#include <sycl/math/math_functions.hpp>
#include <sycl/math/native_functions.hpp>
#include <sycl/math/relational_functions.hpp>
