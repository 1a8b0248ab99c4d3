// Index spaces of launches: ranges and nd_ranges in one to three dimensions, with offsets, and all ways to write them.
//! also = ["-O0", "-O2 -fno-scythe-mlir"]
#include "check.hpp"



// One-dimensional ranges of odd sizes, including zero.
namespace range_1d {

void all() {
  sycl::queue q;
  for (std::size_t n : {0, 1, 2, 3, 7, 8, 31, 64, 65, 100, 1000, 4099, 100003}) {
    // A guard element behind the range shows whether too many items run.
    int *data = sycl::malloc_shared<int>(n + 1, q);
    q.fill(data, -1, n + 1).wait();
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] = 3 * int(i) + 1; }).wait();
    CHECK_ALL(data, n, [](std::size_t i) { return 3 * int(i) + 1; });
    CHECK_EQ(data[n], -1);

    std::size_t *range = sycl::malloc_shared<std::size_t>(n + 1, q);
    q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> item) {
       range[item.get_linear_id()] = item.get_range(0) + item.get_id(0);
     }).wait();
    CHECK_ALL(range, n, [=](std::size_t i) { return n + i; });

    // Reads its own element: no item may run twice.
    q.parallel_for(n, [=](int i) { data[i] += 10; }).wait();
    CHECK_ALL(data, n, [](std::size_t i) { return 3 * int(i) + 11; });
    sycl::free(data, q);
    sycl::free(range, q);
  }
}

} // namespace range_1d

// Two-dimensional ranges: the last dimension is the contiguous one.
namespace range_2d {

void run(sycl::queue &q, std::size_t rows, std::size_t columns) {
  const std::size_t n = rows * columns;
  std::size_t *data = sycl::malloc_shared<std::size_t>(n + 1, q);
  data[n] = 12345;
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> i) {
     data[i[0] * columns + i[1]] = 1000 * i[0] + i[1];
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) { return 1000 * (i / columns) + i % columns; });
  CHECK_EQ(data[n], 12345);

  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> item) {
     data[item.get_linear_id()] = item.get_range(0) * 1000000 + item.get_range()[1] * 1000 +
                                  item[0] + item.get_id()[1];
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) {
    return rows * 1000000 + columns * 1000 + i / columns + i % columns;
  });
  sycl::free(data, q);
}

void all() {
  sycl::queue q;
  for (std::size_t rows : {0, 1, 3, 8, 17})
    for (std::size_t columns : {0, 1, 2, 7, 16, 33, 101})
      run(q, rows, columns);
  run(q, 1, 5000);
  run(q, 5000, 1);
}

} // namespace range_2d

// Three-dimensional ranges.
namespace range_3d {

void run(sycl::queue &q, std::size_t a, std::size_t b, std::size_t c) {
  const std::size_t n = a * b * c;
  std::size_t *data = sycl::malloc_shared<std::size_t>(n + 1, q);
  data[n] = 777;
  q.parallel_for(sycl::range<3>(a, b, c), [=](sycl::id<3> i) {
     data[(i[0] * b + i[1]) * c + i[2]] = i[0] * 10000 + i[1] * 100 + i[2];
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) {
    return i / (b * c) * 10000 + i / c % b * 100 + i % c;
  });
  q.parallel_for(sycl::range<3>(a, b, c), [=](sycl::item<3> item) {
     data[item.get_linear_id()] += item.get_range().size();
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) {
    return i / (b * c) * 10000 + i / c % b * 100 + i % c + n;
  });
  CHECK_EQ(data[n], 777);
  sycl::free(data, q);
}

void all() {
  sycl::queue q;
  for (std::size_t a : {0, 1, 3, 5})
    for (std::size_t b : {0, 1, 4, 7})
      for (std::size_t c : {0, 1, 2, 9, 40})
        run(q, a, b, c);
  run(q, 1, 1, 3001);
  run(q, 3001, 1, 1);
}

} // namespace range_3d

