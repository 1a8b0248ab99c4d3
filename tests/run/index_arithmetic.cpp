//! also = ["-O2 -fno-scythe-mlir"]
// All operators of id and range, on the host and in a kernel.
#include "check.hpp"

template <template <int> class Index> int operators() {
  int wrong = 0;
  auto expect = [&](auto index, std::size_t a, std::size_t b) {
    if (index[0] != a || index.get(1) != b)
      ++wrong;
  };
  const Index<2> x(12, 7), y(5, 2);
  expect(x + y, 17, 9), expect(x - y, 7, 5), expect(x * y, 60, 14), expect(x / y, 2, 3);
  expect(x % y, 2, 1), expect(x << y, 384, 28), expect(x >> y, 0, 1), expect(x & y, 4, 2);
  expect(x | y, 13, 7), expect(x ^ y, 9, 5), expect(x && Index<2>(0, 1), 0, 1);
  expect(Index<2>(0, 0) || Index<2>(0, 3), 0, 1);
  expect(x < Index<2>(13, 7), 1, 0), expect(x > Index<2>(11, 7), 1, 0);
  expect(x <= Index<2>(12, 6), 1, 0), expect(x >= Index<2>(13, 7), 0, 1);
  expect(x + 1, 13, 8), expect(1 + x, 13, 8), expect(x - 2u, 10, 5), expect(20 - x, 8, 13);
  expect(x * 3L, 36, 21), expect(x / 2, 6, 3), expect(100 / x, 8, 14), expect(x % 5, 2, 2);
  expect(x << 1, 24, 14), expect(x >> 1, 6, 3), expect(x & 6, 4, 6), expect(x | 1, 13, 7);
  expect(x ^ 1, 13, 6), expect(x < 10, 0, 1), expect(10 < x, 1, 0), expect(x >= 7, 1, 1);
  expect(+x, 12, 7), expect(-Index<2>(1, 0), std::size_t(-1), 0);
  Index<2> z = x;
  expect(z += y, 17, 9), expect(z -= y, 12, 7), expect(z *= 2, 24, 14), expect(z /= 3, 8, 4);
  expect(z %= 5, 3, 4), expect(z <<= 2, 12, 16), expect(z >>= 1, 6, 8), expect(z &= 12, 4, 8);
  expect(z |= y, 5, 10), expect(z ^= 1, 4, 11);
  expect(++z, 5, 12), expect(z++, 5, 12), expect(--z, 5, 12), expect(z--, 5, 12), expect(z, 4, 11);
  z[0] = 9;
  expect(z, 9, 11);
  wrong += !(x == Index<2>(12, 7)) + (x != Index<2>(12, 7)) + (x == y) + !(x != y);
  Index<1> one(4);
  wrong += !(one + 1 == Index<1>(5)) + !(one == 4) + (one != 4u) + !(4 == one);
  Index<3> three(1, 2, 3);
  three = three * Index<3>(2, 3, 4) + 1;
  wrong += !(three == Index<3>(3, 7, 13));
  wrong += !(Index<2>() == Index<2>(0, 0));
  // Numbers of other types, in braces, which do not allow narrowing of values that are not constant.
  const int a = int(three[0]);
  const short b = short(three[1]);
  wrong += !(Index<1>{a} == Index<1>(3)) + !(Index<2>{a, 4u} == Index<2>(3, 4));
  wrong += !(Index<3>{a, b, std::size_t(5)} == Index<3>(3, 7, 5));
  return wrong;
}

int in_kernel_only() {
  int wrong = 0;
  sycl::id<1> i(10);
  std::size_t plain = i * 4 + 1;
  wrong += plain != 41;
  wrong += i < 11 ? 0 : 1;
  wrong += i == 10 ? 0 : 1;
  int array[12] = {};
  array[i] = 1;
  wrong += array[10] != 1;
  double d = i * 0.5;
  wrong += d != 5.0;
  switch (i) {
  case 10: break;
  default: ++wrong;
  }
  wrong += sycl::range<3>(2, 3, 4).size() != 24;
  wrong += !(sycl::id<2>(sycl::range<2>(3, 4)) == sycl::id<2>(3, 4));
  return wrong;
}

static_assert(sycl::range{3, 4}.size() == 12);
static_assert(std::is_same_v<decltype(sycl::id{1, 2, 3}), sycl::id<3>>);
static_assert(std::is_same_v<decltype(sycl::range{std::size_t(1)}), sycl::range<1>>);
static_assert(sycl::id<2>::dimensions == 2 && sycl::nd_range<3>::dimensions == 3);
static_assert(std::is_trivially_copyable_v<sycl::id<3>> &&
              std::is_trivially_copyable_v<sycl::nd_item<3>>);
// One-dimensional ids and items are numbers, too; no others are.
static_assert(std::is_convertible_v<sycl::id<1>, std::size_t> &&
              std::is_convertible_v<sycl::id<1>, int> &&
              std::is_convertible_v<sycl::item<1>, std::size_t> &&
              std::is_convertible_v<sycl::item<1, false>, double>);
static_assert(!std::is_convertible_v<sycl::id<2>, std::size_t> &&
              !std::is_constructible_v<std::size_t, sycl::id<3>> &&
              !std::is_convertible_v<sycl::item<2>, std::size_t> &&
              !std::is_convertible_v<sycl::range<1>, std::size_t>);
static_assert(sizeof(sycl::id<1>) == sizeof(std::size_t) &&
              sizeof(sycl::item<2, false>) == 4 * sizeof(std::size_t) &&
              sizeof(sycl::item<2>) == 6 * sizeof(std::size_t));

int main() {
  sycl::queue q;
  CHECK_EQ(operators<sycl::id>(), 0);
  CHECK_EQ(operators<sycl::range>(), 0);
  CHECK_EQ(in_kernel_only(), 0);
  int *wrong = sycl::malloc_shared<int>(3, q);
  q.single_task([=] {
     wrong[0] = operators<sycl::id>();
     wrong[1] = operators<sycl::range>();
     wrong[2] = in_kernel_only();
   }).wait();
  CHECK_ALL(wrong, 3, [](std::size_t) { return 0; });
  sycl::free(wrong, q);

  const sycl::nd_range<2> space({12, 8}, {3, 4}, {1, 2});
  CHECK(space.get_global_range() == sycl::range<2>(12, 8));
  CHECK(space.get_group_range() == sycl::range<2>(4, 2));
  CHECK(space.get_offset() == sycl::id<2>(1, 2));
  CHECK(space == sycl::nd_range<2>({12, 8}, {3, 4}, {1, 2}));
  CHECK(space != sycl::nd_range<2>({12, 8}, {3, 4}));
  return check::result();
}
