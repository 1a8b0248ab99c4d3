//! also = ["-O2 -fno-scythe-mlir"]
// Kernels whose neighbours in a dimension other than the last access adjacent memory: the shapes of work-groups, and
// loops over work-items, follow that dimension. No work-item may be omitted or repeated at the edges.
#include "check.hpp"

#include <vector>

namespace {

using array = std::vector<float>;

array numbers(std::size_t count) {
  array result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = static_cast<float>(i % 1021) - 500.0f;
  return result;
}

void compare(sycl::buffer<float> &got, const array &want) {
  sycl::host_accessor values(got, sycl::read_only);
  CHECK_ALL(values, want.size(), [&](std::size_t i) { return want[i]; });
}

// Adjacent stores along the first of two dimensions.
void transpose(sycl::queue &q, std::size_t rows, std::size_t columns) {
  array in = numbers(rows * columns), want(rows * columns, -1.0f);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < columns; ++x)
      want[x * rows + y] = in[y * columns + x] + 1.0f;
  sycl::buffer<float> from(in.data(), in.size()), to(in.size());
  for (int round = 0; round < 3; ++round) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> i) {
        b[i[1] * rows + i[0]] = a[i[0] * columns + i[1]] + 1.0f;
      });
    });
    compare(to, want);
  }
}

// The same, in work-groups of the program, for a part of a buffer.
void transpose_in_groups(sycl::queue &q, sycl::range<2> global, sycl::range<2> local,
                         sycl::id<2> offset) {
  const std::size_t rows = global[0] + offset[0], columns = global[1] + offset[1];
  array in = numbers(rows * columns), want(rows * columns, -1.0f);
  for (std::size_t y = offset[0]; y < rows; ++y)
    for (std::size_t x = offset[1]; x < columns; ++x)
      want[x * rows + y] = in[y * columns + x];
  array out(want.size(), -1.0f);
  {
    sycl::buffer<float> from(in.data(), in.size()), to(out.data(), out.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h, sycl::read_write);
      h.parallel_for(sycl::nd_range<2>(global, local), [=](sycl::nd_item<2> item) {
        const std::size_t y = item.get_global_id(0) + offset[0];
        const std::size_t x = item.get_global_id(1) + offset[1];
        b[x * rows + y] = a[y * columns + x];
      });
    });
  }
  CHECK_ALL(out, want.size(), [&](std::size_t i) { return want[i]; });
}

// A matrix product whose matrices are stored by columns: lanes along the first dimension run the loop.
void product_by_columns(sycl::queue &q, std::size_t rows, std::size_t columns, std::size_t depth) {
  array left(rows * depth), right(depth * columns), want(rows * columns, 0.0f);
  for (std::size_t i = 0; i < left.size(); ++i)
    left[i] = static_cast<float>(i % 7);
  for (std::size_t i = 0; i < right.size(); ++i)
    right[i] = static_cast<float>(i % 5);
  for (std::size_t x = 0; x < columns; ++x)
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t k = 0; k < depth; ++k)
        want[x * rows + y] += left[k * rows + y] * right[x * depth + k];
  sycl::buffer<float> a(left.data(), left.size()), b(right.data(), right.size()), c(want.size());
  q.submit([&](sycl::handler &h) {
    sycl::accessor l(a, h, sycl::read_only), r(b, h, sycl::read_only);
    sycl::accessor p(c, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> item) {
      const std::size_t y = item[0], x = item[1];
      float sum = 0.0f;
      for (std::size_t k = 0; k < depth; ++k)
        sum += l[k * rows + y] * r[x * depth + k];
      p[x * rows + y] = sum;
    });
  });
  compare(c, want);
}

// Adjacent along the first, then the second of three dimensions.
template <int Inner> void cube(sycl::queue &q, sycl::range<3> size) {
  const auto place = [size](std::size_t z, std::size_t y, std::size_t x) {
    return Inner == 0 ? (y * size[2] + x) * size[0] + z : (z * size[2] + x) * size[1] + y;
  };
  array in = numbers(size.size()), want(size.size());
  for (std::size_t z = 0; z < size[0]; ++z)
    for (std::size_t y = 0; y < size[1]; ++y)
      for (std::size_t x = 0; x < size[2]; ++x)
        want[place(z, y, x)] = in[place(z, y, x)] * 2.0f + static_cast<float>(x + 10 * y);
  sycl::buffer<float> from(in.data(), in.size()), to(in.size());
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(from, h, sycl::read_only);
    sycl::accessor b(to, h, sycl::write_only, sycl::no_init);
    h.parallel_for(size, [=](sycl::id<3> i) {
      const std::size_t at = place(i[0], i[1], i[2]);
      b[at] = a[at] * 2.0f + static_cast<float>(i[2] + 10 * i[1]);
    });
  });
  compare(to, want);
}

} // namespace

int main() {
  sycl::queue q;
  for (std::size_t rows : {1, 7, 15, 16, 17, 300, 1031})
    for (std::size_t columns : {1, 3, 16, 61})
      transpose(q, rows, columns);
  transpose_in_groups(q, {64, 48}, {16, 8}, {0, 0});
  transpose_in_groups(q, {64, 48}, {4, 16}, {3, 5});
  transpose_in_groups(q, {30, 3}, {30, 1}, {1, 0});
  for (std::size_t rows : {1, 5, 16, 37, 100})
    for (std::size_t columns : {1, 4, 21})
      product_by_columns(q, rows, columns, 19);
  cube<0>(q, {70, 5, 9});
  cube<0>(q, {3, 50, 9});
  cube<1>(q, {4, 70, 9});
  cube<1>(q, {9, 2, 33});
  return check::result();
}
