//! also = ["-O2 -fno-scythe-mlir"]
// Subscripts of accessors in all spellings: what converts to an id, to a number, or to both.
#include "check.hpp"

#include <vector>

using namespace sycl;

namespace {

enum place : unsigned { third = 3 };
struct cell {
  int value;
  char rest[20];
};
// A class of the program that stands for an index.
struct position {
  std::size_t row, column;
  operator id<2>() const { return {row, column}; }
};

template <typename Accessor> void one_dimension(const Accessor &a) {
  const id<1> constant(1);
  id<1> index(2);
  const int number = 4;
  const unsigned char small = 6;
  a[0] = 1;
  a[constant] = 2;
  a[index] = 3;
  a[third] = 4;
  a[number] = 5;
  a[5u] = 6;
  a[small] = 7;
  a[std::size_t(7)] = 8;
  a[{8}] = 9;
  a[id(9)] = 10;
  a[index + 8] = 11;
  a[8 + index + constant] = 12;
  a[index[0] + 10] = 13;
  a[constant * 13] = 14;
  a[long(14)] = 15;
  a[short(15)] = 16;
}

template <typename Accessor> void two_dimensions(const Accessor &a) {
  const id<2> constant(0, 1);
  a[0][0] = 1;
  a[constant] = 2;
  a[{0, 2}] = 3;
  a[id(0, 3)] = 4;
  a[constant + id<2>(1, -1)] = 5;
  a[1][third - 2] = 6;
  a[position{1, 2}] = 7;
  auto row = a[1];
  row[third] = 8;
}

template <typename Accessor> void three_dimensions(const Accessor &a) {
  id<3> index;
  a[index] = 1;
  a[0][0][1] = 2;
  a[{0, 1, 0}] = 3;
  auto plane = a[0];
  plane[1][1] = 4;
  a[id(1, 0, 0)] = 5;
  a[index + id<3>(1, 0, 1)] = 6;
  auto row = a[1][1];
  row[0] = 7;
  a[range<3>(1, 1, 1)] = 8;
}

template <typename T> void check_counted(const std::vector<T> &values) {
  CHECK_ALL(values, values.size(), [](std::size_t i) { return T(i + 1); });
}

} // namespace

int main() {
  queue q;
  std::vector<float> one(16), two(8), three(8);
  std::vector<float> host_one(16), host_two(8), host_three(8);
  {
    buffer b1(one);
    buffer<float, 2> b2(two.data(), {2, 4});
    buffer<float, 3> b3(three.data(), {2, 2, 2});
    q.submit([&](handler &h) {
      accessor a1(b1, h);
      accessor a2(b2, h, write_only);
      accessor<float, 3, access_mode::discard_write> a3(b3, h);
      h.single_task([=] {
        one_dimension(a1);
        two_dimensions(a2);
        three_dimensions(a3);
      });
    });
    buffer c1(host_one);
    buffer<float, 2> c2(host_two.data(), {2, 4});
    buffer<float, 3> c3(host_three.data(), {2, 2, 2});
    one_dimension(host_accessor(c1));
    two_dimensions(host_accessor(c2));
    three_dimensions(host_accessor(c3, write_only));
  }
  check_counted(one);
  check_counted(two);
  check_counted(three);
  check_counted(host_one);
  check_counted(host_two);
  check_counted(host_three);

  // Local memory.
  std::vector<int> from_local(32);
  {
    buffer out(from_local);
    q.submit([&](handler &h) {
      accessor to(out, h, write_only);
      local_accessor<int> l1(16, h);
      local_accessor<int, 2> l2({2, 4}, h);
      accessor<int, 3, access_mode::read_write, target::local> l3({2, 2, 2}, h);
      h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
        one_dimension(l1);
        two_dimensions(l2);
        three_dimensions(l3);
        for (int i = 0; i < 16; ++i)
          to[i] = l1[i];
        for (int i = 0; i < 8; ++i) {
          to[i + 16] = l2[i / 4][i % 4];
          to[i + 24] = l3[{std::size_t(i / 4), std::size_t(i / 2 % 2), std::size_t(i % 2)}];
        }
        to[0] = int(l1.get_range()[0] + l1.size() + l2.get_range().size() + l3.size());
        to[1] = int(&l1[1] - l1.get_pointer().get());
      });
    });
  }
  CHECK_EQ(from_local[0], 48);
  CHECK_EQ(from_local[1], 1);
  for (int i = 2; i < 32; ++i)
    CHECK_EQ(from_local[i], i < 16 ? i + 1 : i % 8 + 1);

  // Items with and without an offset, in each dimension; elements of a class, read-only ones.
  std::vector<cell> cells(24);
  std::vector<int> flags(24);
  {
    buffer<cell> b1(cells.data(), 24);
    buffer<cell, 2> b2 = b1.reinterpret<cell, 2>({4, 6});
    buffer<cell, 3> b3 = b1.reinterpret<cell, 3>({2, 3, 4});
    buffer f(flags);
    q.submit([&](handler &h) {
      accessor a(b1, h);
      h.parallel_for(24, [=](item<1> i) { a[i].value = int(i) + int(a[i.get_id()].value); });
    });
    q.submit([&](handler &h) {
      accessor a(b1, h);
      h.parallel_for(24, [=](item<1, false> i) { a[i].value += 100; });
    });
    q.submit([&](handler &h) {
      accessor a(b2, h);
      h.parallel_for({4, 6}, [=](item<2> i) { a[i].value += int(i.get_linear_id()) * 1000; });
    });
    q.submit([&](handler &h) {
      accessor a(b3, h);
      h.parallel_for({2, 3, 4}, [=](item<3, false> i) { a[i].value += 100000; });
    });
    q.submit([&](handler &h) {
      accessor<cell, 2, access_mode::read> whole(b2, h);
      accessor<const cell, 2> part(b2, h, range(2, 3), id(1, 2));
      accessor to(f, h, write_only);
      h.parallel_for({4, 6}, [=](id<2> i) {
        const bool inside = i[0] >= 1 && i[0] < 3 && i[1] >= 2 && i[1] < 5;
        const int value = whole[i].value;
        const int same = inside ? part[i - part.get_offset()].value : value;
        to[i[0] * 6 + i[1]] = value == same && part.size() == 6;
      });
    });
  }
  CHECK_ALL(flags, flags.size(), [](std::size_t) { return 1; });
  for (int i = 0; i < 24; ++i)
    CHECK_EQ(cells[i].value, 100100 + 1001 * i);

  return check::result();
}
