// A kernel that MLIR cannot import: assembly with jumps.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *values = sycl::malloc_shared<int>(8, q);
  q.parallel_for(8, [=](sycl::id<1> i) {
     asm goto("" : : : : elsewhere);
     values[i] = 1;
     return;
   elsewhere:
     values[i] = 2;
   }).wait();
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += values[i];
  sycl::free(values, q);
  return sum == 8 ? 0 : 1;
}
