// Closures of every size as kernels.
//! also = ["-O0"]
#include "check.hpp"


#include <array>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <utility>

// Small closures, which x86-64 passes in registers by the class of their members.
namespace small {

template <typename... Ts> struct pack;
template <typename A> struct pack<A> { A a; };
template <typename A, typename B> struct pack<A, B> { A a; B b; };
template <typename A, typename B, typename C> struct pack<A, B, C> { A a; B b; C c; };

void all() {
  sycl::queue q;
  q.single_task([] {}).wait();
  q.parallel_for(10, [](auto) {}).wait();

  double *out = sycl::malloc_shared<double>(1, q);
#define RUN(sum, ...)                                                                              \
  do {                                                                                             \
    q.single_task([=] { *out = __VA_ARGS__; }).wait();                                             \
    CHECK_EQ(*out, sum);                                                                           \
  } while (0)
  // Captured alone or together with `out`, 8 to 24 bytes.
  float f = 1.5f, g = 2.25f;
  double e = 3.125;
  int i = -7;
  char c = 5;
  short s = -300;
  bool b = true;
  long l = 1L << 40;
  RUN(1.5, f);
  RUN(3.75, f + g);
  RUN(3.125, e);
  RUN(-3.875, e + i);
  RUN(4.625, f + e);
  RUN(-2, double(c + i));
  RUN(-294, double(s + c + b));
  RUN(double(1L << 40), double(l));
  RUN(6.875, f + g + e);
  RUN(-2.375, f + i + e);

  // Structs of one to three members, captured beside a pointer.
  struct target { double *p; } t{out};
  auto store = [&](auto value, double want) {
    q.single_task([t, value] { *t.p = double(value.a); }).wait();
    CHECK_EQ(*out, want);
  };
  store(pack<float>{4.5f}, 4.5);
  store(pack<int>{9}, 9);
  store(pack<float, float>{1.25f, 2}, 1.25);
  store(pack<float, int>{1.25f, 2}, 1.25);
  store(pack<char, double>{3, 2}, 3);
  store(pack<float, int, double>{0.5f, 1, 2}, 0.5);
  store(pack<double, double, double>{8.5, 1, 2}, 8.5);

  // Function objects of exactly one or two eightbytes, of every class.
  struct two_floats { float x, y; } tf{1, 2};
  struct float_float_float { float x, y, z; } fff{1, 2, 3};
  struct double_int { double x; int y; } di{1.5, 2};
  struct int_double { int x; double y; } id{1, 2.5};
  struct float_int_double { float x; int y; double z; } fid{1.5f, 2, 3};
  struct chars { char v[11]; } ch{};
  for (int k = 0; k < 11; ++k)
    ch.v[k] = char(k);
  q.single_task([=] { *out = tf.x + 10 * tf.y; }).wait(), CHECK_EQ(*out, 21);
  q.single_task([=] { *out = fff.x + 10 * fff.y + 100 * fff.z; }).wait(), CHECK_EQ(*out, 321);
  q.single_task([=] { *out = di.x + 10 * di.y; }).wait(), CHECK_EQ(*out, 21.5);
  q.single_task([=] { *out = id.x + 10 * id.y; }).wait(), CHECK_EQ(*out, 26);
  q.single_task([=] { *out = fid.x + 10 * fid.y + 100 * fid.z; }).wait(), CHECK_EQ(*out, 321.5);
  q.single_task([=] { *out = ch.v[3] + 10 * ch.v[10]; }).wait(), CHECK_EQ(*out, 103);

  // In a range, so that every work-item reads the closure.
  double *many = sycl::malloc_shared<double>(100, q);
  q.parallel_for(100, [=](int k) { many[k] = f * k + g; }).wait();
  CHECK_ALL(many, 100, [=](std::size_t k) { return double(f * float(k) + g); });
  sycl::free(many, q);
  sycl::free(out, q);
}

} // namespace small

