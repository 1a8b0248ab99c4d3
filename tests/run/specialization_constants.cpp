//! also = ["-O0"]
// Specialization constants: defaults, values per command group, all kinds of
// types and all ways to launch a kernel.
#include "check.hpp"

#include <array>
#include <cstdint>

struct Point {
  float x;
  std::int16_t y;
  std::array<std::uint8_t, 5> rest;
  constexpr Point(float x, std::int16_t y) : x(x), y(y), rest{1, 2, 3, 4, 5} {}
};
struct alignas(32) Aligned {
  double value;
};

constexpr sycl::specialization_id<int> number(42);
constexpr sycl::specialization_id<float> fraction(0.5f);
constexpr sycl::specialization_id<bool> flag(true);
constexpr sycl::specialization_id<std::uint64_t> wide(0x0123456789abcdefu);
constexpr sycl::specialization_id<char> letter('a');
constexpr sycl::specialization_id<Point> point(1.5f, -7);
constexpr sycl::specialization_id<Aligned> aligned(Aligned{2.25});
constexpr sycl::specialization_id<std::array<int, 3>> coefficients(std::array{3, 5, 7});
inline constexpr sycl::specialization_id<int> shared(9);
static constexpr sycl::specialization_id<int> unset(10);
namespace inner {
constexpr sycl::specialization_id<int> number(43); // another one of this name
}
struct Holder {
  static constexpr sycl::specialization_id<int> member{11};
};

struct Seen {
  int number, inner, member, shared, unset, letter, flag, y, rest, sum;
  float fraction, x;
  double aligned;
  std::uint64_t wide;
};

// Queried by a function that kernels call.
SYCL_EXTERNAL Seen look(sycl::kernel_handler h) {
  const Point p = h.get_specialization_constant<point>();
  const auto c = h.get_specialization_constant<coefficients>();
  return {h.get_specialization_constant<number>(),
          h.get_specialization_constant<inner::number>(),
          h.get_specialization_constant<Holder::member>(),
          h.get_specialization_constant<shared>(),
          h.get_specialization_constant<unset>(),
          h.get_specialization_constant<letter>(),
          h.get_specialization_constant<flag>(),
          p.y,
          p.rest[4],
          c[0] + 10 * c[1] + 100 * c[2],
          h.get_specialization_constant<fraction>(),
          p.x,
          h.get_specialization_constant<aligned>().value,
          h.get_specialization_constant<wide>()};
}

static void check_defaults(const Seen &s) {
  CHECK_EQ(s.number, 42);
  CHECK_EQ(s.inner, 43);
  CHECK_EQ(s.member, 11);
  CHECK_EQ(s.shared, 9);
  CHECK_EQ(s.unset, 10);
  CHECK_EQ(s.letter, 'a');
  CHECK_EQ(s.flag, 1);
  CHECK_EQ(s.y, -7);
  CHECK_EQ(s.rest, 5);
  CHECK_EQ(s.sum, 753);
  CHECK_EQ(s.fraction, 0.5f);
  CHECK_EQ(s.x, 1.5f);
  CHECK_EQ(s.aligned, 2.25);
  CHECK_EQ(s.wide, 0x0123456789abcdefu);
}

static Seen one(sycl::queue &q, bool set) {
  Seen seen{};
  {
    sycl::buffer<Seen> buffer(&seen, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only);
      if (set) {
        h.set_specialization_constant<number>(1);
        h.set_specialization_constant<number>(-5); // the last one counts
        h.set_specialization_constant<inner::number>(6);
        h.set_specialization_constant<Holder::member>(12);
        h.set_specialization_constant<shared>(13);
        h.set_specialization_constant<letter>('z');
        h.set_specialization_constant<flag>(false);
        h.set_specialization_constant<fraction>(-0.125f);
        h.set_specialization_constant<wide>(~std::uint64_t{5});
        h.set_specialization_constant<point>(Point(8.5f, 300));
        h.set_specialization_constant<aligned>(Aligned{1e300});
        h.set_specialization_constant<coefficients>({1, 2, 3});
      }
      CHECK_EQ(h.get_specialization_constant<number>(), set ? -5 : 42);
      CHECK_EQ(h.get_specialization_constant<unset>(), 10);
      h.single_task([=](sycl::kernel_handler handler) { out[0] = look(handler); });
    });
  }
  return seen;
}

class Named;

int main() {
  sycl::queue q;
  check_defaults(one(q, false));
  const Seen s = one(q, true);
  CHECK_EQ(s.number, -5);
  CHECK_EQ(s.inner, 6);
  CHECK_EQ(s.member, 12);
  CHECK_EQ(s.shared, 13);
  CHECK_EQ(s.unset, 10);
  CHECK_EQ(s.letter, 'z');
  CHECK_EQ(s.flag, 0);
  CHECK_EQ(s.y, 300);
  CHECK_EQ(s.rest, 5);
  CHECK_EQ(s.sum, 321);
  CHECK_EQ(s.fraction, -0.125f);
  CHECK_EQ(s.x, 8.5f);
  CHECK_EQ(s.aligned, 1e300);
  CHECK_EQ(s.wide, ~std::uint64_t{5});
  check_defaults(one(q, false)); // one command group's values are not another's

  // The same kernel with other values each time, in every form.
  for (int value : {0, 3, -8}) {
    constexpr std::size_t n = 100;
    int *out = sycl::malloc_shared<int>(n, q);
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<number>(value);
       h.parallel_for<Named>(sycl::range<1>(n), [=](sycl::item<1> item, sycl::kernel_handler kh) {
         out[item] = int(item) * kh.get_specialization_constant<number>();
       });
     }).wait();
    CHECK_ALL(out, n, [&](std::size_t i) { return int(i) * value; });
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<number>(value);
       h.parallel_for(sycl::range<2>(10, 10), [=](sycl::id<2> id, sycl::kernel_handler kh) {
         out[id[0] * 10 + id[1]] += kh.get_specialization_constant<number>();
       });
     }).wait();
    CHECK_ALL(out, n, [&](std::size_t i) { return (int(i) + 1) * value; });
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<int> tile(sycl::range<1>(20), h);
       h.set_specialization_constant<number>(value);
       h.parallel_for(sycl::nd_range<1>(n, 20), [=](auto item, sycl::kernel_handler kh) {
         const auto local = item.get_local_linear_id();
         tile[local] = kh.get_specialization_constant<number>() + int(local);
         sycl::group_barrier(item.get_group());
         out[item.get_global_linear_id()] = tile[19 - local];
       });
     }).wait();
    CHECK_ALL(out, n, [&](std::size_t i) { return value + 19 - int(i % 20); });
    int *sum = sycl::malloc_shared<int>(1, q);
    *sum = 0;
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<number>(value);
       h.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<int>()),
                      [=](sycl::id<1> i, auto &total, sycl::kernel_handler kh) {
                        total += int(i) * kh.get_specialization_constant<number>();
                      });
     }).wait();
    CHECK_EQ(*sum, 4950 * value);
    sycl::free(sum, q);
    sycl::free(out, q);
  }
  return check::result();
}
