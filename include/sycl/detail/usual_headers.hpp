// Standard headers that programs use without including them, because other SYCL compilers' headers
// include them: two in five of the oneAPI samples rely on <iostream>. Some of its manipulators have
// the same names as SYCL's; programs that use both whole namespaces must qualify those of
// `sycl::stream` anyway.
#pragma once

#include <climits>
#include <cmath>
#include <cstring>
#include <iostream>

// `assert` depends on macros that do not affect other headers: the driver includes this one after a
// precompiled header.
#ifndef __SCYTHE_PRECOMPILED__
#include <cassert>
#endif
