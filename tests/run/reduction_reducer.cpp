// The interface of reducers (SYCL 2020 §4.9.2.3).
#include "check.hpp"

#include <type_traits>
#include <utility>

namespace {

template <typename R, typename T, typename = void> constexpr bool adds = false;
template <typename R, typename T>
constexpr bool adds<R, T, std::void_t<decltype(std::declval<R &>() += std::declval<T>())>> = true;
template <typename R, typename = void> constexpr bool increments = false;
template <typename R> constexpr bool increments<R, std::void_t<decltype(++std::declval<R &>())>> =
    true;
template <typename R, typename T, typename = void> constexpr bool multiplies = false;
template <typename R, typename T>
constexpr bool multiplies<R, T, std::void_t<decltype(std::declval<R &>() *= std::declval<T>())>> =
    true;
template <typename R, typename T, typename = void> constexpr bool ands = false;
template <typename R, typename T>
constexpr bool ands<R, T, std::void_t<decltype(std::declval<R &>() &= std::declval<T>())>> = true;
template <typename R, typename = void> constexpr bool has_identity = false;
template <typename R>
constexpr bool has_identity<R, std::void_t<decltype(std::declval<R &>().identity())>> = true;
template <typename R, typename = void> constexpr bool combines = false;
template <typename R>
constexpr bool combines<R, std::void_t<decltype(std::declval<R &>().combine(
                               std::declval<typename R::value_type>()))>> = true;
template <typename R, typename = void> constexpr bool has_elements = false;
template <typename R>
constexpr bool has_elements<R, std::void_t<decltype(std::declval<R &>()[0])>> = true;

template <typename R> constexpr bool stays = !std::is_copy_constructible_v<R> &&
                                             !std::is_move_constructible_v<R> &&
                                             !std::is_copy_assignable_v<R> &&
                                             !std::is_move_assignable_v<R>;

} // namespace

int main() {
  sycl::queue q;
  int *const v = sycl::malloc_shared<int>(8, q);
  float *const f = sycl::malloc_shared<float>(1, q);
  bool *const b = sycl::malloc_shared<bool>(1, q);
  for (int i = 0; i < 8; ++i)
    v[i] = i == 2 || i == 4 ? -1 : 1;
  *f = 1, *b = false;
  const auto add = [](int x, int y) { return x + y; };
  q.parallel_for(
       sycl::range<1>(10), sycl::reduction(v, sycl::plus<>()),
       sycl::reduction(v + 1, sycl::multiplies<int>()), sycl::reduction(v + 2, sycl::bit_and<>()),
       sycl::reduction(v + 3, sycl::bit_or<>()), sycl::reduction(v + 4, sycl::bit_xor<int>()),
       sycl::reduction(v + 5, add), sycl::reduction(f, sycl::plus<float>()),
       sycl::reduction(b, sycl::plus<>()),
       sycl::reduction(sycl::span<int, 2>(v + 6, 2), sycl::plus<>()),
       [=](sycl::id<1> i, auto &sum, auto &product, auto &all, auto &any, auto &odd, auto &own,
           auto &real, auto &truth, auto &array) {
         using sum_type = std::remove_reference_t<decltype(sum)>;
         using own_type = std::remove_reference_t<decltype(own)>;
         using real_type = std::remove_reference_t<decltype(real)>;
         using array_type = std::remove_reference_t<decltype(array)>;
         static_assert(stays<sum_type> && stays<own_type> && stays<array_type>);
         static_assert(std::is_same_v<typename sum_type::value_type, int>);
         static_assert(std::is_same_v<typename sum_type::binary_operation, sycl::plus<>>);
         static_assert(sum_type::dimensions == 0 && array_type::dimensions == 1);
         static_assert(adds<sum_type, int> && increments<sum_type> && !multiplies<sum_type, int> &&
                       !ands<sum_type, int> && has_identity<sum_type> && combines<sum_type> &&
                       !has_elements<sum_type>);
         static_assert(!adds<own_type, int> && !increments<own_type> && !has_identity<own_type> &&
                       combines<own_type>);
         static_assert(adds<real_type, float> && !increments<real_type>);
         static_assert(!increments<std::remove_reference_t<decltype(truth)>>);
         static_assert(!combines<array_type> && has_elements<array_type> &&
                       has_identity<array_type>);
         ((sum += 1) += 2).combine(3).combine(4);
         ++(++sum);
         sum++;
         product *= 2;
         all &= ~(1 << i[0]);
         any |= 1 << i[0];
         odd ^= 1 << i[0];
         own.combine(2).combine(sum.identity());
         real += 0.5f;
         truth += i[0] == 3;
         array[0] += 1;
         (++array[1]).combine(1);
         array[1]++;
         array[1] += array[1].identity() + array.identity();
       })
      .wait();
  CHECK_EQ(v[0], 1 + 10 * 13);
  CHECK_EQ(v[1], 1024);
  CHECK_EQ(v[2], ~1023);
  CHECK_EQ(v[3], 1023);
  CHECK_EQ(v[4], ~1023);
  CHECK_EQ(v[5], 21);
  CHECK_EQ(v[6], 11);
  CHECK_EQ(v[7], 31);
  CHECK_EQ(*f, 6.f);
  CHECK(*b);
  sycl::free(b, q);
  sycl::free(f, q);
  sycl::free(v, q);
  return check::result();
}
