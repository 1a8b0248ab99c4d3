//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// A failing assertion names the work-item, and ends it.
#undef NDEBUG
#include <sycl/sycl.hpp>

#include <cassert>

void check(sycl::queue &q, int *n) {
  q.parallel_for(sycl::range<1>(64), [=](sycl::id<1> i) {
    assert(n[i] % 2 == 0);
    n[i] /= 2;
  });
}

// CHECK: OpBranchConditional
// CHECK: OpExtInst %{{[0-9]+}} %{{[0-9]+}} printf
// CHECK-NOT: OpUnreachable
// CHECK: OpReturn