// Closures of at most 16 bytes without room for a pointer: the address of the result is passed in two halves, so that
// float members are next to integers.
namespace in_registers {

struct split_pointer {
  std::uint32_t low, high;
};
static double *join(split_pointer p) {
  return reinterpret_cast<double *>(std::uint64_t(p.high) << 32 | p.low);
}

void all() {
  sycl::queue q;
  double *out = sycl::malloc_shared<double>(2, q);
  const auto bits = reinterpret_cast<std::uint64_t>(out);
  const split_pointer p{std::uint32_t(bits), std::uint32_t(bits >> 32)};

  // {int, int, float, float}: INTEGER, SSE.
  float f = 1.5f, g = -2.5f;
  q.single_task([p, f, g] { *join(p) = f * 100 + g; }).wait();
  CHECK_EQ(out[0], 147.5);
  // {double, int, int}: SSE, INTEGER.
  double d = 0.25;
  q.single_task([d, p] { *join(p) = d; }).wait();
  CHECK_EQ(out[0], 0.25);
  // {float, int, int, float}: two mixed eightbytes.
  struct mixed { float a; std::uint32_t low, high; float b; } m{3, p.low, p.high, 4};
  q.single_task([m] { *join({m.low, m.high}) = m.a * 10 + m.b; }).wait();
  CHECK_EQ(out[0], 34);
  // {int, int}: one eightbyte.
  q.single_task([p] { *join(p) = 99; }).wait();
  CHECK_EQ(out[0], 99);
  // {int, int, char, char, short}
  char c = -3;
  short s = 1000;
  q.single_task([p, c, s] { *join(p) = c * 10000.0 + s; }).wait();
  CHECK_EQ(out[0], -29000);
  // A pair of pointers; a pointer and a long.
  long big = -(1L << 35);
  q.single_task([out, big] { out[1] = double(big); }).wait();
  CHECK_EQ(out[1], double(big));
  // Exactly 17 bytes of members: in memory again.
  struct bytes { char v[9]; } b{};
  b.v[8] = 7;
  q.single_task([p, b] { *join(p) = b.v[8]; }).wait();
  CHECK_EQ(out[0], 7);
  // Several work-items.
  q.parallel_for(50, [p, f](int i) {
     if (i == 49)
       *join(p) = f * i;
   }).wait();
  CHECK_EQ(out[0], 73.5);
  sycl::free(out, q);
}

} // namespace in_registers

// Large and over-aligned closures.
namespace large {

struct alignas(64) cache_line {
  int value[16];
};
struct alignas(256) page {
  char value[256];
};

void all() {
  sycl::queue q;
  long *out = sycl::malloc_shared<long>(128, q);

  std::array<int, 100> a100;
  std::array<short, 1000> a1000;
  for (int i = 0; i < 100; ++i)
    a100[i] = i * i;
  for (int i = 0; i < 1000; ++i)
    a1000[i] = short(3 * i);
  q.parallel_for(100, [=](int i) { out[i] = a100[i] + a1000[10 * i]; }).wait();
  CHECK_ALL(out, 100, [&](std::size_t i) { return a100[i] + a1000[10 * i]; });
  q.submit([&](sycl::handler &h) {
     h.parallel_for(100, [=](int i) { out[i] = a100[99 - i] - a1000[i]; });
   }).wait();
  CHECK_ALL(out, 100, [&](std::size_t i) { return a100[99 - i] - a1000[i]; });

  cache_line line{};
  line.value[5] = 55;
  page pg{};
  pg.value[200] = 20;
  auto check_alignment = [=] {
    out[0] = line.value[5] + pg.value[200];
    out[1] = long(reinterpret_cast<std::uintptr_t>(&line) % 64);
    out[2] = long(reinterpret_cast<std::uintptr_t>(&pg) % 256);
  };
  for (int i = 0; i < 4; ++i) {
    q.single_task(check_alignment).wait();
    CHECK_EQ(out[0], 75);
    CHECK_EQ(out[1], 0);
    CHECK_EQ(out[2], 0);
    q.submit([&](sycl::handler &h) { h.single_task(check_alignment); }).wait();
    CHECK_EQ(out[1], 0);
    CHECK_EQ(out[2], 0);
  }

  // Captured C arrays, pairs, tuples and nested lambdas.
  int raw[7] = {1, 2, 3, 4, 5, 6, 7};
  std::pair<int, double> pair{4, 2.5};
  std::tuple<char, long, float> tuple{'a', 1L << 33, 0.5f};
  auto inner = [raw](int i) { return raw[i] * 2; };
  q.single_task([=] {
     long sum = 0;
     for (int x : raw)
       sum += x;
     out[0] = sum + pair.first + long(pair.second * 2);
     out[1] = std::get<1>(tuple) + std::get<0>(tuple) + long(std::get<2>(tuple) * 2);
     out[2] = inner(6);
   }).wait();
  CHECK_EQ(out[0], 28 + 4 + 5);
  CHECK_EQ(out[1], (1L << 33) + 'a' + 1);
  CHECK_EQ(out[2], 14);

  // The closure is copied at submission: changing the variable later is fine.
  std::array<int, 200> changing{};
  changing[0] = 1;
  sycl::event gate = q.single_task([=] { out[3] = 0; });
  sycl::event e = q.single_task(gate, [=] { out[4] = changing[0]; });
  changing[0] = 2;
  e.wait();
  CHECK_EQ(out[4], 1);
  sycl::free(out, q);
}

} // namespace large

int main() {
  small::all();
  in_registers::all();
  large::all();
  return check::result();
}
