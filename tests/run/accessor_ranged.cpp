//! also = ["-O0", "-O2 -fno-scythe-mlir"]
// Ranged accessors: indices count from the offset, pointers do not
// (SYCL 2020 §4.7.6.8).
#include "check.hpp"

#include <atomic>
#include <thread>
#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<int> v(20), m(8 * 9), t(4 * 5 * 6);
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor a(b, h, range(5), id(10), write_only);
      CHECK(a.get_offset() == 10 && a.size() == 5 && a.get_range() == range(5));
      h.parallel_for(5, [=](id<1> i) { a[i] = int(i) + 1; });
    });
    q.submit([&](handler &h) {
      accessor a(b, h, range(3)); // without an offset: the first elements
      h.parallel_for(3, [=](id<1> i) { a[i] = 7; });
    });
    // The pointer is the start of the buffer. What is outside the range is not
    // there on devices with memory of their own.
    if (q.get_device().is_cpu())
      q.submit([&](handler &h) {
        accessor a(b, h, range(2), id(18));
        h.single_task([=] { a.get_pointer()[17] = 99; });
      });
    else
      q.submit([&](handler &h) {
        accessor a(b, h, range(2), id(17));
        h.single_task([=] { a.get_pointer()[17] = 99; });
      });
    // Writes outside the range of the accessor before it are kept.
    host_accessor read(b, range(4), id(9), read_only);
    CHECK_EQ(read[0], 0);
    CHECK_EQ(read[1], 1);
    CHECK_EQ(read[3], 3);
    CHECK(read.get_pointer() + 9 == &read[0]);
  }
  CHECK_ALL(v, 20, [](std::size_t i) {
    return i < 3 ? 7 : i >= 10 && i < 15 ? int(i) - 9 : i == 17 ? 99 : 0;
  });
  {
    buffer<int, 2> b(m.data(), {8, 9});
    q.submit([&](handler &h) {
      accessor a(b, h, {3, 4}, {2, 5});
      h.parallel_for({3, 4}, [=](item<2> i) {
        a[i] = 1;
        a[i[0]][i[1]] += int(10 * i[0] + i[1]) * 10;
      });
    });
    host_accessor box(b, range(2, 2), id(3, 6));
    CHECK_EQ(box[0][0], 1 + 110);
    box[{1, 1}] = -1;
  }
  CHECK_ALL(m, m.size(), [](std::size_t i) {
    const std::size_t y = i / 9, x = i % 9;
    if (y == 4 && x == 7)
      return -1;
    return y >= 2 && y < 5 && x >= 5 ? int(1 + 10 * (10 * (y - 2) + x - 5)) : 0;
  });
  {
    buffer<int, 3> b(t.data(), {4, 5, 6});
    q.submit([&](handler &h) {
      accessor a(b, h, range(2, 2, 3), id(1, 2, 3), write_only);
      h.parallel_for(range(2, 2, 3), [=](item<3> i) {
        a[i[0]][i[1]][i[2]] = int(i.get_linear_id()) + 1;
      });
    });
  }
  CHECK_ALL(t, t.size(), [](std::size_t i) {
    const std::size_t z = i / 30, y = i / 6 % 5, x = i % 6;
    return z >= 1 && z < 3 && y >= 2 && y < 4 && x >= 3
               ? int(((z - 1) * 2 + y - 2) * 3 + x - 3 + 1)
               : 0;
  });

  // Regions beyond the buffer, with overflow too.
  buffer b(v);
  buffer<int, 2> b2(m.data(), {8, 9});
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { accessor(b, h, range(21)); }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { accessor(b, h, range(5), id(16)); }));
  CHECK_THROWS(errc::invalid,
               q.submit([&](handler &h) { accessor(b, h, range(2), id(std::size_t(-1))); }));
  CHECK_THROWS(errc::invalid,
               q.submit([&](handler &h) { accessor(b2, h, range(1, 2), id(0, 8)); }));
  CHECK_THROWS(errc::invalid, host_accessor(b, range(1), id(20)));
  CHECK_THROWS(errc::invalid, accessor(b, range(30)));
  CHECK_THROWS(errc::invalid, b.get_access(range(30)));
  { // Commands with boxes that do not meet come one after the other all the same
    // (SYCL 2020 §4.7.6.4), also those with boxes of nothing; sub-buffers do not.
    std::atomic<bool> go = false;
    std::atomic<int> done = 0;
    int last = -1, nothing = -1, sub = -1;
    buffer<int> b(range<1>(2048));
    buffer<int> front(b, 0, range<1>(1024)), back(b, 1024, range<1>(1024));
    q.submit([&](handler &h) {
      accessor a(front, h, range(7), write_only_host_task);
      h.host_task([=, &go, &done] {
        while (!go)
          std::this_thread::yield();
        done = 1;
      });
    });
    q.submit([&](handler &h) {
       accessor a(back, h, range(1), read_only_host_task);
       h.host_task([=, &done, &sub] { sub = done; });
     }).wait();
    q.submit([&](handler &h) {
      accessor a(front, h, range(1), id(7), read_only_host_task);
      h.host_task([=, &done, &last] { last = done; });
    });
    q.submit([&](handler &h) {
      accessor a(b, h, range(0), id(100), read_only_host_task);
      h.host_task([=, &done, &nothing] { nothing = done; });
    });
    CHECK_EQ(sub, 0);
    go = true;
    q.wait();
    CHECK_EQ(last, 1);
    CHECK_EQ(nothing, 1);
  }
  return check::result();
}
