//! also = ["-O0", "-O2 -fno-scythe-hostdev"]
// Loops that read memory element by element, through pointers of any alignment and over rows of any length: versions
// that read several elements at once run only where they may.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void expect(const char *what, int shift, int n, double got, double want) {
  if (got != want) {
    std::printf("%s, shift %d, n %d: %g instead of %g\n", what, shift, n, got, want);
    ++failures;
  }
}

constexpr int rows = 19, most = 160;

// Sums of rows, and of one column through a pitch.
template <typename T> void sums(sycl::queue &q, T *memory, T *results, int shift, int n) {
  const T *from = memory + shift;
  T *to = results + shift;
  q.parallel_for(sycl::range<1>(rows), [=](sycl::id<1> i) {
     T sum = 0;
     for (int k = 0; k < n; ++k)
       sum += from[int(i) * n + k];
     to[i] = sum;
   }).wait();
  for (int i = 0; i < rows; ++i) {
    T want = 0;
    for (int k = 0; k < n; ++k)
      want += from[i * n + k];
    expect("row", shift, n, double(to[i]), double(want));
  }
}

// A filter whose size is known, from its first element on.
template <typename T> void filtered(sycl::queue &q, T *memory, T *results, int shift, int n) {
  const T *image = memory, *filter = memory + shift;
  T *to = results;
  q.parallel_for(sycl::range<2>(rows, 8), [=](sycl::id<2> at) {
     T sum = 0;
     for (int i = 0; i < 3; ++i)
       for (int j = 0; j < 5; ++j)
         sum += image[(int(at[0]) + i) * n + int(at[1]) + j] * filter[i * 5 + j];
     to[at[0] * 8 + at[1]] = sum;
   }).wait();
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < 8; ++x) {
      T want = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
          want += image[(y + i) * n + x + j] * filter[i * 5 + j];
      expect("filter", shift, n, double(to[y * 8 + x]), double(want));
    }
}

// The same memory is read and written: no version may read early.
void in_place(sycl::queue &q, int *memory, int n) {
  std::vector<int> want(memory, memory + n);
  int *from = memory, *to = memory + 1;
  q.single_task([=] {
     for (int k = 0; k + 1 < n; ++k)
       to[k] = from[k] + 1;
   }).wait();
  for (int k = 0; k + 1 < n; ++k)
    want[k + 1] = want[k] + 1;
  for (int k = 0; k < n; ++k)
    expect("in place", 0, n, memory[k], want[k]);
}

template <typename T> void all(sycl::queue &q) {
  const std::size_t size = std::size_t(rows + 3) * most + 64;
  T *memory = sycl::malloc_shared<T>(size, q), *results = sycl::malloc_shared<T>(size, q);
  for (std::size_t i = 0; i < size; ++i)
    memory[i] = T(i % 7);
  for (int shift : {0, 1, 2, 4, 5})
    for (int n : {0, 1, 3, 16, 17, 48, 100, 160}) {
      sums(q, memory, results, shift, n);
      if (n >= 16)
        filtered(q, memory, results, shift, n);
    }
  sycl::free(memory, q);
  sycl::free(results, q);
}

} // namespace

int main() {
  sycl::queue q;
  all<float>(q);
  all<int>(q);
  all<short>(q);
  int *memory = sycl::malloc_shared<int>(64, q);
  for (int i = 0; i < 64; ++i)
    memory[i] = 3 * i;
  in_place(q, memory, 64);
  sycl::free(memory, q);
  return failures != 0;
}