// The queries of an nd_item in one dimension.
namespace nd_range_1d {

struct record {
  std::size_t global, global_linear, local, local_linear, group, group_linear, group_range,
      global_range, local_range, members;
};

void all() {
  sycl::queue q;
  for (auto [n, l] : {std::pair<std::size_t, std::size_t>{1, 1}, {8, 1}, {8, 8}, {96, 3}, {70, 7},
                      {1024, 64}, {999, 27}, {0, 4}}) {
    record *out = sycl::malloc_shared<record>(n + 1, q);
    q.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
       const sycl::group<1> group = it.get_group();
       const bool members =
           group.get_group_id() == it.get_group(0) && group[0] == group.get_group_id(0) &&
           group.get_local_id() == it.get_local_id() &&
           group.get_local_range() == it.get_local_range() &&
           group.get_group_range(0) == it.get_group_range(0) &&
           group.get_max_local_range() == it.get_local_range() &&
           group.get_group_linear_range() == it.get_group_range().size() &&
           group.get_local_linear_range() == it.get_local_range().size() &&
           group.leader() == (it.get_local_id(0) == 0) &&
           it.get_nd_range().get_global_range() == it.get_global_range() &&
           it.get_nd_range().get_local_range() == it.get_local_range();
       out[it.get_global_linear_id()] = {it.get_global_id(0),   it.get_global_linear_id(),
                                         it.get_local_id(0),    it.get_local_linear_id(),
                                         it.get_group(0),       it.get_group_linear_id(),
                                         it.get_group_range(0), it.get_global_range(0),
                                         it.get_local_range(0), members ? 1u : 0u};
     }).wait();
    for (std::size_t i = 0; i < n; ++i) {
      CHECK_EQ(out[i].global, i);
      CHECK_EQ(out[i].global_linear, i);
      CHECK_EQ(out[i].local, i % l);
      CHECK_EQ(out[i].local_linear, i % l);
      CHECK_EQ(out[i].group, i / l);
      CHECK_EQ(out[i].group_linear, i / l);
      CHECK_EQ(out[i].group_range, n / l);
      CHECK_EQ(out[i].global_range, n);
      CHECK_EQ(out[i].local_range, l);
      CHECK_EQ(out[i].members, 1);
    }
    sycl::free(out, q);
  }
}

} // namespace nd_range_1d

// Work-groups in two and three dimensions.
namespace nd_range_2d_3d {

void run_2d(sycl::queue &q, sycl::range<2> global, sycl::range<2> local) {
  const std::size_t n = global.size();
  std::size_t *out = sycl::malloc_shared<std::size_t>(5 * n, q);
  q.parallel_for(sycl::nd_range<2>(global, local), [=](sycl::nd_item<2> it) {
     std::size_t *o = out + 5 * (it.get_global_id(0) * global[1] + it.get_global_id(1));
     o[0] = it.get_global_linear_id();
     o[1] = it.get_local_linear_id();
     o[2] = it.get_group_linear_id();
     o[3] = it.get_group(0) * local[0] + it.get_local_id(0);
     o[4] = it.get_group(1) * local[1] + it.get_local_id(1);
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t y = i / global[1], x = i % global[1];
    CHECK_EQ(out[5 * i], i);
    CHECK_EQ(out[5 * i + 1], y % local[0] * local[1] + x % local[1]);
    CHECK_EQ(out[5 * i + 2], y / local[0] * (global[1] / local[1]) + x / local[1]);
    CHECK_EQ(out[5 * i + 3], y);
    CHECK_EQ(out[5 * i + 4], x);
  }
  sycl::free(out, q);
}

void run_3d(sycl::queue &q, sycl::range<3> global, sycl::range<3> local) {
  const std::size_t n = global.size();
  std::size_t *out = sycl::malloc_shared<std::size_t>(4 * n, q);
  q.parallel_for(sycl::nd_range<3>(global, local), [=](const sycl::nd_item<3> &it) {
     const sycl::id<3> g = it.get_global_id();
     std::size_t *o = out + 4 * ((g[0] * global[1] + g[1]) * global[2] + g[2]);
     o[0] = it.get_global_linear_id();
     o[1] = it.get_local_linear_id();
     o[2] = it.get_group().get_group_linear_id();
     // The SYCL 1.2.1 spelling.
     const sycl::group<3> group = it.get_group();
     o[3] = group.get_linear_id() == o[2] && group.get_global_range() == global &&
            group.get_global_range(1) == global[1] && group.get_id() == group.get_group_id() &&
            group.get_id(2) == group.get_group_id(2);
   }).wait();
  const sycl::range<3> groups = global / local;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t z = i / (global[1] * global[2]), y = i / global[2] % global[1],
                      x = i % global[2];
    CHECK_EQ(out[4 * i], i);
    CHECK_EQ(out[4 * i + 1],
             (z % local[0] * local[1] + y % local[1]) * local[2] + x % local[2]);
    CHECK_EQ(out[4 * i + 3], 1u);
    CHECK_EQ(out[4 * i + 2],
             (z / local[0] * groups[1] + y / local[1]) * groups[2] + x / local[2]);
  }
  sycl::free(out, q);
}

void all() {
  sycl::queue q;
  run_2d(q, {4, 4}, {2, 2});
  run_2d(q, {3, 35}, {1, 7});
  run_2d(q, {12, 5}, {4, 5});
  run_2d(q, {1, 64}, {1, 16});
  run_3d(q, {4, 4, 4}, {2, 2, 2});
  run_3d(q, {2, 9, 5}, {1, 3, 5});
  run_3d(q, {6, 1, 14}, {3, 1, 7});
}

} // namespace nd_range_2d_3d

