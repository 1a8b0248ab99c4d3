//! also = ["-O0", "-O2 -fno-scythe-mlir"]
// Barriers in loops, nested loops and helpers; private arrays and values of several types live across
// them; a whole group may leave early.
#include "check.hpp"
#include <sycl/sycl.hpp>
#include <vector>

struct Wide {
  double d;
  char c;
  short s[3];
};

template <typename T> T shift(sycl::nd_item<1> it, sycl::local_accessor<T, 1> tile, T value) {
  const std::size_t l = it.get_local_id(0), n = it.get_local_range(0);
  tile[l] = value;
  sycl::group_barrier(it.get_group());
  const T result = tile[(l + 1) % n];
  sycl::group_barrier(it.get_group());
  return result;
}

int main() {
  sycl::queue q;
  const std::size_t local = 24, groups = 6, n = local * groups;
  std::vector<double> result(n, -1);
  {
    sycl::buffer<double> out(result);
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(out, h, sycl::write_only);
      sycl::local_accessor<double, 1> tile(sycl::range<1>(local), h);
      sycl::local_accessor<int, 1> counts(sycl::range<1>(local), h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
        const std::size_t g = it.get_global_id(0), l = it.get_local_id(0);
        if (it.get_group(0) == 3) {
          acc[g] = 42;
          return; // the whole group
        }
        double value = double(g);
        double history[8] = {};
        Wide wide{value, char(l), {1, 2, short(l)}};
        counts[l] = 0;
        for (int round = 0; round < 4; ++round) {
          for (int step = 0; step <= round; ++step)
            value = shift(it, tile, value);
          history[round] = value;
          counts[l] += int(l % 3 == 0 ? round : 1);
          if (round % 2 == 0)
            sycl::group_barrier(it.get_group());
          wide.s[round % 3] += short(round);
        }
        double sum = 0;
        for (int round = 0; round < 4; ++round)
          sum += history[round] * (round + 1);
        acc[g] = sum + wide.d * 0.5 + wide.c + wide.s[0] + wide.s[1] + wide.s[2] + counts[l];
      });
    });
  }
  for (std::size_t g = 0; g < n; ++g) {
    const std::size_t l = g % local, base = g - l;
    if (g / local == 3) {
      CHECK(result[g] == 42);
      continue;
    }
    double sum = 0;
    std::size_t moved = 0;
    short s[3] = {1, 2, short(l)};
    int count = 0;
    for (int round = 0; round < 4; ++round) {
      moved += std::size_t(round) + 1;
      sum += double(base + (l + moved) % local) * (round + 1);
      s[round % 3] = short(s[round % 3] + round);
      count += int(l % 3 == 0 ? round : 1);
    }
    CHECK(result[g] == sum + double(g) * 0.5 + double(char(l)) + s[0] + s[1] + s[2] + count);
  }
  return check::result();
}
