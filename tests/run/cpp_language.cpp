//! also = ["-O0"]
// Kernels in ordinary C++: the language. Every work-item computes what a function computes on the
// host, from the same source.
#include "check.hpp"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
static const float weights[4][2] = {{0.5f, 1}, {1.5f, 2}, {2.5f, 3}, {3.5f, 4}};
const unsigned char shuffle[8] = {3, 1, 4, 1, 5, 0, 2, 6};
struct entry {
  const char *name;
  int value;
};
constexpr entry entries[] = {{"one", 1}, {"three", 3}, {"seventeen", 17}};

int tables(int i) {
  static constexpr int squares[] = {0, 1, 4, 9, 16, 25, 36, 49};
  static const short cubes[] = {0, 1, 8, 27, 64, 125, 216, 343};
  constexpr std::uint64_t wide[2] = {1ull << 40, 1ull << 41};
  const entry &e = entries[i % 3];
  int length = 0;
  while (e.name[length])
    ++length;
  return primes[i % 8] + squares[(i + 1) % 8] - cubes[shuffle[i % 8]] + e.value * length +
         static_cast<int>(weights[i % 4][i % 2] * 2) + static_cast<int>(wide[i % 2] >> 38);
}

// Private arrays: with indices that differ between work-items, copied, cleared, sorted.
int arrays(int i) {
  int a[16], b[4][4] = {};
  for (int k = 0; k < 16; ++k)
    a[k] = (i * 7 + k * 5) % 23;
  for (int k = 1; k < 16; ++k)
    for (int j = k; j > 0 && a[j - 1] > a[j]; --j) {
      const int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  std::memcpy(b, a, sizeof a);
  int c[16];
  std::memset(c, 0, sizeof c);
  memcpy(c, b[1], sizeof b[1]);
  std::memmove(c + 1, c, 8 * sizeof(int));
  return a[i & 15] + 3 * b[i & 3][i >> 2 & 3] + 5 * c[i % 16];
}

union number {
  float real;
  std::uint32_t bits;
  unsigned char bytes[4];
};
struct fields {
  unsigned low : 3;
  int middle : 7;
  unsigned : 2;
  std::uint64_t high : 40;
  bool flag : 1;
};

int bits(int i) {
  number n;
  n.real = static_cast<float>(i) + 0.5f;
  fields f = {};
  f.low = static_cast<unsigned>(i);
  f.middle = i - 60;
  f.high = static_cast<std::uint64_t>(i) << 33;
  f.flag = i & 1;
  std::uint32_t word;
  const float real = n.real;
  std::memcpy(&word, &real, 4);
  const unsigned char *raw = reinterpret_cast<const unsigned char *>(&word);
  return static_cast<int>(f.low) + f.middle * 3 + static_cast<int>(f.high >> 30) + f.flag +
         n.bytes[3] + raw[2];
}

enum class colour : std::uint8_t { red, green = 5, blue };

int control(int i) {
  int result = 0;
  switch (i % 7) {
  case 0:
    result = 10;
    [[fallthrough]];
  case 1:
    result += 3;
    break;
  case 2: {
    int k = 0;
  again:
    k += i % 5 + 1;
    if (k < 20)
      goto again;
    result = k;
    break;
  }
  case 3:
    for (int k = 0;; ++k) {
      if (k % 2)
        continue;
      if (k * k > i)
        break;
      result += k;
    }
    break;
  case 4:
    do
      result += 2;
    while (result < i);
    break;
  default:
    if (i > 40)
      return -i;
    result = i * 2;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k)
    result += k * i;
#pragma clang loop unroll_count(2)
  for (int k = 0; k < i % 9; ++k)
    result ^= k;
  const colour c = i % 2 ? colour::green : static_cast<colour>(6);
  return result + static_cast<int>(c) + (c == colour::blue ? 100 : 0);
}

template <typename... T> constexpr auto sum(T... values) { return (values + ... + 0); }
template <int N> constexpr int factorial() {
  if constexpr (N <= 1)
    return 1;
  else
    return N * factorial<N - 1>();
}
template <typename T> struct is_small {
  static constexpr bool value = sizeof(T) < 4;
};

struct vector {
  float x, y;
  vector operator+(const vector &o) const { return {x + o.x, y + o.y}; }
  vector &operator*=(float f) {
    x *= f;
    y *= f;
    return *this;
  }
  friend bool operator<(const vector &a, const vector &b) { return a.x < b.x; }
};
struct base {
  int id = 3;
  int twice() const { return id * 2; }
};
struct derived : base {
  explicit derived(int i) { id += i; }
  ~derived() { id = 0; }
};

int templates(int i) {
  auto add = [i](auto x) { return x + i; };
  auto apply = [&](auto f, int x) {
    return [=] { return f(f(x)) + factorial<5>(); }();
  };
  vector v = vector{1, 2} + vector{static_cast<float>(i), 0.5f};
  v *= 2;
  const derived d(i);
  auto [x, y] = v;
  int counts[2] = {0, 0};
  for (const int p : primes)
    ++counts[p > i % 20];
  return apply(add, i * 2) + sum(i, 2, short(3), 4u) + static_cast<int>(x + y) + d.twice() +
         counts[0] * 10 + counts[1] + (is_small<short>::value ? 1 : 2) + (v < vector{50, 0});
}

template <typename T> T arithmetic(T a, T b) {
  T r = static_cast<T>(a + b);
  r = static_cast<T>(r * a - (b ? a / b : a));
  r = static_cast<T>(r ^ (a << 3) ^ (b >> 2));
  r = static_cast<T>(r + (b ? a % b : 0) + (a < b) + ~b);
  return r;
}

std::int64_t integers(int i) {
  std::int64_t r = arithmetic<std::int8_t>(std::int8_t(i * 3), std::int8_t(i - 7));
  r = r * 31 + arithmetic<std::uint8_t>(std::uint8_t(i * 5), std::uint8_t(i + 3));
  r = r * 31 + arithmetic<std::int16_t>(std::int16_t(i * 301), std::int16_t(20 - i));
  r = r * 31 + arithmetic<std::uint16_t>(std::uint16_t(i * 999), std::uint16_t(i));
  r ^= arithmetic<std::int64_t>(std::int64_t(i) * 7'000'000'007 % 100'003, i - 30);
  r += static_cast<std::int64_t>(arithmetic<std::uint64_t>(std::uint64_t(i) << 50 | 12345, 77));
  char c = static_cast<char>('a' + i % 26);
  c = static_cast<char>(c - 'a' + 'A');
  const bool odd = i & 1;
  return r + c + odd + static_cast<signed char>(i * 9);
}

// `volatile`, `__restrict`, early return and assertions that hold.
void everything(const int *__restrict in, std::int64_t *__restrict out, std::size_t at,
                std::size_t n) {
  if (at >= n)
    return;
  const int i = in[at];
  assert(i >= 0 && "inputs are not negative");
  volatile int counter = 0;
  for (int k = 0; k < 3; ++k)
    counter = counter + i;
  std::int64_t *mine = out + at * 8;
  mine[0] = tables(i);
  mine[1] = arrays(i);
  mine[2] = bits(i);
  mine[3] = control(i);
  mine[4] = templates(i);
  mine[5] = integers(i);
  mine[6] = counter;
  char *bytes = reinterpret_cast<char *>(&mine[7]);
  for (int k = 0; k < 8; ++k)
    bytes[k] = static_cast<char>(i + k);
}

} // namespace

