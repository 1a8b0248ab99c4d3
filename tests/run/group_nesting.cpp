//! also = ["-O0"]
// Group algorithms in loops, in branches that whole groups take, after early returns of whole
// groups, with their results as trip counts, and mixed with barriers and local memory.
#include "check.hpp"
#include <sycl/sycl.hpp>

template <typename Group> int sum_of_squares(Group group, int x) {
  const int total = sycl::reduce_over_group(group, x, sycl::plus<>());
  return sycl::reduce_over_group(group, x * x + total, sycl::plus<>());
}

int main() {
  sycl::queue q;
  const std::size_t local = 20, groups = 7, n = local * groups;
  long *out = sycl::malloc_shared<long>(n, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> tile(sycl::range<1>(local), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const auto group = it.get_group();
       const int l = int(it.get_local_id(0)), g = int(it.get_group(0));
       long &mine = out[it.get_global_id(0)];
       mine = -1;
       if (g == 6)
         return;
       // As many rounds as the largest value says; it differs between groups.
       int value = (l * 7 + g) % 11;
       long result = 0;
       const int rounds = sycl::reduce_over_group(group, value, sycl::maximum<>()) - g;
       for (int round = 0; round < rounds; ++round) {
         tile[l] = value;
         sycl::group_barrier(group);
         const int neighbour = tile[(l + 1) % int(local)];
         if (g % 2 == 0)
           result += sum_of_squares(group, neighbour - round);
         else
           result += sycl::exclusive_scan_over_group(group, neighbour, sycl::plus<>());
         while (sycl::any_of_group(group, result > 5000))
           result /= 2;
         value = sycl::group_broadcast(group, neighbour, std::size_t(round)) + l % 3;
       }
       mine = result;
     });
   }).wait();

  for (int g = 0; g < int(groups); ++g) {
    std::vector<int> value(local);
    std::vector<long> result(local, 0);
    int rounds = 0;
    for (int l = 0; l < int(local); ++l) {
      value[l] = (l * 7 + g) % 11;
      rounds = std::max(rounds, value[l]);
    }
    for (int round = 0; round < rounds - g; ++round) {
      std::vector<int> neighbour(local);
      for (std::size_t l = 0; l < local; ++l)
        neighbour[l] = value[(l + 1) % local];
      if (g % 2 == 0) {
        int total = 0, squares = 0;
        for (int x : neighbour)
          total += x - round;
        for (int x : neighbour)
          squares += (x - round) * (x - round) + total;
        for (long &r : result)
          r += squares;
      } else {
        int before = 0;
        for (std::size_t l = 0; l < local; ++l) {
          result[l] += before;
          before += neighbour[l];
        }
      }
      const auto large = [&] {
        for (long r : result)
          if (r > 5000)
            return true;
        return false;
      };
      while (large())
        for (long &r : result)
          r /= 2;
      for (std::size_t l = 0; l < local; ++l)
        value[l] = neighbour[round] + int(l % 3);
    }
    for (std::size_t l = 0; l < local; ++l)
      CHECK_EQ(out[std::size_t(g) * local + l], g == 6 ? -1 : result[l]);
  }
  sycl::free(out, q);
  return check::result();
}
