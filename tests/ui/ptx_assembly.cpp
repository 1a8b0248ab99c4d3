//! flags = "--targets=ptx"

// A GPU does not have the registers of other processors.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  unsigned *out = sycl::malloc_shared<unsigned>(1, q);
  q.single_task<class stamps>([=] {
    unsigned low, high;
    asm volatile("rdtsc" : "=a"(low), "=d"(high));
    *out = low;
  });
}