int main() {
  sycl::queue q;
  const std::size_t n = 100, launched = 128;
  int *in = sycl::malloc_shared<int>(n, q);
  std::int64_t *out = sycl::malloc_shared<std::int64_t>(n * 8, q);
  std::vector<std::int64_t> want(n * 8);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = int(i);
  for (std::size_t i = 0; i < launched; ++i)
    everything(in, want.data(), i, n);
  q.parallel_for(launched, [=](sycl::id<1> i) { everything(in, out, i, n); }).wait();
  CHECK_ALL(out, n * 8, [&](std::size_t i) { return want[i]; });
  std::fill(out, out + n * 8, 0);
  // With a barrier across which private arrays and variables live.
  q.parallel_for(sycl::nd_range<1>(launched, 32), [=](sycl::nd_item<1> it) {
     const std::size_t i = it.get_global_id(0);
     int kept[6];
     for (int k = 0; k < 6; ++k)
       kept[k] = int(i) * k;
     sycl::group_barrier(it.get_group());
     everything(in, out, i, n);
     sycl::group_barrier(it.get_group());
     if (i < n)
       out[i * 8 + 6] += kept[i % 6] - int(i) * int(i % 6);
   }).wait();
  CHECK_ALL(out, n * 8, [&](std::size_t i) { return want[i]; });
  sycl::free(in, q);
  sycl::free(out, q);
  return check::result();
}
