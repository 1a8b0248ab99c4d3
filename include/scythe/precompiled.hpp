// The header that `scythe++` precompiles: programs that begin with <sycl/sycl.hpp> use the result
// instead.
#define __SCYTHE_PRECOMPILED__
#include <sycl/sycl.hpp>
#undef __SCYTHE_PRECOMPILED__
