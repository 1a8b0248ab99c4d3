// Accessors: placeholders, as containers, with ranges and offsets, subscripts.
//! also = ["-O0", "-O2 -fno-scythe-mlir"]
#include "check.hpp"


#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

// Placeholder accessors and handler::require.
namespace placeholders {

using namespace sycl;

void all() {
  queue q;
  std::vector<int> v(100);
  std::vector<int> source(100, 4);
  {
    buffer b(v);
    const std::vector<int> &constant = source;
    buffer<int> c(constant);
    accessor out(b, write_only);
    accessor in(c, read_only);
    accessor part(b, range(10), id(90));
    CHECK(out.is_placeholder() && in.is_placeholder() && part.is_placeholder());
    q.submit([&](handler &h) {
      h.require(out);
      h.require(in);
      h.parallel_for(100, [=](id<1> i) { out[i] = in[i] + int(i); });
    });
    // The same placeholder again; it may also be required twice.
    q.submit([&](handler &h) {
      h.require(part);
      h.require(part);
      h.parallel_for(10, [=](id<1> i) { part[i] = -part[i]; });
    });
    // A write to the buffer of the const data, then the old placeholder.
    q.submit([&](handler &h) {
      accessor w(c, h, write_only);
      CHECK(!w.is_placeholder());
      h.parallel_for(100, [=](id<1> i) { w[i] = 1000; });
    });
    q.submit([&](handler &h) {
      h.require(in);
      accessor o(b, h);
      h.require(o); // no effect: it is not a placeholder
      h.parallel_for(10, [=](id<1> i) { o[i] += in[i]; });
    });
    accessor<int, 0> scalar(b);
    q.submit([&](handler &h) {
      h.require(scalar);
      h.single_task([=] { scalar = scalar + 1; });
    });
  }
  CHECK_ALL(v, 100, [](std::size_t i) {
    const int value = 4 + int(i);
    return i == 0 ? value + 1001 : i < 10 ? value + 1000 : i < 90 ? value : -value;
  });
  CHECK_ALL(source, 100, [](std::size_t) { return 4; });
}

} // namespace placeholders

// Accessors as containers: iteration covers the accessed range only.
namespace iterators {

using namespace sycl;

void all() {
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
  // Of local memory, whose iterators are not pointers.
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
}

} // namespace iterators

// Ranged accessors: indices count from the offset, pointers do not
// (SYCL 2020 §4.7.6.8).
namespace ranged {

using namespace sycl;

void all() {
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
    // The pointer is the start of the buffer. On devices with their own memory, elements outside the range are not
    // present.
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
  { // Commands whose boxes do not overlap still run one after the other
    // (SYCL 2020 §4.7.6.4), also those with empty boxes; sub-buffers do not.
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
}

} // namespace ranged

// Subscripts of accessors in all spellings: what converts to an id, to a number, or to both.
namespace subscripts {

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

void all() {
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

}

} // namespace subscripts

int main() {
  placeholders::all();
  iterators::all();
  ranged::all();
  subscripts::all();
  return check::result();
}
