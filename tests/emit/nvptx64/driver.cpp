//! emit = "ptx"
//! flags = "--targets=ptx -O2"

// Functions of CUDA's driver: printf, and failing assertions.
#undef NDEBUG
#include <sycl/sycl.hpp>

#include <cassert>
#include <cstdio>

void run(sycl::queue &q, int *x) {
  q.single_task<class prints>([=] { std::printf("%d %f\n", x[0], 1.5); });
  q.single_task<class fails>([=] { assert(x[0] == 1); });
}

// CHECK: .target sm_75
// CHECK-DAG: .extern .func {{.*}}vprintf
// CHECK-DAG: .extern .func __assertfail
// CHECK: .entry _ZTS{{.*}}prints(
// CHECK: st.local
// CHECK: vprintf
// CHECK: .entry _ZTS{{.*}}fails(
// CHECK: __assert_fail
