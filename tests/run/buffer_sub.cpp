// Sub-buffers: regions, rules and dependencies.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  const std::size_t align =
      std::max<std::size_t>(q.get_device().get_info<info::device::mem_base_addr_align>() / 8, 4);
  const std::size_t chunk = align / sizeof(int); // elements between legal origins
  const std::size_t n = 4 * chunk;
  std::vector<int> v(n, 1);
  {
    buffer b(v);
    buffer<int> second(b, id<1>(chunk), range<1>(chunk));
    buffer<int> rest(b, id<1>(2 * chunk), range<1>(2 * chunk));
    CHECK(second.is_sub_buffer() && !b.is_sub_buffer());
    CHECK_EQ(second.size(), chunk);
    CHECK(second != b);
    q.submit([&](handler &h) {
      accessor a(second, h, write_only);
      h.parallel_for(chunk, [=](int i) { a[i] = 100 + i; });
    });
    q.submit([&](handler &h) {
      accessor a(rest, h);
      h.parallel_for(2 * chunk, [=](int i) { a[i] += 200 + i; });
    });
    // The parent sees what was written through the parts, and the other way.
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(n, [=](id<1> i) { a[i] *= 2; });
    });
    host_accessor part(second, read_only);
    CHECK_ALL(part, chunk, [](std::size_t i) { return 2 * (100 + int(i)); });
    host_accessor ranged(rest, range<1>(3), id<1>(2), read_only);
    CHECK_ALL(ranged, 3, [](std::size_t i) { return 2 * (201 + int(i) + 2); });
  }
  CHECK_ALL(v, n, [=](std::size_t i) {
    return 2 * (i < chunk ? 1 : i < 2 * chunk ? 100 + int(i - chunk) : 201 + int(i - 2 * chunk));
  });

  // Rows of a two-dimensional buffer.
  std::vector<int> m(8 * chunk);
  {
    buffer<int, 2> b(m.data(), range(8, chunk));
    buffer<int, 2> rows(b, id(2, 0), range(3, chunk));
    q.submit([&](handler &h) {
      accessor a(rows, h, write_only);
      h.parallel_for(rows.get_range(), [=](id<2> i) { a[i] = int(1000 * i[0] + i[1]); });
    });
    // Rules (SYCL 2020 §4.7.2.1).
    CHECK_THROWS(errc::invalid, buffer<int, 2>(b, id(0, 0), range(2, chunk / 2)));
    CHECK_THROWS(errc::invalid, buffer<int, 2>(b, id(7, 0), range(2, chunk)));
    CHECK_THROWS(errc::invalid, buffer<int, 2>(b, id(0, 1), range(1, chunk)));
    CHECK_THROWS(errc::invalid, buffer<int, 2>(rows, id(0, 0), range(1, chunk)));
    buffer<int, 2> part_of_row(b, id(1, 0), range(1, chunk / 2));
    CHECK_EQ(part_of_row.size(), chunk / 2);
    buffer<int, 2> misaligned(b, id(1, 1), range(1, 1));
    if (align > sizeof(int))
      CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
        accessor a(misaligned, h);
        h.single_task([=] { a[0][0] = 1; });
      }));
    host_accessor from_host(misaligned, read_only);
    CHECK_EQ(from_host[0][0], 0);
  }
  CHECK_ALL(m, m.size(), [=](std::size_t i) {
    const std::size_t row = i / chunk;
    return row >= 2 && row < 5 ? int(1000 * (row - 2) + i % chunk) : 0;
  });
  return check::result();
}
