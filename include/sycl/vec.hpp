// SYCL 2020 §4.14.2: vectors.
#pragma once

#include <sycl/vec/aliases.hpp>
#include <sycl/vec/vec.hpp>

// Shared by the headers above.
#undef SCYTHE_VEC_NAMES
#undef SCYTHE_VEC_ONLY_IF
#undef SCYTHE_VEC_SWIZZLES
#ifdef SYCL_SIMPLE_SWIZZLES
#undef SCYTHE_VEC_WORDS
#undef SCYTHE_VEC_WORDS_2
#undef SCYTHE_VEC_WORDS_3
#undef SCYTHE_VEC_WORDS_4
#endif
