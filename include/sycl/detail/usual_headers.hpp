// Standard headers that programs use without including them, because other SYCL
// compilers' headers do: two in five of the oneAPI samples rely on <iostream>.
// Its manipulators have the names of SYCL's; where both namespaces are used
// whole, those of `sycl::stream` need their qualification anyway.
#pragma once

#include <climits>
#include <cmath>
#include <cstring>
#include <iostream>

// What `assert` is depends on macros that everything else does without: the
// driver has it read behind a precompiled header.
#ifndef __SCYTHE_PRECOMPILED__
#include <cassert>
#endif
