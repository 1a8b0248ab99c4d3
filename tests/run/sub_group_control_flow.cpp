//! also = ["-O0"]
// Sub-group operations in control flow that diverges between the sub-groups of a work-group: branches that only some
// of them take, loops that they leave at different times, results as trip counts; between barriers of the whole
// work-group.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

// A loop whose trip count differs between sub-groups.
int countdown(sycl::sub_group g, int x) {
  int rounds = 0;
  while (sycl::any_of_group(g, x > 0)) {
    x -= 1 + sycl::shift_group_right(g, 0, 0);
    ++rounds;
  }
  return rounds;
}

struct Kernel {
  long *out;
  sycl::local_accessor<int, 1> tile;

  void operator()(sycl::nd_item<1> it) const {
    const sycl::sub_group g = it.get_sub_group();
    const int l = int(it.get_local_id(0)), local = int(it.get_local_range(0));
    const int id = int(g.get_group_linear_id());
    long result = 0;
    if (id % 2 == 0)
      result += sycl::reduce_over_group(g, l, sycl::plus<>());
    for (int i = 0; i < id + 1; ++i)
      result = result * 3 + sycl::inclusive_scan_over_group(g, i + l % 2, sycl::plus<>());
    if (id == 1)
      sycl::group_barrier(g);
    tile[l] = int(result % 1000);
    sycl::group_barrier(it.get_group());
    const int across = tile[(l + 5) % local];
    // Switches and early exits inside a loop.
    for (int i = 0; i < 6; ++i) {
      switch ((id + i) % 3) {
      case 0:
        result += sycl::group_broadcast(g, across, 0);
        break;
      case 1:
        result += sycl::permute_group_by_xor(g, across, 0);
        continue;
      default:
        result += i;
      }
      if (i >= id + 2)
        break;
    }
    sycl::group_barrier(it.get_group());
    result += 100 * countdown(g, (across + id) % 5);
    result += sycl::reduce_over_group(it.get_group(), l, sycl::maximum<>());
    out[it.get_global_id(0)] = result;
  }
};

// The host does the same, sub-group by sub-group.
std::vector<long> expected(std::size_t local, std::size_t size) {
  std::vector<long> result(local, 0);
  std::vector<int> tile(local), across(local);
  const auto of = [&](std::size_t l) { return int(l / size); };
  const auto first = [&](std::size_t l) { return l / size * size; };
  for (std::size_t l = 0; l < local; ++l) {
    const std::size_t begin = first(l), end = std::min(begin + size, local);
    if (of(l) % 2 == 0)
      for (std::size_t i = begin; i < end; ++i)
        result[l] += long(i);
    for (int i = 0; i < of(l) + 1; ++i) {
      long scan = 0;
      for (std::size_t k = begin; k <= l; ++k)
        scan += i + int(k % 2);
      result[l] = result[l] * 3 + scan;
    }
    tile[l] = int(result[l] % 1000);
  }
  for (std::size_t l = 0; l < local; ++l)
    across[l] = tile[(l + 5) % local];
  for (std::size_t l = 0; l < local; ++l)
    for (int i = 0; i < 6; ++i) {
      const int way = (of(l) + i) % 3;
      result[l] += way == 0 ? across[first(l)] : way == 1 ? across[l] : i;
      if (way != 1 && i >= of(l) + 2)
        break;
    }
  for (std::size_t l = 0; l < local; ++l) {
    int rounds = 0;
    for (std::size_t i = first(l); i < std::min(first(l) + size, local); ++i)
      rounds = std::max(rounds, (across[i] + of(l)) % 5);
    result[l] += 100 * rounds + long(local) - 1;
  }
  return result;
}

template <typename Launch>
void run(sycl::queue &q, std::size_t local, std::size_t size, Launch launch) {
  const std::size_t n = local * 2;
  long *out = sycl::malloc_shared<long>(n, q);
  q.submit([&](sycl::handler &h) {
     const sycl::local_accessor<int, 1> tile(sycl::range<1>(local), h);
     launch(h, sycl::nd_range<1>(n, local), Kernel{out, tile});
   }).wait();
  const std::vector<long> want = expected(local, size);
  CHECK_ALL(out, n, [&](std::size_t i) { return want[i % local]; });
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  for (std::size_t local : {3, 16, 37, 64}) {
#define WITH_SIZE(N)                                                                               \
  if (check::has_sub_groups_of(N, q))                                                              \
  run(q, local, N, [](sycl::handler &h, sycl::nd_range<1> range, Kernel kernel) {                  \
    h.parallel_for(range, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] {              \
      kernel(it);                                                                                  \
    });                                                                                            \
  });
    WITH_SIZE(4)
    WITH_SIZE(8)
    WITH_SIZE(16)
    WITH_SIZE(32)
#undef WITH_SIZE
  }
  return check::result();
}
