//! opt = ["-O0", "-O2"]
// Barriers in straight code: every work-item sees what its neighbours wrote before.
#include "check.hpp"
#include <sycl/sycl.hpp>
#include <vector>

// Numbers made of ids, which a driver may compute again behind a barrier.
static void negated(sycl::queue &q) {
  constexpr std::size_t n = 96;
  float *out = sycl::malloc_shared<float>(3 * n, q);
  q.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
     const std::size_t g = it.get_global_id(0);
     const float x = -float(g), y = g % 3 == 0 ? 0.0f : -float(g * g);
     const float z = sycl::fma(float(g), 2.0f, -sycl::reduce_over_group(it.get_group(), int(g), sycl::maximum<>()));
     sycl::group_barrier(it.get_group());
     out[g] = x;
     out[n + g] = y;
     out[2 * n + g] = z;
   }).wait();
  CHECK_ALL(out, n, [](std::size_t g) { return -float(g); });
  CHECK_ALL(out + n, n, [](std::size_t g) { return g % 3 == 0 ? 0.0f : -float(g * g); });
  CHECK_ALL(out + 2 * n, n, [](std::size_t g) { return float(2 * g) - float(g / 16 * 16 + 15); });
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  negated(q);
  for (std::size_t local : {1, 2, 7, 16, 64, 256}) {
    const std::size_t n = local * 5;
    int *data = sycl::malloc_shared<int>(n, q);
    int *out = sycl::malloc_shared<int>(n, q);
    q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t g = it.get_global_id(0), l = it.get_local_id(0);
       const int mine = int(g) * 3; // lives across two barriers
       data[g] = mine;
       sycl::group_barrier(it.get_group());
       const std::size_t other = g - l + (l + 1) % it.get_local_range(0);
       const int seen = data[other];
       it.barrier();
       data[g] = -1;
       sycl::group_barrier(it.get_group());
       out[g] = seen * 1000 + mine + data[other];
     }).wait();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t l = i % local, other = i - l + (l + 1) % local;
      CHECK(out[i] == int(other) * 3 * 1000 + int(i) * 3 - 1);
    }
    sycl::free(data, q);
    sycl::free(out, q);
  }
  return check::result();
}
