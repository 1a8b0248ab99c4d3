// Operations of a work-group, one behind the other without barriers between them: a broadcast must not overwrite
// the result of a reduction that others have not yet read, nor the other way round.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  constexpr int size = 256, groups = 64, rounds = 50;
  sycl::queue q;
  int *wrong = sycl::malloc_shared<int>(1, q);
  *wrong = 0;
  q.parallel_for(sycl::nd_range<1>(size * groups, size), [=](sycl::nd_item<1> it) {
     const int i = static_cast<int>(it.get_local_id(0));
     auto g = it.get_group();
     int bad = 0;
     for (int round = 0; round < rounds; ++round) {
       const int sum = sycl::reduce_over_group(g, i + round, sycl::plus<>());
       const int chosen = sycl::group_broadcast(g, i * 3 + round, sycl::id<1>(round % size));
       const int before = sycl::exclusive_scan_over_group(g, 2, sycl::plus<>());
       const int again = sycl::group_broadcast(g, -i, sycl::id<1>(size - 1));
       const int most = sycl::reduce_over_group(g, i ^ round, sycl::maximum<>());
       bad += sum != size * (size - 1) / 2 + size * round;
       bad += chosen != round % size * 3 + round;
       bad += before != 2 * i;
       bad += again != 1 - size;
       bad += most != size - 1;
     }
     if (bad != 0)
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*wrong) += bad;
   }).wait();
  if (*wrong != 0)
    std::printf("%d results are wrong\n", *wrong);
  const bool failed = *wrong != 0;
  sycl::free(wrong, q);
  return failed;
}
