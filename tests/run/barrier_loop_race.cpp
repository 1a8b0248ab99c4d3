//! also = ["-O0"]
//! skip_device = { opencl = "a race by the letter: the driver decides how far work-items go on" }
// Loops with a barrier whose work-items write for the next iteration what others still read. A data race formally,
// but correct if work-items run in lockstep; programs rely on it.
#include "check.hpp"

#include <vector>

using namespace sycl;

// Deliberately in a function of its own, with one barrier.
inline int team_sum(nd_item<1> item, int *tile, int value) {
  int l = static_cast<int>(item.get_local_id(0)), size = static_cast<int>(item.get_local_range(0));
  tile[l] = value;
  group_barrier(item.get_group());
  int total = 0;
  for (int k = 0; k < size; ++k)
    total += tile[k];
  return total;
}

int main() {
  queue q;
  constexpr int local = 24, n = 3 * local;
  int *out = malloc_shared<int>(n, q), *shared = malloc_shared<int>(2 * n, q);

  // Few iterations are unrolled, many are not.
  for (int rounds : {2, 3, 17}) {
    q.submit([&](handler &h) {
       local_accessor<int> tile(local, h);
       h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> item) {
         int l = static_cast<int>(item.get_local_id(0)), result = 0;
         for (int r = 0; r < rounds; ++r)
           result = result * 3 + team_sum(item, &tile[0], l * (r + 1));
         out[item.get_global_id(0)] = result;
       });
     }).wait();
    int want = 0;
    for (int r = 0; r < rounds; ++r)
      want = want * 3 + (r + 1) * local * (local - 1) / 2;
    CHECK_ALL(out, n, [&](std::size_t) { return want; });
  }

  q.submit([&](handler &h) {
     local_accessor<int> tile(local, h);
     h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> item) {
       int l = static_cast<int>(item.get_local_id(0)), result = 0;
       for (int r = 0; r < 3; ++r)
         result = result * 3 + team_sum(item, &tile[0], l * (r + 1));
       out[item.get_global_id(0)] = result;
     });
   }).wait();
  CHECK_ALL(out, n, [&](std::size_t) { return (9 + 6 + 3) * local * (local - 1) / 2; });

  // Global memory, a nested loop, and a `continue` in the middle.
  q.parallel_for(nd_range<1>(n, local), [=](nd_item<1> item) {
     int l = static_cast<int>(item.get_local_id(0)), result = 0;
     int *mine = shared + local * item.get_group(0);
     for (int a = 0; a < 3; ++a) {
       for (int b = 0; b < 4; ++b) {
         mine[l] = 100 * a + 10 * b + l;
         group_barrier(item.get_group());
         int other = mine[(l + local / 2) % local];
         if (b == 2) {
           result += other;
           continue;
         }
         result += 2 * other;
       }
     }
     out[item.get_global_id(0)] = result;
   }).wait();
  CHECK_ALL(out, n, [&](std::size_t i) {
    int other = static_cast<int>((i % local + local / 2) % local), want = 0;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 4; ++b)
        want += (b == 2 ? 1 : 2) * (100 * a + 10 * b + other);
    return want;
  });

  free(out, q);
  free(shared, q);
  return check::result();
}
