// SYCL 2020 §4.17.6: functions that only need the accuracy of half, which these exceed. Deprecated
// in favour of sycl::native.
#pragma once

#include <sycl/math/array_functions.hpp> // those of sycl::native as well

namespace sycl::inline _V1::half_precision {

using native::cos;
using native::divide;
using native::exp;
using native::exp10;
using native::exp2;
using native::log;
using native::log10;
using native::log2;
using native::powr;
using native::recip;
using native::rsqrt;
using native::sin;
using native::sqrt;
using native::tan;

} // namespace sycl::half_precision
