//! opt = ["-O2"]
// Fourteen kernels in one program, of one to three dimensions, over ranges and over work-groups, with accessors and
// with pointers: each gets its own arguments and its own entry in the module.
#include "check.hpp"

#include <sycl/sycl.hpp>

using namespace sycl;

constexpr std::size_t x = 5, y = 6, z = 8, n = x * y * z;

int main() {
  queue q;
  int *out = malloc_shared<int>(n, q);
  const auto fresh = [&] { std::fill(out, out + n, -1); };
  const auto numbered = [&](int add) {
    CHECK_ALL(out, n, [=](int i) { return i + add; });
    fresh();
  };
  // With an accessor: compares the buffer's contents afterwards.
  const auto by_accessor = [&](int add, auto submit) {
    {
      buffer<int, 1> b{out, range<1>{n}};
      q.submit([&](handler &h) {
        accessor a{b, h, write_only};
        submit(h, a);
      });
    }
    numbered(add);
  };
  fresh();
  const auto flat = [](auto id, std::size_t h, std::size_t w) { return (id[0] * h + id[1]) * w + id[2]; };

  q.parallel_for(range<1>{n}, [=](id<1> i) { out[i] = static_cast<int>(i[0]) + 1; }).wait();
  numbered(1);
  q.parallel_for(range<2>{x * y, z}, [=](item<2> i) {
     out[i.get_linear_id()] = static_cast<int>(i.get_linear_id()) + 2;
   }).wait();
  numbered(2);
  q.parallel_for(range<3>{x, y, z}, [=](id<3> i) {
     out[flat(i, y, z)] = static_cast<int>(flat(i, y, z)) + 3;
   }).wait();
  numbered(3);
  q.parallel_for(nd_range<1>{n, z}, [=](nd_item<1> i) {
     out[i.get_global_linear_id()] = static_cast<int>(i.get_global_linear_id()) + 4;
   }).wait();
  numbered(4);
  q.parallel_for(nd_range<2>{{x * y, z}, {3, 4}}, [=](nd_item<2> i) {
     out[i.get_global_linear_id()] = static_cast<int>(i.get_global_linear_id()) + 5;
   }).wait();
  numbered(5);
  q.parallel_for(nd_range<3>{{x, y, z}, {1, 3, 4}}, [=](nd_item<3> i) {
     out[i.get_global_linear_id()] = static_cast<int>(i.get_global_linear_id()) + 6;
   }).wait();
  numbered(6);
  q.single_task([=] {
     for (std::size_t i = 0; i < n; ++i)
       out[i] = static_cast<int>(i) + 7;
   }).wait();
  numbered(7);

  by_accessor(8, [&](handler &h, auto a) {
    h.parallel_for(range<1>{n}, [=](item<1> i) { a[i] = static_cast<int>(i[0]) + 8; });
  });
  by_accessor(9, [&](handler &h, auto a) {
    h.parallel_for(range<2>{x * y, z}, [=](id<2> i) {
      a[i[0] * z + i[1]] = static_cast<int>(i[0] * z + i[1]) + 9;
    });
  });
  by_accessor(10, [&](handler &h, auto a) {
    h.parallel_for(range<3>{x, y, z}, [=](item<3> i) {
      a[i.get_linear_id()] = static_cast<int>(i.get_linear_id()) + 10;
    });
  });
  by_accessor(11, [&](handler &h, auto a) {
    local_accessor<int, 1> l{z, h};
    h.parallel_for(nd_range<1>{n, z}, [=](nd_item<1> i) {
      l[z - 1 - i.get_local_id(0)] = static_cast<int>(i.get_global_id(0)) + 11;
      group_barrier(i.get_group());
      a[i.get_global_id()] = l[z - 1 - i.get_local_id(0)];
    });
  });
  by_accessor(12, [&](handler &h, auto a) {
    h.parallel_for(nd_range<2>{{x * y, z}, {5, 2}}, [=](nd_item<2> i) {
      a[i.get_global_linear_id()] = static_cast<int>(i.get_global_linear_id()) + 12;
    });
  });
  by_accessor(13, [&](handler &h, auto a) {
    local_accessor<int, 3> l{{1, 2, 8}, h};
    h.parallel_for(nd_range<3>{{x, y, z}, {1, 2, 8}}, [=](nd_item<3> i) {
      l[0][1 - i.get_local_id(1)][i.get_local_id(2)] = static_cast<int>(i.get_global_linear_id()) + 13;
      group_barrier(i.get_group());
      a[i.get_global_linear_id()] = l[0][1 - i.get_local_id(1)][i.get_local_id(2)];
    });
  });
  {
    buffer<int, 3> b{out, range<3>{x, y, z}};
    q.submit([&](handler &h) {
      accessor a{b, h, write_only, no_init};
      h.parallel_for(range<3>{x, y, z}, [=](id<3> i) { a[i] = static_cast<int>(flat(i, y, z)) + 14; });
    });
  }
  numbered(14);
  {
    buffer<int, 3> b{out, range<3>{x, y, z}};
    q.submit([&](handler &h) {
      accessor a{b, h, range<3>{x, 3, z}, id<3>{0, 2, 0}, read_write};
      h.parallel_for(range<3>{x, 3, z}, [=](item<3> i) { a[i] += 100; });
    });
  }
  CHECK_ALL(out, n, [](int i) {
    const int row = i / static_cast<int>(z) % static_cast<int>(y);
    return row >= 2 && row < 5 ? 99 : -1;
  });
  free(out, q);
  return check::result();
}
