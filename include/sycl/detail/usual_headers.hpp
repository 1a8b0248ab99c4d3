// Standard headers that programs use without including them, because other SYCL
// compilers' headers do. <iostream> is not one of these: its `endl` and SYCL's
// would be ambiguous in programs that have a use for both namespaces.
#pragma once

#include <climits>
#include <cstring>

// What `assert` is depends on macros that everything else does without: the
// driver has it read behind a precompiled header.
#ifndef __SCYTHE_PRECOMPILED__
#include <cassert>
#endif
