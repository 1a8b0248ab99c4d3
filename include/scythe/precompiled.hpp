// What `scythe++` precompiles: programs that begin with <sycl/sycl.hpp> read the result in its place.
#include <sycl/sycl.hpp>
