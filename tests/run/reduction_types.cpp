// Combiners and element types of all kinds against a host computation.
#include "check.hpp"

#include <cmath>
#include <complex>
#include <tuple>
#include <utility>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

// Neither default constructible nor of a size that builtins support.
struct range_of_values {
  range_of_values(float low, float high, std::uint16_t count) : low(low), high(high), count(count) {}
  float low, high;
  std::uint16_t count;
};
struct widen {
  range_of_values operator()(const range_of_values &a, const range_of_values &b) const {
    return {a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high,
            static_cast<std::uint16_t>(a.count + b.count)};
  }
};

struct big {
  std::uint64_t words[9];
};

// Associative but not commutative, so it detects a wrong order of groups: keeps the first and the last.
struct interval {
  int first, last;
};
struct concatenate {
  interval operator()(const interval &a, const interval &b) const { return {a.first, b.last}; }
};

// Kernels take long to compile, so the operators of a type share them, and most types have one of the two kinds of
// launches; the full tests have both.
enum : unsigned { Range = 1, NdRange = 2, Both = 3 };
#ifdef SCYTHE_TEST_FULL
constexpr unsigned always = Both;
#else
constexpr unsigned always = 0;
#endif

template <typename Op> constexpr bool multiplies = false;
template <typename T> constexpr bool multiplies<sycl::multiplies<T>> = true;

// Products of all values would overflow or vanish, so `values` has the elements of products after the others.
template <typename T, unsigned Launches, std::size_t... Index, typename... Op>
void numbers(sycl::queue &q, std::size_t n, const std::vector<T> &values, const std::vector<T> &starts,
             std::index_sequence<Index...>, Op... op) {
  T *const data = sycl::malloc_shared<T>(2 * n, q);
  std::copy(values.begin(), values.end(), data);
  T *const var = sycl::malloc_shared<T>(sizeof...(Op), q);
  std::vector<T> want = starts;
  for (std::size_t i = 0; i < n; ++i)
    ((want[Index] = op(T(want[Index]), T(data[multiplies<Op> ? n + i : i]))), ...);
  const auto kernel = [=](std::size_t i, auto &...r) {
    (r.combine(data[multiplies<Op> ? n + i : i]), ...);
  };
  if constexpr ((Launches | always) & Range) {
    std::copy(starts.begin(), starts.end(), var);
    q.parallel_for(n, sycl::reduction(var + Index, op)...,
                   [=](sycl::id<1> i, auto &...r) { kernel(i[0], r...); })
        .wait();
    CHECK_ALL(var, want.size(), [&](std::size_t k) { return want[k]; });
  }
  if constexpr ((Launches | always) & NdRange) {
    std::copy(starts.begin(), starts.end(), var);
    q.parallel_for(sycl::nd_range<1>(n, 32), sycl::reduction(var + Index, op)...,
                   [=](sycl::nd_item<1> it, auto &...r) { kernel(it.get_global_id(0), r...); })
        .wait();
    CHECK_ALL(var, want.size(), [&](std::size_t k) { return want[k]; });
  }
  sycl::free(var, q);
  sycl::free(data, q);
}

template <typename T, unsigned Launches, typename... Op>
void numbers(sycl::queue &q, const std::vector<T> &values, const std::vector<T> &starts, Op... op) {
  numbers<T, Launches>(q, values.size() / 2, values, starts, std::index_sequence_for<Op...>(), op...);
}

constexpr std::size_t items = 3200, factors = 64;

template <typename T, unsigned Launches> void integers(sycl::queue &q) {
  std::vector<T> values(2 * items, 1);
  for (std::size_t i = 0; i < items; ++i)
    values[i] = static_cast<T>(i * 2654435761u >> 7);
  std::fill_n(values.begin() + items, sizeof(T) < 4 ? factors : 17, T(3));
  numbers<T, Launches>(q, values, {3, 3, static_cast<T>(-1), 0, 0, 3, 3, 3}, sycl::plus<T>(),
                       sycl::multiplies<>(), sycl::bit_and<>(), sycl::bit_or<T>(), sycl::bit_xor<>(),
                       sycl::minimum<>(), sycl::maximum<>(), [](T a, T b) { return static_cast<T>(a + b); });
}

template <typename T, unsigned Launches> void floats(sycl::queue &q) {
  std::vector<T> values(2 * items, 1); // sums are exact
  for (std::size_t i = 0; i < items; ++i)
    values[i] = static_cast<T>(static_cast<int>(i * 7919 % 1000) - 500) / 4;
  std::fill_n(values.begin() + items, factors, T(-2));
  numbers<T, Launches>(q, values, {T(0.5), 3, 0, 0}, sycl::plus<>(), sycl::multiplies<T>(), sycl::minimum<>(),
                       sycl::maximum<>());
}

} // namespace

