//! plain_kernels = true

// Both namespaces open in one file, as many programs do.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdlib>
#include <vector>

using namespace sycl;
using namespace std;

int main() {
  sycl::queue q;
  vector<double> data(64, 4.0);
  {
    buffer b(data);
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(range<1>(64), [=](id<1> i) { a[i] = std::sqrt(a[i]) + i; });
    });
  }
  int *p = malloc_shared<int>(1, q);
  q.single_task([=] { *p = 1; }).wait();
  void *plain = malloc(10);
  free(plain);
  int bad = *p != 1;
  free(p, q);
  for (size_t i = 0; i < 64; ++i)
    bad += data[i] != 2.0 + double(i);
  return bad;
}
