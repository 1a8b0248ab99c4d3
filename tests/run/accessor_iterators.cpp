//! also = ["-O0"]
// Accessors as containers: iteration covers the accessed range only.
#include "check.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<int> v(12), m(6 * 7), t(3 * 4 * 5);
  std::iota(v.begin(), v.end(), 0);
  std::iota(m.begin(), m.end(), 0);
  std::iota(t.begin(), t.end(), 0);
  buffer b(v);
  buffer<int, 2> b2(m.data(), {6, 7});
  buffer<int, 3> b3(t.data(), {3, 4, 5});
  {
    host_accessor a(b, range(4), id(3), read_only);
    CHECK(std::vector<int>(a.begin(), a.end()) == (std::vector<int>{3, 4, 5, 6}));
    CHECK(std::vector<int>(a.rbegin(), a.rend()) == (std::vector<int>{6, 5, 4, 3}));
    CHECK_EQ(a.cend() - a.cbegin(), 4);
    host_accessor box(b2, range(2, 3), id(1, 2), read_only);
    CHECK(std::vector<int>(box.begin(), box.end()) == (std::vector<int>{9, 10, 11, 16, 17, 18}));
    CHECK(std::vector<int>(box.crbegin(), box.crend()) ==
          (std::vector<int>{18, 17, 16, 11, 10, 9}));
    host_accessor cube(b3, range(2, 2, 2), id(1, 1, 3), read_only);
    CHECK(std::vector<int>(cube.begin(), cube.end()) ==
          (std::vector<int>{28, 29, 33, 34, 48, 49, 53, 54}));
    CHECK_EQ(cube.begin()[5], 49);
    CHECK_EQ(*(cube.end() - 2), 53);
    CHECK(cube.begin() + 8 == cube.end());
    CHECK(cube.begin() < cube.end());
    host_accessor whole(b2, read_only);
    CHECK_EQ(std::accumulate(whole.begin(), whole.end(), 0), 41 * 42 / 2);
    CHECK_EQ(whole.size(), 42u);
    CHECK_EQ(whole.byte_size(), 42 * sizeof(int));
  }
  {
    host_accessor a(b2, range(3, 2), id(0, 5));
    std::sort(a.begin(), a.end(), [](int x, int y) { return x > y; });
    CHECK_EQ(a[0][0], 20);
    CHECK_EQ(a[2][1], 5);
  }
  // In a kernel.
  int *sums = malloc_shared<int>(3, q);
  q.submit([&](handler &h) {
     accessor a(b, h, range(4), id(3), read_only);
     accessor box(b2, h, range(2, 3), id(3, 2), read_only);
     accessor<int, 0, access_mode::read> scalar(b, h);
     h.single_task([=] {
       sums[0] = sums[1] = sums[2] = 0;
       for (int x : a)
         sums[0] += x;
       for (auto it = box.begin(); it != box.end(); ++it)
         sums[1] += *it;
       for (int x : scalar)
         sums[2] += x + 1;
     });
   }).wait();
  CHECK_EQ(sums[0], 18);
  CHECK_EQ(sums[1], 23 + 24 + 25 + 30 + 31 + 32);
  CHECK_EQ(sums[2], 1);
  // Of local memory, whose iterators are no pointers.
  constexpr int n = 16;
  int *found = malloc_shared<int>(4, q);
  q.submit([&](handler &h) {
     local_accessor<int, 1> tile(n, h);
     local_accessor<int, 2> table(range(2, 3), h);
     CHECK(tile == tile && tile != local_accessor<int, 1>());
     const std::hash<local_accessor<int, 1>> hash;
     CHECK_EQ(hash(tile), hash(local_accessor<int, 1>(tile)));
     h.parallel_for(nd_range<1>(n, n), [=](nd_item<1> i) {
       tile[i.get_local_id()] = n - 1 - int(i.get_local_id(0));
       group_barrier(i.get_group());
       if (i.get_group().leader()) {
         for (auto it = table.begin(); it < table.end(); it += 1)
           *it = int(it - table.begin());
         std::reverse(tile.begin(), tile.end());
         local_accessor<int, 1>::const_iterator first = tile.begin();
         found[0] = first[3] + *(first + 4) + *(5 + first);
         found[1] = int(tile.cend() - tile.cbegin());
         found[2] = *tile.rbegin() + *(tile.crend() - 1);
         found[3] = std::accumulate(table.rbegin(), table.rend(), 0);
       }
     });
   }).wait();
  CHECK_EQ(found[0], 12);
  CHECK_EQ(found[1], n);
  CHECK_EQ(found[2], n - 1);
  CHECK_EQ(found[3], 15);
  free(found, q);
  free(sums, q);
  return check::result();
}
