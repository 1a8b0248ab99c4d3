//! opt = ["-O2", "-O3"]
//! also = ["-O2 -fno-scythe-forward-vectors -fno-scythe-few-lanes"]

// Work-groups of known sizes share an array: between barriers, work-items read values that others have just written a
// few elements further on.
#include "check.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t groups = 5;

/// Prefix sums, with two arrays that alternate.
template <typename T, int Size> void scan(sycl::queue &queue) {
  T *in = sycl::malloc_shared<T>(groups * Size, queue), *out = sycl::malloc_shared<T>(groups * Size, queue);
  for (std::size_t i = 0; i < groups * Size; i++)
    in[i] = T(i * 7 % 13);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<T, 2> sums(sycl::range<2>(2, Size), handler);
    handler.parallel_for(sycl::nd_range<1>(groups * Size, Size), [=](sycl::nd_item<1> item) {
      const std::size_t i = item.get_global_id(0), local = item.get_local_id(0);
      std::size_t now = 0;
      sums[now][local] = in[i];
      for (std::size_t distance = 1; distance < Size; distance *= 2) {
        sycl::group_barrier(item.get_group());
        const T before = local >= distance ? sums[now][local - distance] : T(0);
        sums[1 - now][local] = T(sums[now][local] + before);
        now = 1 - now;
      }
      out[i] = sums[now][local];
    });
  }).wait();
  check::elements(out, groups * Size, [=](std::size_t i) {
    T sum = 0;
    for (std::size_t k = i / Size * Size; k <= i; k++)
      sum = T(sum + in[k]);
    return sum;
  }, __FILE__, __LINE__, "scan");
  sycl::free(in, queue);
  sycl::free(out, queue);
}

/// The sum of each group, by halves; the array follows another one whose size is not a multiple of a vector.
template <typename T, int Size> void halves(sycl::queue &queue) {
  T *in = sycl::malloc_shared<T>(groups * Size, queue), *out = sycl::malloc_shared<T>(groups, queue);
  for (std::size_t i = 0; i < groups * Size; i++)
    in[i] = T(i % 11);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<T, 1> front(3, handler), tree(Size, handler);
    handler.parallel_for(sycl::nd_range<1>(groups * Size, Size), [=](sycl::nd_item<1> item) {
      const std::size_t local = item.get_local_id(0);
      tree[local] = in[item.get_global_id(0)];
      if (local < 3)
        front[local] = T(local + 1);
      for (std::size_t half = Size / 2; half > 0; half /= 2) {
        sycl::group_barrier(item.get_group());
        if (local < half)
          tree[local] = T(tree[local] + tree[local + half]);
      }
      sycl::group_barrier(item.get_group());
      if (local == 0)
        out[item.get_group(0)] = T(tree[0] + front[2]);
    });
  }).wait();
  check::elements(out, groups, [=](std::size_t group) {
    T sum = 3;
    for (std::size_t i = 0; i < Size; i++)
      sum = T(sum + in[group * Size + i]);
    return sum;
  }, __FILE__, __LINE__, "halves");
  sycl::free(in, queue);
  sycl::free(out, queue);
}

