//! also = ["-O0"]
//! skip_device = { opencl = "SPIR-V has no inline assembly" }

// Device code that resembles forbidden code (SYCL 2020 5.4): nothing here is a violation, because it is not
// evaluated, evaluated by the compiler, or not called.
#include "check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

// Host code may do anything, in the same file and in the same class.
int host_counter = 0;
thread_local int host_thread = 0;
int host_only(int n) {
  static int calls = 0;
  ++calls;
  ++host_counter;
  ++host_thread;
  try {
    if (n < 0)
      throw n;
  } catch (int) {
    return -1;
  }
  int *memory = new int(n > 1 ? host_only(n - 1) : 1);
  const int result = *memory * (typeid(n) == typeid(int) ? n : 0);
  delete memory;
  return result;
}

constexpr int table[] = {2, 3, 5, 7, 11};
static const double weights[2][2] = {{0.5, 1.5}, {2.5, 3.5}};
inline constexpr std::array<int, 3> squares = {1, 4, 9};
const char *const text = "sycl";

// A throw that is only reachable in constant evaluation.
constexpr int checked(int n) {
  if (n < 0)
    throw "negative";
  return n * 2;
}

constexpr long double precise = 0.25L;

template <typename T> T twice(T value) {
  if constexpr (std::is_same_v<T, void *>)
    throw 1;
  else
    return value + value;
}

struct shape {
  virtual int sides() const { return 0; }
  virtual ~shape() = default;
};
struct triangle : shape {
  int sides() const override { return 3; }
};
struct square final : shape {
  int sides() const override { return 4; }
};

struct arena {
  alignas(int) unsigned char bytes[64];
  unsigned used = 0;
};
void *operator new(std::size_t size, arena &from) noexcept {
  void *place = from.bytes + from.used;
  from.used += unsigned(size);
  return place;
}

struct scoped {
  int *target;
  explicit scoped(int *target) noexcept : target(target) { *target += 1; }
  ~scoped() { *target += 10; }
};

struct with_default {
  int a = twice(4);
  int b = table[1];
  int sum(int extra = twice(1)) const { return a + b + extra; }
};

constexpr unsigned long long operator""_km(unsigned long long n) { return n * 1000; }
constexpr double operator""_half(long double n) { return double(n) / 2; }

int add_one(int n) { return n + 1; }
template <auto Function> int call(int n) { return Function(n); }
template <typename F> int apply(F f, int n) { return f(n); }

int never_defined(int);
int recursive(int n) { return n ? recursive(n - 1) : 0; }

struct counted {
  static int instances;
  static constexpr int limit = 5;
  int value = limit;
  int host() const { return instances; }
};
int counted::instances = 0;

constexpr int checks = 32;

int main() {
  sycl::queue queue;
  const int zero = host_only(3) - 6;
  int *out = sycl::malloc_shared<int>(checks + 1, queue);
  std::fill(out, out + checks + 1, 0);
  queue
      .single_task([=] {
        int at = 0;
        auto expect = [&](bool right) { out[at++] = right ? 1 : -1; };
        // Unevaluated operands.
        expect(sizeof(never_defined(0)) == sizeof(int));
        expect(!noexcept(never_defined(1)));
        expect(std::is_same_v<decltype(never_defined(1)), int>);
        // Constant evaluation.
        constexpr int constant = checked(3);
        static_assert(checked(2) == 4);
        expect(constant + zero == 6);
        int bounds[checked(2)] = {};
        expect(sizeof bounds / sizeof bounds[0] == 4);
        // Discarded branches.
        if (false)
          throw 1;
        if constexpr (constant == 7)
          out[0] = never_defined(recursive(1));
        expect((true ? 5 : never_defined(5)) == 5);
        expect((__builtin_is_constant_evaluated() ? never_defined(6) : 6) == 6);
        expect(true || never_defined(7));
        // Tables.
        expect(table[4 + zero] == 11 && weights[1][1 + zero] == 3.5);
        expect(squares[2 + zero] == 9 && std::strlen(text) == 4);
        static constexpr int local_table[] = {20, 21, 22};
        static const int local_const = 23;
        expect(local_table[1 + zero] + local_const == 44);
        expect(double(precise) == 0.25);
        // Calls whose function is known at compile time.
        expect(square{}.sides() == 4);
        triangle t;
        shape &s = t;
        expect(t.sides() == 3);
        expect(s.shape::sides() == 0);
        const square q;
        const square &r = q;
        expect(r.sides() == 4);
        constexpr auto pointer = &add_one;
        expect(pointer(14) == 15);
        expect(call<add_one>(15) == 16);
        constexpr auto member = &with_default::sum;
        with_default d;
        expect((d.*member)(zero) == 11);
        expect(apply([](int n) { return n + 1; }, 17) == 18);
        int (*never_called)(int) = &recursive;
        expect(never_called != nullptr);
        // Placement new.
        arena memory;
        int *placed = new (memory) int(19);
        expect(*placed == 19 && memory.used == sizeof(int));
        alignas(scoped) unsigned char raw[sizeof(scoped)];
        int runs = 0;
        scoped *object = new (raw) scoped(&runs);
        object->~scoped();
        { scoped inner(&runs); }
        expect(runs == 22);
        // The standard library.
        std::array<int, 4> numbers = {1, 2, 3, 4 + zero};
        expect(std::accumulate(numbers.begin(), numbers.end(), 0) == 10);
        std::optional<int> maybe = 23 + zero;
        expect(maybe && *maybe == 23);
        auto [first, second] = std::make_tuple(4 + zero, 20.0);
        auto pair = std::pair<int, int>(5, 20);
        auto &[x, y] = pair;
        expect(first + int(second) == 24 && x + y == 25);
        std::complex<float> c(3, 4);
        expect(std::abs(c) == 5 && std::norm(c) == 25);
        expect(std::numeric_limits<int>::max() > zero);
        expect(std::sqrt(784.0 + zero) == 28 && std::fabs(-0.5f + zero) == 0.5f);
        expect(3_km == 3000 && 58.0_half == 29);
        expect(d.sum() == 13 && twice(counted{}.value) == 10 && counted::limit == 5);
        int sum = 0;
        for (int n : numbers)
          sum += n;
        asm volatile("" ::: "memory");
        expect(sum == 10);
      })
      .wait();
  CHECK_ALL(out, std::size_t(checks), [](std::size_t) { return 1; });
  CHECK_EQ(out[checks], 0);
  CHECK(host_counter > 0 && host_thread > 0);
  sycl::free(out, queue);
  return check::result();
}
