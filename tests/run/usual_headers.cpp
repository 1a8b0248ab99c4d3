//! plain_kernels = true

// Programs that rely on what other SYCL compilers' headers include.
#include <sycl/sycl.hpp>

using namespace sycl;
using namespace std;

int main() {
  queue q;
  int *const least = malloc_shared<int>(4, q);
  memset(least, 0, 4 * sizeof(int));
  q.parallel_for(4, [=](id<1> i) {
     const int value = INT_MAX - int(i);
     assert(value > 0 && fabsf(-1.0f) == 1.0f);
     memcpy(least + i, &value, sizeof value);
   }).wait();
  const int expected[] = {INT_MAX, INT_MAX - 1, INT_MAX - 2, INT_MAX - 3};
  const bool same = memcmp(least, expected, sizeof expected) == 0;
  if (!same)
    cerr << "expected " << expected[0] << ", got " << least[0] << "\n";
  sycl::free(least, q);
  return same ? 0 : 1;
}
