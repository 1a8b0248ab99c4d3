//! emit = "ptx"
//! flags = "--targets=ptx:sm_90 -O2 -g"

// Profilers find source lines. NVIDIA's assembler requires file names that contain the directory, and accepts only
// line tables for optimised code.
#include <sycl/sycl.hpp>

void run(sycl::queue &q, float *x) {
  q.parallel_for<class lines>(sycl::range<1>(64), [=](sycl::id<1> i) {
    x[i] = x[i] * 2.0f;
  });
}

// CHECK: .target sm_90{{$}}
// CHECK: .entry _ZTS{{.*}}lines(
// CHECK: .loc [[FILE:[0-9]+]] 10
// CHECK-NOT: .file {{.*}}" "
// CHECK: .file [[FILE]] "{{[^"]*}}debug_lines.cpp"
// CHECK-NOT: .section
