//! emit = "mux-ll"
//! flags = "-O2"
// The items of a reduction start with the function object as it was passed; if none of them writes it, it is not
// copied for that, at any size: only the arguments are, once.
#include <sycl/sycl.hpp>

#include <array>

// CHECK-LABEL: define {{.*}}table{{.*}}(
// CHECK: call void @llvm.memcpy{{.*}} %packed-args, i64 2008,
// CHECK-NOT: call void @llvm.memcpy{{.*}}, i64 2008,
// CHECK: }
void run(sycl::queue &q, float *in, float *sum, std::array<float, 500> table) {
  q.parallel_for<class table>(sycl::range<1>(1000), sycl::reduction(sum, sycl::plus<>()),
                              [=](sycl::id<1> i, auto &all) { all += in[i] * table[i[0] % 500]; });
}
