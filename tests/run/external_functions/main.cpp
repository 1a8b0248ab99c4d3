//! also = ["-O0"]
// Kernels whose functions are in another translation unit (SYCL 2020 §5.10.1): with barriers, group
// operations, work-item queries, local memory, and in all forms that functions have.
#include "functions.hpp"

#include "../check.hpp"

#include <vector>

static float helper(float x) { return x - 1; }

constexpr std::size_t size = 256, local = 16;

template <typename Body> std::vector<int> launch(sycl::queue &q, Body body) {
  std::vector<int> out(size);
  {
    sycl::buffer<int> buffer(out.data(), sycl::range<1>(size));
    q.submit([&](sycl::handler &h) {
      sycl::accessor access(buffer, h, sycl::write_only);
      sycl::local_accessor<int> tile(local, h);
      h.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) {
        access[item.get_global_id()] = body(item, &tile[0]);
      });
    });
  }
  return out;
}

int expected_offset(int i) {
  const int offsets[] = {3, 1, 4, 1, 5, 9, 2, 6};
  return offsets[i % 8];
}

int main() {
  sycl::queue q;

  std::vector<float> values(size);
  {
    sycl::buffer<float> buffer(values.data(), sycl::range<1>(size));
    q.submit([&](sycl::handler &h) {
      sycl::accessor access(buffer, h, sycl::write_only);
      h.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
        access[i] = twice_plus_one(float(i)) + helper(float(i));
      });
    });
  }
  CHECK_ALL(values, size, [](std::size_t i) { return 2.f * i + 1 + i - 1; });

  auto ids = launch(q, [](sycl::nd_item<1>, int *) { return global_id(); });
  CHECK_ALL(ids, size, [](std::size_t i) { return int(i); });

  auto tiles = launch(q, [](sycl::nd_item<1> item, int *tile) {
    return rotated(item, int(item.get_global_id(0)), tile);
  });
  CHECK_ALL(tiles, size, [](std::size_t i) { return int(i / local * local + (i + 1) % local); });

  auto sums = launch(q, [](sycl::nd_item<1> item, int *) {
    return group_sum(item.get_group(), int(item.get_global_id(0)));
  });
  CHECK_ALL(sums, size, [](std::size_t i) {
    const int first = int(i / local * local);
    return 3 * (int(local) * first + 120) + int(local) * 3;
  });

  auto sub_groups = launch(q, [](sycl::nd_item<1> item, int *) {
    auto group = item.get_sub_group();
    return sub_group_sum(item, 1) - int(group.get_local_range()[0]);
  });
  CHECK_ALL(sub_groups, size, [](std::size_t) { return 0; });

  auto squares = launch(q, [](sycl::nd_item<1> item, int *) {
    const int i = int(item.get_global_id(0));
    return square(i) + int(square(0.5 * i) * 4);
  });
  CHECK_ALL(squares, size, [](std::size_t i) { return int(2 * i * i); });

  auto members = launch(q, [](sycl::nd_item<1> item, int *) {
    int total = 0;
    int result = 0;
    {
      counter c(&total, 5);
      result = c.next() + c(int(item.get_global_id(0))) + counter::last();
    }
    return result + total;
  });
  CHECK_ALL(members, size, [](std::size_t i) {
    return 105 + int(i) * 5 + expected_offset(int(i)) + 77 + 105;
  });

  auto tables = launch(q, [](sycl::nd_item<1> item, int *) {
    table t;
    for (int i = 0; i < 16; ++i)
      t.values[i] = int(item.get_global_id(0)) + i;
    return reversed(t).values[3];
  });
  CHECK_ALL(tables, size, [](std::size_t i) { return int(i) + 12; });

  auto inlined = launch(q, [](sycl::nd_item<1> item, int *) {
    const int i = int(item.get_global_id(0));
    return shared_inline(i) + through_inline(i);
  });
  CHECK_ALL(inlined, size, [](std::size_t i) { return 2 * int(i) + 2001; });

  auto both = launch(q, [](sycl::nd_item<1> item, int *) {
    return on_both_sides(int(item.get_global_id(0)));
  });
  CHECK_ALL(both, size, [](std::size_t i) { return on_both_sides(int(i)); });

  // A kernel without functions of others, beside those above.
  auto plain = launch(q, [](sycl::nd_item<1> item, int *) { return int(item.get_group(0)); });
  CHECK_ALL(plain, size, [](std::size_t i) { return int(i / local); });
  return check::result();
}
