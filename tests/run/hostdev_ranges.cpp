//! also = ["-O2 -fno-scythe-mlir"]
// Ranges, offsets and work-group sizes that differ between launches of one kernel: queries in the kernel must return
// those of its own launch, even if the compiler knows another launch.
#include "check.hpp"

#include <vector>

using namespace sycl;

// Each work-item counts itself and stores the launch's size.
void over_range(queue &q, std::size_t count, std::vector<int> &visits, std::vector<int> &sizes) {
  buffer v(visits), s(sizes);
  q.submit([&](handler &h) {
    accessor visit(v, h, read_write);
    accessor size(s, h, write_only);
    h.parallel_for(count, [=](item<1> i) {
      visit[i] += 1;
      size[i] = int(i.get_range(0));
    });
  });
}

void ranges(queue &q) {
  // Zero, one, primes, powers of two, and one size again after another.
  for (const std::size_t count : {0, 1, 7, 64, 101, 1000, 64, 1009, 1}) {
    std::vector<int> visits(1009), sizes(1009);
    over_range(q, count, visits, sizes);
    CHECK_ALL(visits, visits.size(), [=](std::size_t i) { return int(i < count); });
    CHECK_ALL(sizes, sizes.size(), [=](std::size_t i) { return i < count ? int(count) : 0; });
  }
}

// One launch has a constant size, another in the same function does not.
void constant_and_not(queue &q, std::size_t count) {
  struct Kernel {
    accessor<std::size_t, 2, access_mode::read_write> out;
    void operator()(item<2> i) const {
      for (std::size_t k = 0; k < i.get_range(1); ++k)
        out[i] += i.get_range(0) * 1000 + k;
    }
  };
  std::vector<std::size_t> v(30 * 40);
  {
    buffer<std::size_t, 2> b(v.data(), range(30, 40));
    q.submit([&](handler &h) { h.parallel_for(range(30, 40), Kernel{accessor(b, h)}); });
    q.submit([&](handler &h) { h.parallel_for(range(count, 2 * count), Kernel{accessor(b, h)}); });
  }
  CHECK_ALL(v, v.size(), [=](std::size_t i) {
    const auto sum = [](std::size_t rows, std::size_t columns) {
      return columns * rows * 1000 + columns * (columns - 1) / 2;
    };
    const bool both = i / 40 < count && i % 40 < 2 * count;
    return sum(30, 40) + (both ? sum(count, 2 * count) : 0);
  });
}

// The buffer's size changes between launches of a kernel that queries its accessor.
void accessor_ranges(queue &q) {
  for (const range<2> size : {range(3, 5), range(8, 8), range(1, 17), range(3, 5)}) {
    std::vector<std::size_t> v(size.size());
    {
      buffer<std::size_t, 2> b(v.data(), size);
      q.submit([&](handler &h) {
        accessor a(b, h, write_only);
        h.parallel_for(size, [=](id<2> i) {
          a[i] = a.get_range()[0] * 10000 + a.get_range()[1] * 100 + i[0] * size[1] + i[1];
        });
      });
    }
    CHECK_ALL(v, v.size(),
              [=](std::size_t i) { return size[0] * 10000 + size[1] * 100 + i; });
  }
}

// A ranged accessor whose box changes.
void accessor_boxes(queue &q) {
  std::vector<int> v(100);
  {
    buffer b(v);
    for (const std::size_t at : {10, 0, 60, 10})
      q.submit([&](handler &h) {
        accessor a(b, h, range(20), id(at), read_write);
        h.parallel_for(20, [=](id<1> i) { a[i] += int(1000 + a.get_offset()[0] + a.size()); });
      });
  }
  CHECK_ALL(v, v.size(), [](std::size_t i) {
    int sum = 0;
    for (const std::size_t at : {10, 0, 60, 10})
      sum += i >= at && i < at + 20 ? int(1020 + at) : 0;
    return sum;
  });
}

// Deprecated, but supported.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
void offsets(queue &q) {
  std::vector<int> v(200);
  {
    buffer b(v);
    for (const std::size_t at : {0, 50, 120})
      q.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for(range(70), id(at), [=](item<1> i) {
          a[i.get_id()] += int(1 + 1000 * i.get_offset()[0] + i.get_range(0));
        });
      });
  }
  CHECK_ALL(v, v.size(), [](std::size_t i) {
    int sum = 0;
    for (const std::size_t at : {0, 50, 120})
      sum += i >= at && i < at + 70 ? int(71 + 1000 * at) : 0;
    return sum;
  });
}

// The index at which a work-item writes depends on the number of work-items in a group.
void groups(queue &q) {
  for (const std::size_t size : {1, 4, 32, 60, 4}) {
    const std::size_t count = 480;
    std::vector<std::size_t> v(count);
    {
      buffer b(v);
      q.submit([&](handler &h) {
        accessor a(b, h, write_only);
        local_accessor<std::size_t> turned(range(size), h);
        h.parallel_for(nd_range<1>(count, size), [=](nd_item<1> i) {
          const std::size_t local = i.get_local_id(0), group_size = i.get_local_range(0);
          turned[group_size - 1 - local] = i.get_global_id(0);
          group_barrier(i.get_group());
          a[i.get_group(0) * group_size + local] =
              turned[local] + 1000 * i.get_group_range(0) + 1000000 * turned.size();
        });
      });
    }
    CHECK_ALL(v, count, [=](std::size_t i) {
      const std::size_t first = i / size * size;
      return first + (size - 1 - i % size) + 1000 * (count / size) + 1000000 * size;
    });
  }
}

// Odd sizes in three dimensions, read along the wrong dimension: the right work-item writes each element, once.
void shapes(queue &q) {
  for (const range<3> size : {range(1, 1, 1), range(7, 11, 13), range(64, 3, 5), range(2, 1, 129)}) {
    std::vector<std::size_t> v(size.size()), turned(size.size());
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = i;
    {
      buffer<std::size_t, 3> from(v.data(), size);
      buffer<std::size_t, 3> to(turned.data(), range(size[2], size[1], size[0]));
      q.submit([&](handler &h) {
        accessor a(from, h, read_only);
        accessor b(to, h, read_write);
        h.parallel_for(size, [=](item<3> i) { b[i[2]][i[1]][i[0]] += a[i] + 1; });
      });
    }
    CHECK_ALL(turned, turned.size(), [=](std::size_t i) {
      const std::size_t z = i % size[0], y = i / size[0] % size[1], x = i / size[0] / size[1];
      return (z * size[1] + y) * size[2] + x + 1;
    });
  }
}

int main(int argc, char **) {
  queue q;
  ranges(q);
  constant_and_not(q, 4 + argc);
  accessor_ranges(q);
  accessor_boxes(q);
  offsets(q);
  groups(q);
  shapes(q);
  return check::result();
}
