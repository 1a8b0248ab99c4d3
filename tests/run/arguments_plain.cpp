//! opt = ["-O0", "-O2"]
//! skip_device = { opencl = "SPIR-V has no integers of 128 bits" }

// Trivially copyable arguments of every shape are passed unchanged.
#include "check.hpp"

#include <cstdint>
#include <cstring>

struct empty {};
struct flags {
  unsigned low : 3;
  unsigned middle : 11;
  int negative : 5;
  unsigned : 0;
  std::uint64_t wide : 40;
  bool single : 1;
};
union number {
  std::uint32_t bits;
  float real;
};
struct tagged {
  enum class kind : char { integer, real } tag;
  union {
    std::int64_t integer;
    double real;
  };
};
struct base {
  int first;
};
struct derived : base, empty {
  short second;
  int table[2][3][2];
};
class closed {
public:
  closed(int a, char b) : b_(b), a_(a) {}
  int sum() const { return a_ + b_; }

private:
  char b_;
  int a_;
};
struct packed {
  [[no_unique_address]] empty nothing;
  [[no_unique_address]] base tail;
  char behind;
};
struct alignas(64) cache_line {
  int value;
};
struct alignas(256) page {
  char text[5];
};
struct over_aligned {
  char before;
  cache_line line;
  page pages[2];
  alignas(128) int inside;
};
enum plain { none = 0, some = 7 };
struct constant {
  const int value;
  volatile int changing;
};
struct methods {
  int twice(int x) const { return 2 * x; }
};

static int global_function(int x) { return x + 1; }

int main() {
  sycl::queue q;
  long long *out = sycl::malloc_shared<long long>(64, q);
  flags bits{5, 1027, -7, 0x9123456789ull, true};
  number one;
  one.real = 1.5f;
  tagged integer{tagged::kind::integer, {-5}}, real{tagged::kind::real, {}};
  real.real = 0.25;
  derived object{{11}, {}, 12, {}};
  for (int i = 0; i < 12; ++i)
    object.table[i / 6][i / 2 % 3][i % 2] = i * i;
  closed hidden(100, 'a');
  packed tight{{}, {21}, 'x'};
  over_aligned aligned{'b', {31}, {{"abcd"}, {"efgh"}}, 32};
  empty nothing, nothings[3];
  plain choice = some;
  constant fixed{41, 42};
  int matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  int(methods::*method)(int) const = &methods::twice;
  int (*function)(int) = global_function;
  std::nullptr_t null = nullptr;
  __int128 wide = (__int128(7) << 90) + 3;

  q.single_task([=] {
     int n = 0;
     auto put = [&](long long value) { out[n++] = value; };
     put(bits.low), put(bits.middle), put(bits.negative), put((long long)bits.wide);
     put(bits.single);
     put(one.bits);
     put(integer.tag == tagged::kind::integer ? integer.integer : 0);
     put(real.tag == tagged::kind::real ? (long long)(real.real * 100) : 0);
     put(object.first), put(object.second);
     for (auto &plane : object.table)
       for (auto &row : plane)
         put(row[0]), put(row[1]);
     put(hidden.sum());
     put(tight.tail.first), put(tight.behind);
     put(aligned.before), put(aligned.line.value), put(aligned.inside);
     put(aligned.pages[0].text[3]), put(aligned.pages[1].text[0]);
     put(reinterpret_cast<std::uintptr_t>(&aligned.line) % 64);
     put(sizeof nothing + sizeof nothings);
     put(choice);
     put(fixed.value), put(fixed.changing);
     put(matrix[2][1]);
     put(method != nullptr), put(function != nullptr), put(null == nullptr);
     put((long long)(wide >> 90)), put((long long)(wide & 0xff));
   }).wait();

  int n = 0;
  auto got = [&](long long value) {
    CHECK_EQ(out[n], value);
    ++n;
  };
  got(5), got(1027), got(-7), got(0x9123456789ll), got(1);
  std::uint32_t bits_of_one;
  std::memcpy(&bits_of_one, &one, 4);
  got(bits_of_one);
  got(-5), got(25);
  got(11), got(12);
  for (int i = 0; i < 12; ++i)
    got(i * i);
  got(100 + 'a');
  got(21), got('x');
  got('b'), got(31), got(32), got('d'), got('e'), got(0);
  got(4), got(7), got(41), got(42), got(10);
  got(1), got(1), got(1), got(7), got(3);

  // An argument that needs more alignment than memory has by itself, for many work-items.
  q.parallel_for(64, [=](sycl::id<1> i) {
     out[i] = reinterpret_cast<std::uintptr_t>(&aligned.pages[1]) % 256 + aligned.inside;
   }).wait();
  CHECK_ALL(out, 64, [](std::size_t) { return 32; });
  sycl::free(out, q);
  return check::result();
}
