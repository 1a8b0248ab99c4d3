//! also = ["-O0", "-O3", "-O2 -fno-scythe-narrow-regions -fno-scythe-unroll-barrier-loops"]

// Guards on the local id between barriers, with bounds that change from one barrier to the next, in one to three
// dimensions.
#include "check.hpp"

namespace {

constexpr std::size_t groups = 5;

/// The sum of each group, by halves.
template <typename T> void tree(sycl::queue &queue, std::size_t size) {
  T *data = sycl::malloc_shared<T>(groups * size, queue), *out = sycl::malloc_shared<T>(groups, queue);
  for (std::size_t i = 0; i < groups * size; i++)
    data[i] = T(i % 17);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T, 1> tile(size, handler);
    handler.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> item) {
      const int local = int(item.get_local_id(0));
      tile[local] = data[item.get_global_id(0)];
      int left = int(item.get_local_range(0));
      while (left > 1) {
        item.barrier(sycl::access::fence_space::local_space);
        const int half = (left + 1) / 2;
        if (local < left - half)
          tile[local] += tile[local + half];
        left = half;
      }
      if (local == 0)
        out[item.get_group(0)] = tile[0];
    });
  }).wait();
  check::elements(out, groups, [=](std::size_t group) {
    T sum = 0;
    for (std::size_t i = 0; i < size; i++)
      sum += data[group * size + i];
    return sum;
  }, __FILE__, __LINE__, "tree");
  sycl::free(data, queue);
  sycl::free(out, queue);
}

/// Sums up to each work-item, by doubling.
void scan(sycl::queue &queue, std::size_t size) {
  long *data = sycl::malloc_shared<long>(groups * size, queue);
  for (std::size_t i = 0; i < groups * size; i++)
    data[i] = long(i * i % 23);
  long *out = sycl::malloc_shared<long>(groups * size, queue);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<long, 1> tile(size, handler);
    handler.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> item) {
      const std::size_t local = item.get_local_id(0);
      long sum = data[item.get_global_id(0)];
      for (std::size_t far = 1; far < item.get_local_range(0); far *= 2) {
        tile[local] = sum;
        sycl::group_barrier(item.get_group());
        if (local >= far)
          sum += tile[local - far];
        sycl::group_barrier(item.get_group());
      }
      out[item.get_global_id(0)] = sum;
    });
  }).wait();
  check::elements(out, groups * size, [=](std::size_t i) {
    long sum = 0;
    for (std::size_t k = i / size * size; k <= i; k++)
      sum += data[k];
    return sum;
  }, __FILE__, __LINE__, "scan");
  sycl::free(data, queue);
  sycl::free(out, queue);
}

/// Each element with its neighbours up to `radius`; the first work-items of a group load the elements outside of
/// it.
void stencil(sycl::queue &queue, int size, int radius) {
  const int count = int(groups) * size;
  int *in = sycl::malloc_shared<int>(count + 2 * radius, queue);
  int *out = sycl::malloc_shared<int>(count, queue);
  for (int i = 0; i < count + 2 * radius; i++)
    in[i] = i * i % 101;
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> tile(size + 2 * radius, handler);
    handler.parallel_for(sycl::nd_range<1>(count, size), [=](sycl::nd_item<1> item) {
      const int global = int(item.get_global_id(0)) + radius;
      const int local = int(item.get_local_id(0)) + radius;
      tile[local] = in[global];
      if (int(item.get_local_id(0)) < radius) {
        tile[local - radius] = in[global - radius];
        tile[local + size] = in[global + size];
      }
      sycl::group_barrier(item.get_group());
      int sum = 0;
      for (int offset = -radius; offset <= radius; offset++)
        sum += tile[local + offset];
      out[global - radius] = sum;
    });
  }).wait();
  check::elements(out, std::size_t(count), [=](std::size_t i) {
    int sum = 0;
    for (int k = 0; k <= 2 * radius; k++)
      sum += in[i + std::size_t(k)];
    return sum;
  }, __FILE__, __LINE__, "stencil");
  sycl::free(in, queue);
  sycl::free(out, queue);
}

/// The sum of each group by strides that double, in groups of 200: every second work-item, every fourth, and so on; and
/// both ends of what is left in between.
void strides(sycl::queue &queue) {
  constexpr int size = 200;
  int *out = sycl::malloc_shared<int>(groups * 3, queue);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 1> tile(size, handler), ends(2, handler);
    handler.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> item) {
      const int local = int(item.get_local_id(0));
      tile[local] = int(item.get_global_id(0));
      if (local < 1)
        ends[0] = tile[local];
      if (local >= size - 1)
        ends[1] = tile[local];
      for (int stride = 1; stride < size; stride *= 2) {
        sycl::group_barrier(item.get_group());
        if (local % (2 * stride) == 0 && local + stride < size)
          tile[local] += tile[local + stride];
      }
      if (local == 0) {
        out[item.get_group(0) * 3] = tile[0];
        out[item.get_group(0) * 3 + 1] = ends[0];
        out[item.get_group(0) * 3 + 2] = ends[1];
      }
    });
  }).wait();
  check::elements(out, groups * 3, [](std::size_t i) {
    const int first = int(i / 3) * size, last = first + size - 1;
    return i % 3 == 0 ? (first + last) * size / 2 : i % 3 == 1 ? first : last;
  }, __FILE__, __LINE__, "strides");
  sycl::free(out, queue);
}

/// The first column of each row, then the last one of the first rows, change elements that all others read.
void columns(sycl::queue &queue) {
  int *out = sycl::malloc_shared<int>(8 * 6 * 14, queue);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int, 3> tile(sycl::range<3>(2, 3, 7), handler);
    handler.parallel_for(sycl::nd_range<3>({8, 6, 14}, {2, 3, 7}), [=](sycl::nd_item<3> item) {
      const auto z = item.get_local_id(0), y = item.get_local_id(1), x = item.get_local_id(2);
      tile[z][y][x] = int(x);
      sycl::group_barrier(item.get_group());
      if (x == 0)
        tile[z][y][6] += int(10 * z + y);
      sycl::group_barrier(item.get_group());
      if (y < 1)
        tile[z][2][x] += 100;
      sycl::group_barrier(item.get_group());
      out[item.get_global_linear_id()] = tile[z][y][x];
    });
  }).wait();
  check::elements(out, 8 * 6 * 14, [](std::size_t i) {
    const int x = int(i % 14 % 7), y = int(i / 14 % 6 % 3), z = int(i / 84 % 2);
    return x + (x == 6 ? 10 * z + y : 0) + (y == 2 ? 100 : 0);
  }, __FILE__, __LINE__, "columns");
  sycl::free(out, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  for (const std::size_t size : {1, 2, 7, 64, 100, 256}) {
    tree<int>(queue, size);
    tree<double>(queue, size);
    scan(queue, size);
  }
  stencil(queue, 256, 3);
  stencil(queue, 20, 20);
  stencil(queue, 33, 7);
  strides(queue);
  columns(queue);
  return check::result();
}
