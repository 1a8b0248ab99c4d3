// sycl::marray, on the host and in kernels.
#include "check.hpp"

#include <type_traits>

using namespace sycl;

static_assert(sizeof(marray<float, 3>) == 12 && alignof(marray<double, 5>) == alignof(double));
static_assert(std::is_trivially_copyable_v<mint4> && mhalf3::size() == 3);
static_assert(!std::is_convertible_v<float, mfloat2> && std::is_constructible_v<mfloat2, int>);
static_assert(std::is_convertible_v<marray<int, 1>, double> && !std::is_convertible_v<mint2, int>);
static_assert(!std::is_constructible_v<mfloat4, mfloat2, mfloat3>);
static_assert(std::is_same_v<decltype(mfloat2() < 1), mbool2> && std::is_same_v<decltype(mint2() + 1.5), mint2>);
static_assert(std::is_same_v<decltype(marray(1.0, 2.0)), mdouble2>);
constexpr marray<int, 5> constant(1, mint2(2, 3), mint2(4, 5));
static_assert(constant[3] == 4);

template <typename A, typename = void> constexpr bool has_bits = false;
template <typename A> constexpr bool has_bits<A, std::void_t<decltype(~std::declval<A>())>> = true;
static_assert(has_bits<mint2> && !has_bits<mfloat2>);

constexpr int expected[] = {4, 4, 4, /**/ 1, 2, 3, 4, 5, /**/ 6, 9, 12, /**/ 9, 8, 7, /**/ 1, 0, 1,
                            /**/ 1, 0, 0, /**/ 0, 1, 1, /**/ 2, 4, 6, /**/ -2, -3, -4, /**/ 2, 3, 4,
                            /**/ 3, 4, 5, /**/ 7, 7, 7, /**/ 44, 44, /**/ 5, 10};

struct Record {
  int *at;
  template <typename T, std::size_t N> void operator()(const marray<T, N> &array) {
    for (const T &element : array)
      *at++ = static_cast<int>(element);
  }
};

inline void body(Record record) {
  mint3 a(1, 2, 3);
  record(marray<short, 3>(4));
  record(constant);
  record((a + 1) * 3);
  record(10 - a);
  record(a % 2);
  record(a == mint3(1, 3, 2));
  record(!(a < 2) && mbool3(true, true, true));
  record(a << 1);
  record(~a);
  record(++a);
  record((a++) + 1);
  a = 7;
  record(a);
  record(muchar2(200) + 100);
  mdouble2 d(0.5, 1);
  d *= 10;
  record(d);
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
