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

// Every combination is a kernel to compile, so most have one of the two kinds of launches.
enum : unsigned { Range = 1, NdRange = 2, Both = 3 };

template <typename T, unsigned Launches = Both, typename Op>
void numbers(sycl::queue &q, Op op, T start, const std::vector<T> &values) {
  T want = start;
  for (const T &value : values)
    want = op(want, value);
  T *const data = sycl::malloc_shared<T>(values.size(), q);
  std::copy(values.begin(), values.end(), data);
  T *const var = sycl::malloc_shared<T>(1, q);
  if constexpr (Launches & Range) {
    *var = start;
    q.parallel_for(values.size(), sycl::reduction(var, op),
                   [=](sycl::id<1> i, auto &r) { r.combine(data[i]); })
        .wait();
    CHECK_EQ(*var, want);
  }
  if constexpr (Launches & NdRange) {
    *var = start;
    q.parallel_for(sycl::nd_range<1>(values.size(), 32), sycl::reduction(var, op),
                   [=](sycl::nd_item<1> i, auto &r) { r.combine(data[i.get_global_id(0)]); })
        .wait();
    CHECK_EQ(*var, want);
  }
  sycl::free(var, q);
  sycl::free(data, q);
}

// Operators alternate between the launches.
template <typename T, unsigned One, unsigned Other> void integers(sycl::queue &q) {
  std::vector<T> values(3200);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(i * 2654435761u >> 7);
  numbers<T, One>(q, sycl::plus<T>(), 3, values);
  numbers<T, Other>(q, sycl::multiplies<>(), 3, std::vector<T>(64, 3));
  numbers<T, One>(q, sycl::bit_and<>(), static_cast<T>(-1), values);
  numbers<T, Other>(q, sycl::bit_or<T>(), 0, values);
  numbers<T, One>(q, sycl::bit_xor<>(), 0, values);
  numbers<T, Other>(q, sycl::minimum<>(), 3, values);
  numbers<T, One>(q, sycl::maximum<>(), 3, values);
  numbers<T, Other>(q, [](T a, T b) { return static_cast<T>(a + b); }, 3, values);
}

template <typename T, unsigned One, unsigned Other> void floats(sycl::queue &q) {
  std::vector<T> values(3200); // sums are exact
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(static_cast<int>(i * 7919 % 1000) - 500) / 4;
  numbers<T, One>(q, sycl::plus<>(), T(0.5), values);
  numbers<T, Other>(q, sycl::multiplies<T>(), T(3), std::vector<T>(64, T(-2)));
  numbers<T, One>(q, sycl::minimum<>(), T(0), values);
  numbers<T, Other>(q, sycl::maximum<>(), T(0), values);
}

} // namespace

int main() {
  sycl::queue q;
  // One of each size, of both signs.
  integers<signed char, Range, NdRange>(q), integers<unsigned short, NdRange, Range>(q);
  integers<int, Both, Both>(q), integers<unsigned long, Range, NdRange>(q);
  floats<float, Range, NdRange>(q), floats<double, NdRange, Range>(q);
  numbers<bool>(q, sycl::logical_or<>(), false, {});
  numbers<bool>(q, sycl::logical_or<bool>(), false, std::vector<bool>(64, true));
  numbers<bool>(q, sycl::logical_and<>(), true, std::vector<bool>(64, true));

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