int main() {
  sycl::queue q;
  // One of each size, of both signs.
  integers<signed char, Range>(q), integers<unsigned short, NdRange>(q);
  integers<int, NdRange>(q), integers<unsigned long, Range>(q);
  floats<float, Range>(q), floats<double, NdRange>(q);
  for (const std::size_t count : {0, 64})
    numbers<bool, Range>(q, std::vector<bool>(2 * count, true), {false, false, true}, sycl::logical_or<>(),
                        sycl::logical_or<bool>(), sycl::logical_and<>());

  const int n = 10000;
  // Classes, with identity and without.
  auto *const spread = sycl::malloc_shared<range_of_values>(2, q);
  const range_of_values empty(INFINITY, -INFINITY, 0);
  const auto fill = [=](sycl::id<1> i, auto &with, auto &without) {
    const float x = static_cast<float>((int(i) * 7919) % 10007) - 100;
    with.combine({x, x, 1});
    without.combine({x, x, 1});
  };
  for (const bool nd : {false, true}) {
    spread[0] = spread[1] = empty;
    const auto with = sycl::reduction(spread, empty, widen());
    const auto without = sycl::reduction(spread + 1, widen());
    if (nd)
      q.parallel_for(sycl::nd_range<1>(n, 50), with, without, [=](sycl::nd_item<1> it, auto &a,
                                                                  auto &b) {
         fill(it.get_global_id(), a, b);
       }).wait();
    else
      q.parallel_for(n, with, without, fill).wait();
    for (int i = 0; i < 2; ++i) {
      CHECK_EQ(spread[i].low, -100.f);
      CHECK_EQ(spread[i].high, 9906.f);
      CHECK_EQ(spread[i].count, 10000);
    }
  }

  auto *const large = sycl::malloc_shared<big>(1, q);
  *large = {};
  q.parallel_for(n,
                 sycl::reduction(large, big{},
                                 [](const big &a, const big &b) {
                                   big c{};
                                   for (int k = 0; k < 9; ++k)
                                     c.words[k] = a.words[k] + b.words[k];
                                   return c;
                                 }),
                 [=](sycl::id<1> i, auto &r) {
                   big b{};
                   b.words[i[0] % 9] = i[0];
                   r.combine(b);
                 })
      .wait();
  std::uint64_t words[9] = {};
  for (std::uint64_t i = 0; i < std::uint64_t(n); ++i)
    words[i % 9] += i;
  CHECK_ALL(large->words, 9, [&](std::size_t k) { return words[k]; });

  auto *const sum = sycl::malloc_shared<std::complex<double>>(1, q);
  *sum = {1, 2};
  q.parallel_for(n, sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::id<1> i, auto &r) { r += std::complex<double>(double(i), -1); })
      .wait();
  CHECK(*sum == std::complex<double>(1 + double(n) * (n - 1) / 2, 2 - n));

  // The standard library's pairs and tuples are device copyable and not trivially copyable.
  using pair = std::pair<int, std::uint64_t>;
  auto *const furthest = sycl::malloc_shared<pair>(1, q);
  *furthest = {0, 0};
  const auto later = [](const pair &a, const pair &b) { return a < b ? b : a; };
  q.parallel_for(n, sycl::reduction(furthest, pair(-1, 0), later), [=](sycl::id<1> i, auto &r) {
     r.combine(pair(int(i[0] % 31), i[0]));
   }).wait();
  CHECK_EQ(furthest->first, 30);
  CHECK_EQ(furthest->second, std::uint64_t((n - 31) / 31 * 31 + 30));
  using tuple = std::tuple<int, float, short>;
  auto *const sums = sycl::malloc_shared<tuple>(1, q);
  *sums = {1, 2, 3};
  const auto add = [](const tuple &a, const tuple &b) {
    return tuple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b),
                 static_cast<short>(std::get<2>(a) + std::get<2>(b)));
  };
  q.parallel_for(sycl::nd_range<1>(640, 64), sycl::reduction(sums, add),
                 [=](sycl::nd_item<1>, auto &r) { r.combine(tuple(1, 0.5f, 2)); })
      .wait();
  CHECK(*sums == tuple(641, 322, 1283));
  sycl::free(furthest, q);
  sycl::free(sums, q);

  // Groups are combined in their order: the same result every time, and the order of the work-groups for combiners
  // that are not commutative.
  auto *const ends = sycl::malloc_shared<interval>(1, q);
  *ends = {-1, -1};
  q.parallel_for(sycl::nd_range<1>(4096, 64), sycl::reduction(ends, concatenate()),
                 [=](sycl::nd_item<1> it, auto &r) {
                   const int i = static_cast<int>(it.get_global_id(0));
                   r.combine({i, i});
                 })
      .wait();
  CHECK_EQ(ends->first, -1);
  CHECK_EQ(ends->last, 4095);
  float *const rough = sycl::malloc_shared<float>(1, q);
  float first = 0;
  for (int i = 0; i < 20; ++i) {
    *rough = 0;
    q.parallel_for(1 << 18, sycl::reduction(rough, sycl::plus<>()),
                   [=](sycl::id<1> i, auto &r) { r += 1.0f / float(i[0] + 1); })
        .wait();
    first = i ? first : *rough;
    CHECK_EQ(*rough, first);
  }

  sycl::free(rough, q);
  sycl::free(ends, q);
  sycl::free(sum, q);
  sycl::free(large, q);
  sycl::free(spread, q);
  return check::result();
}
