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
  free(sums, q);
  return check::result();
}
