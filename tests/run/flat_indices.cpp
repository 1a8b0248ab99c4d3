//! also = ["-O3 -g", "-O2 -fno-scythe-split-rows", "-O2 -fno-scythe-mlir"]
// Kernels that divide a flat index by the width of an array: columns, rows and planes of awkward sizes, in all
// arithmetic, with guards, stencils, loops and reductions.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

template <typename T>
void expect(const char *what, std::size_t x, std::size_t y, const T *got, const std::vector<T> &want) {
  for (std::size_t i = 0; i < want.size(); ++i)
    if (got[i] != want[i]) {
      std::printf("%s, %zu x %zu: %g instead of %g at %zu\n", what, x, y, double(got[i]), double(want[i]), i);
      ++failures;
      return;
    }
}

// The halo is unchanged. `Index` is the type of the kernel's arithmetic.
template <typename Index> void stencil(sycl::queue &queue, Index x, Index y) {
  const std::size_t size = std::size_t(x) * std::size_t(y);
  double *const p = sycl::malloc_shared<double>(size + 1, queue);
  double *const w = sycl::malloc_shared<double>(size + 1, queue);
  std::vector<double> want(size);
  for (std::size_t i = 0; i < size; ++i) {
    p[i] = double(i * 7 % 31);
    w[i] = want[i] = -1;
  }
  for (Index j = 1; j + 1 < y; ++j)
    for (Index k = 1; k + 1 < x; ++k) {
      const std::size_t i = std::size_t(j) * std::size_t(x) + std::size_t(k);
      want[i] = p[i] + 2 * p[i - 1] + 3 * p[i + 1] + 4 * p[i - std::size_t(x)] + 5 * p[i + std::size_t(x)];
    }
  queue.parallel_for(sycl::range<1>(size), [=](sycl::item<1> item) {
    const Index i = Index(item.get_linear_id());
    const Index k = i % x, j = i / x;
    if (k > 0 && k < x - 1 && j > 0 && j < y - 1)
      w[i] = p[i] + 2 * p[i - 1] + 3 * p[i + 1] + 4 * p[i - x] + 5 * p[i + x];
  });
  queue.wait();
  expect("stencil", std::size_t(x), std::size_t(y), w, want);
  double *const sum = sycl::malloc_shared<double>(1, queue);
  *sum = 0;
  queue.parallel_for(sycl::range<1>(size), sycl::reduction(sum, sycl::plus<>()), [=](sycl::id<1> id, auto &all) {
    const Index i = Index(id[0]);
    const Index k = i % x, j = i / x;
    if (k > 0 && k < x - 1 && j > 0 && j < y - 1)
      all += p[i] + double(k) - double(j);
  });
  queue.wait();
  std::vector<double> total(1);
  for (Index j = 1; j + 1 < y; ++j)
    for (Index k = 1; k + 1 < x; ++k)
      total[0] += p[std::size_t(j) * std::size_t(x) + std::size_t(k)] + double(k) - double(j);
  expect("sum", std::size_t(x), std::size_t(y), sum, total);
  sycl::free(sum, queue);
  sycl::free(p, queue);
  sycl::free(w, queue);
}

// Planes, rows and columns, computed in both ways; there are more work-items than elements.
void planes(sycl::queue &queue, std::size_t x, std::size_t y, std::size_t z) {
  const std::size_t size = x * y * z;
  int *const out = sycl::malloc_shared<int>(2 * size + 1, queue);
  std::vector<int> want(2 * size);
  for (std::size_t i = 0; i < size; ++i) {
    const bool inside = i % x > 0 && i / x % y > 0 && i / (x * y) < z - 1;
    want[i] = inside ? int(i % x + 1000 * (i / x % y) + 1000000 * (i / (x * y))) : 7;
    want[size + i] = int(i % (x * y) % x) - int(i % (x * y) / x);
    out[i] = out[size + i] = 7;
  }
  const std::size_t group = 96, padded = (size + group - 1) / group * group;
  queue.parallel_for(sycl::nd_range<1>(padded, group), [=](sycl::nd_item<1> item) {
    const std::size_t i = item.get_global_id(0);
    if (i >= size)
      return;
    const std::size_t l = i % x, j = i / x % y, k = i / (x * y);
    if (l > 0 && j > 0 && k < z - 1)
      out[i] = int(l + 1000 * j + 1000000 * k);
  });
  queue.parallel_for(sycl::range<1>(size), [=](sycl::id<1> id) {
    const unsigned i = unsigned(id[0]);
    const unsigned rest = i % unsigned(x * y);
    out[size + i] = int(rest % unsigned(x)) - int(rest / unsigned(x));
  });
  queue.wait();
  expect("planes", x, y * z, out, want);
  sycl::free(out, queue);
}

// A matrix product by flat index, whose loop runs lanes of a row inside; and the sums of the columns of a row.
void product(sycl::queue &queue, int n, int m) {
  float *const a = sycl::malloc_shared<float>(std::size_t(n * m), queue);
  float *const out = sycl::malloc_shared<float>(std::size_t(n * m), queue);
  std::vector<float> want(std::size_t(n * m));
  for (int i = 0; i < n * m; ++i)
    a[i] = float(i % 5 - 2);
  for (int i = 0; i < n * m; ++i)
    for (int k = 0; k < n; ++k)
      want[std::size_t(i)] += a[k * m + i % m] * float(i / m + k);
  queue.parallel_for(sycl::range<1>(std::size_t(n * m)), [=](sycl::id<1> id) {
    const int i = int(id), row = i / m, column = i % m;
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[k * m + column] * float(row + k);
    out[i] = sum;
  });
  queue.wait();
  expect("product", std::size_t(m), std::size_t(n), out, want);
  sycl::free(a, queue);
  sycl::free(out, queue);
}

// Only work-items that reach the division divide, and negative numbers are rounded toward zero.
void signs(sycl::queue &queue, int x) {
  const int size = 1000;
  int *const out = sycl::malloc_shared<int>(size, queue);
  std::vector<int> want(size);
  for (int i = 0; i < size; ++i)
    want[std::size_t(i)] = x != 0 ? (i - 500) / x * 10000 + (i - 500) % x : -1;
  queue.parallel_for(sycl::range<1>(size), [=](sycl::id<1> id) {
    const int i = int(id) - 500;
    out[id] = x != 0 ? i / x * 10000 + i % x : -1;
  });
  queue.wait();
  expect("signs", std::size_t(x), 1, out, want);
  sycl::free(out, queue);
}

} // namespace

int main() {
  sycl::queue queue{sycl::property::queue::in_order()};
  const int sizes[][2] = {{1, 1}, {1, 70}, {70, 1}, {31, 5}, {32, 32}, {33, 7}, {100, 3}, {257, 41}, {5000, 3}};
  for (const auto &[x, y] : sizes) {
    stencil<int>(queue, x, y);
    stencil<std::size_t>(queue, std::size_t(x), std::size_t(y));
    stencil<unsigned>(queue, unsigned(x), unsigned(y));
    stencil<long>(queue, x, y);
    planes(queue, std::size_t(x), std::size_t(y), 3);
    product(queue, y, x);
  }
  stencil<short>(queue, 100, 90);
  planes(queue, 40, 50, 6);
  product(queue, 100, 64);
  for (const int x : {0, 1, -1, 3, 40, -40, 499, 500, -501, 5000})
    signs(queue, x);
  if (failures == 0)
    std::puts("ok");
  return failures == 0 ? 0 : 1;
}
