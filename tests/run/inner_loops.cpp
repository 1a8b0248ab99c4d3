//! also = ["-O2 -fno-scythe-mlir"]
//! flags = "-Werror"

// Loops inside work-items, which the compiler runs around vectors of work-items: sizes that do not fill vectors or
// tiles, loops that none or only some of the work-items enter, several exits, nested loops.
#include "check.hpp"
#include <sycl/sycl.hpp>
#include <vector>

namespace {

// Works the same way on both sides.
int collatz(unsigned n) {
  int steps = 0;
  while (n > 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

int first_multiple(const int *table, int n, int divisor) {
  for (int i = 0; i < n; ++i) {
    if (table[i] % divisor == 0)
      return i;
  }
  return -1;
}

void multiply(sycl::queue &q, std::size_t rows, std::size_t columns, std::size_t depth) {
  std::vector<float> a(rows * depth + 1), b(depth * columns + 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = float(i % 7);
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = float(i % 5) - 2;
  float *da = sycl::malloc_shared<float>(a.size(), q), *db = sycl::malloc_shared<float>(b.size(), q);
  float *c = sycl::malloc_shared<float>(rows * columns, q);
  std::copy(a.begin(), a.end(), da);
  std::copy(b.begin(), b.end(), db);
  const auto body = [=](std::size_t y, std::size_t x) {
    float sum = 0;
    for (std::size_t k = 0; k < depth; ++k)
      sum += da[y * depth + k] * db[k * columns + x];
    c[y * columns + x] = sum;
  };
  const auto verify = [&] {
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < columns; ++x) {
        float sum = 0; // small integers: exact in any order
        for (std::size_t k = 0; k < depth; ++k)
          sum += a[y * depth + k] * b[k * columns + x];
        CHECK(c[y * columns + x] == sum);
        c[y * columns + x] = -1;
      }
  };
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> i) { body(i[0], i[1]); }).wait();
  verify();
  for (auto [ly, lx] : {std::pair<std::size_t, std::size_t>{1, 1}, {3, 5}, {4, 16}, {1, 33}}) {
    if (rows % ly || columns % lx)
      continue;
    q.parallel_for(sycl::nd_range<2>({rows, columns}, {ly, lx}), [=](sycl::nd_item<2> it) {
       body(it.get_global_id(0), it.get_global_id(1));
     }).wait();
    verify();
  }
  for (void *p : {static_cast<void *>(da), static_cast<void *>(db), static_cast<void *>(c)})
    sycl::free(p, q);
}

void divergent(sycl::queue &q, std::size_t n, std::size_t local) {
  int *steps = sycl::malloc_shared<int>(n, q), *found = sycl::malloc_shared<int>(n, q);
  int *table = sycl::malloc_shared<int>(64, q), *sums = sycl::malloc_shared<int>(n, q);
  for (int i = 0; i < 64; ++i)
    table[i] = 3 * i + 1;
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const std::size_t i = it.get_global_id(0);
     steps[i] = collatz(unsigned(i));
     found[i] = first_multiple(table, 64, int(i % 11) + 1);
     int sum = 0;
     for (int k = 0; k < 5; ++k)             // all of them
       for (int j = int(i % 9); j < 7; ++j) // some of them
         sum += j * k + int(i);
     sums[i] = sum;
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(steps[i] == collatz(unsigned(i)));
    CHECK(found[i] == first_multiple(table, 64, int(i % 11) + 1));
    int sum = 0;
    for (int k = 0; k < 5; ++k)
      for (int j = int(i % 9); j < 7; ++j)
        sum += j * k + int(i);
    CHECK(sums[i] == sum);
  }
  for (int *p : {steps, found, table, sums})
    sycl::free(p, q);
}

// A kernel with barriers and a loop between them, and private memory that would not fit on the stack for all lanes at
// once.
void beside_barriers(sycl::queue &q, std::size_t local) {
  constexpr int cells = 3000;
  const std::size_t n = local * 3;
  int *out = sycl::malloc_shared<int>(n + 1, q);
  int *width = out + n;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> tile(local, h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const int l = int(it.get_local_id(0));
       if (it.get_global_id(0) == 0)
         *width = int(it.get_sub_group().get_max_local_range()[0]);
       int cell[cells];
       for (int i = 0; i < cells; ++i)
         cell[i] = i * l;
       tile[l] = cell[l + 7];
       sycl::group_barrier(it.get_group());
       int sum = 0;
       for (std::size_t k = 0; k < local; ++k)
         sum += tile[k] + l;
       const int most = sycl::reduce_over_group(it.get_sub_group(), l, sycl::maximum<>());
       out[it.get_global_id(0)] = sum + cell[most];
     });
   }).wait();
  // Sub-groups are neighbours, the last one may be short.
  for (std::size_t i = 0; i < n; ++i) {
    const int l = int(i % local);
    int sum = 0;
    for (int k = 0; k < int(local); ++k)
      sum += (k + 7) * k + l;
    const int most = std::min(l / *width * *width + *width - 1, int(local) - 1);
    CHECK(out[i] == sum + most * l);
  }
  sycl::free(out, q);
}

} // namespace

int main() {
  sycl::queue q;
  for (auto [rows, columns] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {3, 5}, {16, 16}, {6, 33}, {21, 70}, {64, 48}})
    for (std::size_t depth : {0, 1, 17})
      multiply(q, rows, columns, depth);
  for (auto [n, local] : {std::pair<std::size_t, std::size_t>{1, 1}, {60, 12}, {256, 64}, {99, 33}})
    divergent(q, n, local);
  for (std::size_t local : {1, 15, 16, 40, 128})
    beside_barriers(q, local);
  return check::result();
}
