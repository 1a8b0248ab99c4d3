//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// The work-items of a loop share a private array in memory, one after the other: no vector store may write it for
// several of them at once.
#include <sycl/sycl.hpp>

void histogram(sycl::queue &q, const unsigned char *x, int *out, size_t n) {
  q.parallel_for<class histogram_kernel>(sycl::range<1>{n}, [=](sycl::id<1> i) {
    int bins[16] = {};
    for (int k = 0; k < 64; ++k)
      ++bins[x[i * 64 + k] % 16];
    int best = 0;
    for (int k = 0; k < 16; ++k)
      best = bins[k] > bins[best] ? k : best;
    out[i] = best;
  });
}

// CHECK-LABEL: define {{.*}}histogram_kernel.mux-kernel-wrapper(
// CHECK-NOT: masked.scatter
// CHECK: ret void
