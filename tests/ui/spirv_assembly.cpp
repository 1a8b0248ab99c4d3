//! flags = "--targets=spirv64"

// SPIR-V is compiled for devices of any kind.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  unsigned *out = sycl::malloc_shared<unsigned>(1, q);
  q.single_task<class moves>([=] {
    unsigned value;
    asm("mov %0, 1;" : "=r"(value));
    *out = value;
  });
}
