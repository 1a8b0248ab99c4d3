// SYCL 2020 §4.17.5 to §4.17.10: built-in functions. There is one header per family.
#pragma once

#include <sycl/math/array_functions.hpp>
#include <sycl/math/array_integers.hpp>
#include <sycl/math/array_relations.hpp>
#include <sycl/math/common_functions.hpp>
#include <sycl/math/geometric_functions.hpp>
#include <sycl/math/half_functions.hpp>
#include <sycl/math/half_precision_functions.hpp>
#include <sycl/math/integer_functions.hpp>
#include <sycl/math/math_functions.hpp>
#include <sycl/math/native_functions.hpp>
#include <sycl/math/relational_functions.hpp>

// Defined in arrays.hpp and overloads.hpp.
#undef SCYTHE_EACH
#undef SCYTHE_ARRAYS_1
#undef SCYTHE_ARRAYS_2
#undef SCYTHE_ARRAYS_3
#undef SCYTHE_ARRAY_AND_NUMBER
#undef SCYTHE_MIXED
#undef SCYTHE_NUMBERS
#undef SCYTHE_NUMBERS_2
#undef SCYTHE_NUMBERS_3