// Launches with an offset (deprecated in SYCL 2020): ids start there, linear
// ids do not.
namespace offsets {

void all() {
  sycl::queue q;
  std::size_t *d = sycl::malloc_shared<std::size_t>(200, q);
  q.fill(d, std::size_t(0), 200).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(10), sycl::id<1>(5), [=](sycl::item<1> i) {
       d[i] = 1000 * i.get_linear_id() + 10 * i.get_offset()[0] + i.get_range(0);
     });
   }).wait();
  CHECK_ALL(d, 20, [](std::size_t i) {
    return i >= 5 && i < 15 ? 1000 * (i - 5) + 60 : 0;
  });

  q.fill(d, std::size_t(0), 200).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<2>(3, 4), sycl::id<2>(2, 1), [=](sycl::id<2> i) {
       d[i[0] * 10 + i[1]] = 1;
     });
   }).wait();
  CHECK_ALL(d, 100, [](std::size_t i) {
    const std::size_t y = i / 10, x = i % 10;
    return y >= 2 && y < 5 && x >= 1 && x < 5 ? 1u : 0u;
  });

  q.fill(d, std::size_t(0), 200).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<3>(1, 2, 3), sycl::id<3>(1, 1, 1), [=](sycl::item<3> i) {
       d[(i[0] * 5 + i[1]) * 5 + i[2]] = i.get_linear_id() + 1;
     });
   }).wait();
  std::size_t next = 1;
  for (std::size_t y = 1; y < 3; ++y)
    for (std::size_t x = 1; x < 4; ++x)
      CHECK_EQ(d[(5 + y) * 5 + x], next++);

  q.fill(d, std::size_t(0), 200).wait();
  q.parallel_for(sycl::range<1>(7), sycl::id<1>(2), [=](sycl::id<1> i) { d[i] = i; }).wait();
  CHECK_ALL(d, 20, [](std::size_t i) { return i >= 2 && i < 9 ? i : 0; });

  q.fill(d, std::size_t(0), 200).wait();
  q.parallel_for(sycl::nd_range<1>(8, 4, 3), [=](sycl::nd_item<1> i) {
     d[i.get_global_id()] = 100 * i.get_global_linear_id() + 10 * i.get_local_id(0) +
                            i.get_offset()[0];
   }).wait();
  CHECK_ALL(d, 12, [](std::size_t i) {
    return i >= 3 && i < 11 ? 100 * (i - 3) + 10 * ((i - 3) % 4) + 3 : 0;
  });
  sycl::free(d, q);
}

} // namespace offsets

