//! also = ["-O0"]
// Small closures, which x86-64 passes in registers by class of their members.
#include "check.hpp"

template <typename... Ts> struct pack;
template <typename A> struct pack<A> { A a; };
template <typename A, typename B> struct pack<A, B> { A a; B b; };
template <typename A, typename B, typename C> struct pack<A, B, C> { A a; B b; C c; };

int main() {
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
  return check::result();
}
