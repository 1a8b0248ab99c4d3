//! plain_kernels = true

// Views of vectors' elements: read, written, composed and in operators.
#define SYCL_SIMPLE_SWIZZLES
#include "check.hpp"

#include <type_traits>

using namespace sycl;

// Views with a repeated element, and of const vectors, cannot be assigned to.
template <typename View, typename X>
constexpr bool assignable = std::is_assignable_v<View, X>;
using Pair = decltype(std::declval<int4 &>().xy());
using Twice = decltype(std::declval<int4 &>().xx());
using Const = decltype(std::declval<const int4 &>().xy());
static_assert(assignable<Pair, int2> && assignable<Pair, int> && assignable<Pair, Const>);
static_assert(!assignable<Pair, int3> && !assignable<Pair, float2>);
static_assert(!assignable<Twice, int2> && !assignable<Const, int2> && !assignable<Const, Const>);
static_assert(!std::is_copy_constructible_v<Pair> && std::is_convertible_v<Const, int2>);
static_assert(std::is_same_v<decltype(std::declval<Pair>() + 1), int2>);
static_assert(std::is_same_v<decltype(std::declval<Pair>() == std::declval<Const>()), int2>);
static_assert(Pair::size() == 2 && Twice::byte_size() == 8);

struct Record {
  int *at;
  template <typename V> void operator()(const V &v) {
    for (std::size_t i = 0; i < V::size(); ++i)
      *at++ = v[static_cast<int>(i)];
  }
};

constexpr int expected[] = {
    // reading
    4, 3, 2, 1, /**/ 1, 1, 2, /**/ 1, 2, /**/ 3, 4, /**/ 2, 4, /**/ 1, 3, /**/ 3, 0, /**/ 2, 0,
    /**/ 5, 6, 7, 8, /**/ 8, 6, /**/ 6, 6, /**/ 4, 3, 2, 1,
    // writing
    2, 1, 3, 4, /**/ 2, 1, 40, 30, /**/ 7, 1, 7, 30, /**/ 8, 2, 8, 30, /**/ 8, 2, 9, 30, /**/ 3, 4,
    8, 2,
    // operators
    5, 5, 5, 5, /**/ 3, 4, /**/ 0, -1, /**/ -4, -3, /**/ 8, 12, /**/ 5, 5, /**/ -5, -4};

inline void body(Record record) {
  int4 v(1, 2, 3, 4);
  const int4 c = v;
  record(c.wzyx());
  record(int3(c.xxy()));
  record(c.lo());
  record(c.hi());
  record(v.odd());
  record(v.even());
  const int3 three(1, 2, 3);
  record(int2(three.hi().x(), 0));
  record(int2(three.odd().s0(), 0));
  const int8 eight(1, 2, 3, 4, 5, 6, 7, 8);
  record(eight.hi());
  record(eight.hi().odd().swizzle<1, 0>());
  record(eight.swizzle<elem::s5, 5>());
  record(c.abgr());

  v.xy() = v.yx();
  record(v);
  v.wz() = int2(3, 4) * 10;
  record(v);
  v.swizzle<0, 2>() = 7;
  record(v);
  v.xyz()++;
  record(v);
  v.hi().x() = 9;
  record(v);
  v.xyzw() = int4(c.zw(), v.xy());
  record(v);

  record(c + c.wzyx());
  v = c;
  v.zw() -= v.xy() * 0;
  record(v.zw());
  record(v.xy() > c.xx());
  record(-v.wz());
  v.xy() *= v.wz() << 1;
  record(v.lo());
  v.yx() = {5, 5};
  record(v.xy());
  record(~v.wz());
}

int main() {
  constexpr std::size_t count = std::size(expected);
  queue q;
  int *const results = malloc_shared<int>(2 * count, q);
  body({results});
  CHECK_ALL(results, count, [](std::size_t i) { return expected[i]; });

  int *const on_device = results + count;
  q.single_task([=] { body({on_device}); }).wait();
  CHECK_ALL(on_device, count, [](std::size_t i) { return expected[i]; });

  free(results, q);
  return check::result();
}