/// Three rounds in which each element is replaced by a sum of its neighbours in both dimensions.
template <typename T, int Rows, int Columns> void neighbours(sycl::queue &queue) {
  constexpr std::size_t size = Rows * Columns;
  T *in = sycl::malloc_shared<T>(groups * size, queue), *out = sycl::malloc_shared<T>(groups * size, queue);
  for (std::size_t i = 0; i < groups * size; i++)
    in[i] = T(i * i % 19);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<T, 2> a(sycl::range<2>(Rows, Columns), handler), b(sycl::range<2>(Rows, Columns), handler);
    const sycl::range<2> local(Rows, Columns), global(groups * Rows, Columns);
    handler.parallel_for(sycl::nd_range<2>(global, local), [=](sycl::nd_item<2> item) {
      const int y = int(item.get_local_id(0)), x = int(item.get_local_id(1));
      a[y][x] = in[item.get_global_linear_id()];
      for (int round = 0; round < 3; round++) {
        sycl::group_barrier(item.get_group());
        const T left = x > 0 ? a[y][x - 1] : T(1), right = x + 1 < Columns ? a[y][x + 1] : T(2);
        const T above = y > 0 ? a[y - 1][x] : T(3);
        b[y][x] = T(left + right + above);
        sycl::group_barrier(item.get_group());
        a[y][x] = T(b[y][x] + (x > 2 ? b[y][x - 3] : T(0)));
      }
      out[item.get_global_linear_id()] = a[y][x];
    });
  }).wait();
  std::vector<T> expected(groups * size);
  for (std::size_t group = 0; group < groups; group++) {
    std::vector<T> a(in + group * size, in + (group + 1) * size), b(size);
    for (int round = 0; round < 3; round++) {
      for (int y = 0; y < Rows; y++)
        for (int x = 0; x < Columns; x++) {
          const T left = x > 0 ? a[y * Columns + x - 1] : T(1), right = x + 1 < Columns ? a[y * Columns + x + 1] : T(2);
          const T above = y > 0 ? a[(y - 1) * Columns + x] : T(3);
          b[y * Columns + x] = T(left + right + above);
        }
      for (int y = 0; y < Rows; y++)
        for (int x = 0; x < Columns; x++)
          a[y * Columns + x] = T(b[y * Columns + x] + (x > 2 ? b[y * Columns + x - 3] : T(0)));
    }
    std::copy(a.begin(), a.end(), expected.begin() + group * size);
  }
  check::elements(out, groups * size, [&](std::size_t i) { return expected[i]; }, __FILE__, __LINE__, "neighbours");
  sycl::free(in, queue);
  sycl::free(out, queue);
}

/// Bytes of words that were just written, one of which is overwritten.
void bytes(sycl::queue &queue) {
  constexpr std::size_t size = 64;
  std::uint32_t *out = sycl::malloc_shared<std::uint32_t>(groups * size, queue);
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<std::uint32_t, 1> words(size, handler);
    handler.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> item) {
      const std::size_t local = item.get_local_id(0);
      words[local] = std::uint32_t(item.get_global_id(0) * 0x01010101u);
      if (local == 5)
        reinterpret_cast<unsigned char *>(&words[local])[2] = 250;
      sycl::group_barrier(item.get_group());
      const auto *all = reinterpret_cast<const unsigned char *>(&words[0]);
      out[item.get_global_id(0)] = words[local < 63 ? local + 1 : 0] + all[local + 7];
    });
  }).wait();
  check::elements(out, groups * size, [=](std::size_t i) {
    std::uint32_t words[size];
    for (std::size_t k = 0; k < size; k++)
      words[k] = std::uint32_t((i / size * size + k) * 0x01010101u);
    unsigned char all[sizeof(words)];
    reinterpret_cast<unsigned char *>(&words[5])[2] = 250;
    std::memcpy(all, words, sizeof(words));
    const std::size_t local = i % size;
    return words[local < 63 ? local + 1 : 0] + all[local + 7];
  }, __FILE__, __LINE__, "bytes");
  sycl::free(out, queue);
}

template <typename T> void all(sycl::queue &queue) {
  scan<T, 16>(queue);
  scan<T, 40>(queue);
  scan<T, 256>(queue);
  halves<T, 8>(queue);
  halves<T, 64>(queue);
  halves<T, 256>(queue);
  neighbours<T, 4, 16>(queue);
  neighbours<T, 3, 21>(queue);
}

} // namespace

int main() {
  sycl::queue queue;
  all<int>(queue);
  all<float>(queue);
  all<std::uint16_t>(queue);
  if (queue.get_device().has(sycl::aspect::fp64))
    halves<double, 128>(queue);
  bytes(queue);
  return check::result();
}
