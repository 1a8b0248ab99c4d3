// Function objects and their identities, on the host and in kernels.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <limits>
#include <type_traits>

template <typename T> constexpr bool identities() {
  using limits = std::numeric_limits<T>;
  bool ok = sycl::known_identity_v<sycl::plus<T>, T> == T(0) &&
            sycl::known_identity_v<sycl::plus<>, T> == T(0) &&
            sycl::known_identity<sycl::multiplies<T>, T>::value == T(1);
  if constexpr (std::is_integral_v<T>)
    ok = ok && sycl::known_identity_v<sycl::bit_and<T>, T> == static_cast<T>(-1) &&
         sycl::known_identity_v<sycl::bit_or<T>, T> == T(0) &&
         sycl::known_identity_v<sycl::bit_xor<>, T> == T(0) &&
         sycl::known_identity_v<sycl::minimum<T>, T> == limits::max() &&
         sycl::known_identity_v<sycl::maximum<T>, T> == limits::lowest();
  else
    ok = ok && sycl::known_identity_v<sycl::minimum<T>, T> == limits::infinity() &&
         sycl::known_identity_v<sycl::maximum<>, T> == -limits::infinity() &&
         !sycl::has_known_identity_v<sycl::bit_and<T>, T>;
  return ok && sycl::known_identity_v<sycl::plus<const T>, const T> == T(0);
}

struct Point {
  int x, y;
  friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr bool operator<(Point a, Point b) { return a.x < b.x; }
};
template <> struct sycl::has_known_identity<sycl::plus<Point>, Point> : std::true_type {};
template <> struct sycl::known_identity<sycl::plus<Point>, Point> {
  static constexpr Point value{0, 0};
};

int main() {
  static_assert(identities<char>() && identities<unsigned short>() && identities<int>() &&
                identities<unsigned long>() && identities<float>() && identities<double>());
  static_assert(sycl::known_identity_v<sycl::logical_and<bool>, bool>);
  static_assert(!sycl::known_identity_v<sycl::logical_or<>, bool>);
  static_assert(!sycl::has_known_identity_v<sycl::logical_or<int>, int>);
  static_assert(!sycl::has_known_identity_v<sycl::plus<int>, Point>);
  static_assert(sycl::has_known_identity_v<sycl::plus<Point>, Point>);
  static_assert(sycl::known_identity_v<sycl::plus<Point>, Point>.x == 0);

  static_assert(sycl::plus<int>()(2, 3) == 5 && sycl::plus<>()(2, 0.5) == 2.5);
  static_assert(sycl::multiplies<double>()(2, 0.25) == 0.5);
  static_assert(sycl::bit_and<unsigned>()(12, 10) == 8 && sycl::bit_or<>()(12, 10) == 14 &&
                sycl::bit_xor<short>()(12, 10) == 6);
  static_assert(sycl::logical_and<>()(1, 2) && !sycl::logical_and<bool>()(true, false) &&
                sycl::logical_or<int>()(0, 2) == 1);
  static_assert(sycl::minimum<int>()(3, -1) == -1 && sycl::maximum<>()(3, 4.5) == 4.5);
  // The first of two that are equivalent.
  static_assert(sycl::minimum<Point>()({1, 2}, {1, 3}).y == 2);
  static_assert(sycl::maximum<>()(Point{1, 2}, Point{1, 3}).y == 2);
  static_assert(sycl::plus<Point>()({1, 2}, {3, 4}).y == 6);
  static_assert(std::is_same_v<decltype(sycl::plus<>()(1.0f, 2)), float>);

  static_assert(sycl::is_group_v<sycl::group<2>> && sycl::is_group_v<sycl::sub_group> &&
                !sycl::is_group_v<sycl::nd_item<1>>);
  static_assert(!std::is_default_constructible_v<sycl::sub_group> &&
                std::is_trivially_copyable_v<sycl::sub_group>);

  sycl::queue q;
  int *out = sycl::malloc_shared<int>(4, q);
  q.single_task([=] {
     out[0] = sycl::plus<>()(1, 2) + sycl::known_identity_v<sycl::multiplies<>, int>;
     out[1] = sycl::minimum<Point>()({5, 1}, {4, 7}).y;
     // Element by element.
     const sycl::int2 low = sycl::minimum<>()(sycl::int2(1, 5), sycl::int2(2, 3));
     const sycl::marray<int, 2> high =
         sycl::maximum<sycl::marray<int, 2>>()({1, 5}, {2, 3});
     out[3] = low[0] * 1000 + low[1] * 100 + high[0] * 10 + high[1];
     out[2] = sycl::maximum<int>()(out[0], sycl::known_identity_v<sycl::maximum<int>, int>);
   }).wait();
  CHECK_EQ(out[0], 4);
  CHECK_EQ(out[1], 7);
  CHECK_EQ(out[2], 4);
  CHECK_EQ(out[3], 1325);
  sycl::free(out, q);
  return check::result();
}