// Numbers, braces and ranges as index spaces, in queue and handler.
namespace spellings {

void all() {
  sycl::queue q;
  int *d = sycl::malloc_shared<int>(64, q);
  auto reset = [&] { q.fill(d, 0, 64).wait(); };
  auto sum = [&] {
    int s = 0;
    for (int i = 0; i < 64; ++i)
      s += d[i];
    return s;
  };

  const int n = 5;
  unsigned u = 6;
  std::size_t s = 7;
  reset(), q.parallel_for(n, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 5);
  reset(), q.parallel_for(u, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 6);
  reset(), q.parallel_for(s, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 7);
  reset(), q.parallel_for({s}, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 7);
  reset(), q.parallel_for({2, 3}, [=](auto i) { d[i.get_linear_id()] = 1; }).wait();
  CHECK_EQ(sum(), 6);
  reset(), q.parallel_for({2, 3, 4}, [=](auto i) { d[i.get_linear_id()] = 1; }).wait();
  CHECK_EQ(sum(), 24);
  reset(), q.parallel_for(sycl::range{3}, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 3);
  reset(), q.parallel_for(sycl::range{3, 3}, [=](sycl::id<2> i) { d[i[0] * 3 + i[1]] = 1; })
               .wait();
  CHECK_EQ(sum(), 9);
  reset(), q.parallel_for(sycl::nd_range<1>{8, 4}, [=](auto i) { d[i.get_global_id()] = 1; })
               .wait();
  CHECK_EQ(sum(), 8);
  reset(), q.parallel_for(sycl::nd_range<2>{{4, 2}, {2, 1}},
                          [=](auto i) { d[i.get_global_linear_id()] = 1; })
               .wait();
  CHECK_EQ(sum(), 8);
  reset(), q.single_task([=] { d[3] = 1; }).wait(), CHECK_EQ(sum(), 1);

  reset();
  q.submit([&](sycl::handler &h) { h.parallel_for(n, [=](auto i) { d[i] = 1; }); }).wait();
  CHECK_EQ(sum(), 5);
  reset();
  q.submit([&](sycl::handler &h) {
     h.parallel_for({3, 5}, [=](auto i) { d[i.get_linear_id()] = 1; });
   }).wait();
  CHECK_EQ(sum(), 15);
  reset();
  q.submit([&](sycl::handler &h) {
     h.parallel_for<class named>(sycl::range{9}, [=](auto i) { d[i] = 1; });
   }).wait();
  CHECK_EQ(sum(), 9);
  reset();
  q.submit([&](sycl::handler &h) { h.single_task([=] { d[63] = 4; }); }).wait();
  CHECK_EQ(sum(), 4);

  // With dependencies, as one event and as a list.
  reset();
  sycl::event first = q.single_task([=] { d[0] = 1; });
  sycl::event second = q.parallel_for(4, first, [=](auto i) { d[i + 1] = d[0] + int(i); });
  sycl::event third =
      q.parallel_for({4}, {first, second}, [=](auto i) { d[i + 5] = d[i + 1] * 2; });
  q.parallel_for(sycl::nd_range<1>(4, 2), std::vector<sycl::event>{third},
                 [=](auto it) { d[it.get_global_id() + 9] = d[it.get_global_id() + 5] + 1; })
      .wait();
  const int want[] = {1, 1, 2, 3, 4, 2, 4, 6, 8, 3, 5, 7, 9};
  CHECK_ALL(d, 13, [&](std::size_t i) { return want[i]; });
  q.single_task(third, [=] { d[0] = 50; }).wait();
  q.single_task(std::vector<sycl::event>{}, [=] { d[0] += 1; }).wait();
  CHECK_EQ(d[0], 51);
  sycl::free(d, q);
}

} // namespace spellings

int main() {
  range_1d::all();
  range_2d::all();
  range_3d::all();
  nd_range_1d::all();
  nd_range_2d_3d::all();
  offsets::all();
  spellings::all();
  return check::result();
}
