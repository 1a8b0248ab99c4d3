// What `scythe++` precompiles: programs that begin with <sycl/sycl.hpp> read the result in its place.
#define __SCYTHE_PRECOMPILED__
#include <sycl/sycl.hpp>
#undef __SCYTHE_PRECOMPILED__
