//! also = ["-O0"]
// Function objects of every kind, with accessors anywhere in them (SYCL 2020 4.12.4).
#include "check.hpp"

#include <array>
#include <numeric>
#include <tuple>
#include <vector>

using reads = sycl::accessor<int, 1, sycl::access_mode::read>;
using writes = sycl::accessor<int, 1, sycl::access_mode::write>;

class adds {
public:
  adds(reads from, writes to, int what) : what_(what), from_(from), to_(to) {}
  void operator()(sycl::id<1> i) const { to_[i] = from_[i] + what_; }

private:
  int what_;
  reads from_;
  writes to_;
};

struct source {
  reads data;
  int factor;
};
class scales : source {
public:
  scales(reads from, writes to, int factor) : source{from, factor}, to_{to, to} {}
  void operator()(sycl::id<1> i) const { to_[i % 2][i] = data[i] * factor; }

private:
  writes to_[2];
};

struct aggregate {
  std::array<reads, 2> from;
  struct {
    char unused : 3;
    writes to;
  } inner;
  void operator()(sycl::id<1> i) const { inner.to[i] = from[0][i] + from[1][i]; }
};

template <typename... Parts> struct derives : Parts... {
  void operator()(sycl::id<1> i) const { (Parts::apply(i), ...); }
};
template <int Factor> struct multiplies {
  reads from;
  writes to;
  void apply(sycl::id<1> i) const {
    if (i % 2 == Factor % 2)
      to[i] = from[i] * Factor;
  }
};

template <typename Make> std::vector<int> run(sycl::queue &q, Make make) {
  constexpr std::size_t n = 33;
  std::vector<int> in(n), out(n);
  std::iota(in.begin(), in.end(), 1);
  {
    sycl::buffer<int> from(in.data(), n), to(out.data(), n);
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range<1>(n), make(reads(from, h), writes(to, h)));
    });
  }
  return out;
}

class member_kernels {
public:
  explicit member_kernels(int value) : value_(value) {}
  void launch(sycl::queue &q, int *out) {
    q.single_task([out, *this] { *out = value_ + 1; }).wait();
    int copy = value_;
    q.single_task([=, copy = copy] { *out += copy; }).wait();
  }

private:
  int value_;
};

int main() {
  sycl::queue q;
  const auto plus = [](int what) { return [=](std::size_t i) { return int(i) + 1 + what; }; };
  const auto times = [](int what) { return [=](std::size_t i) { return (int(i) + 1) * what; }; };
  const auto check = [&](auto make, auto want) {
    const std::vector<int> got = run(q, make);
    CHECK_ALL(got, got.size(), want);
  };
  check([](reads r, writes w) { return adds(r, w, 5); }, plus(5));
  check([](reads r, writes w) { return scales(r, w, 3); }, times(3));
  check([](reads r, writes w) { return aggregate{{r, r}, {1, w}}; }, times(2));
  check([](reads r, writes w) { return derives<multiplies<2>, multiplies<3>>{{r, w}, {r, w}}; },
        [](std::size_t i) { return (int(i) + 1) * (i % 2 ? 3 : 2); });
  // Lambdas: generic, in each other, with initialisers, with structured bindings.
  check([](reads r, writes w) { return [=](auto i) { w[i] = r[i] + 7; }; }, plus(7));
  check(
      [](reads r, writes w) {
        auto read = [r](auto i) { return r[i]; };
        auto write = [w, read](auto i) { w[i] = read(i) + 8; };
        return [write](sycl::id<1> i) { write(i); };
      },
      plus(8));
  check(
      [](reads r, writes w) {
        return [t = std::tuple<reads, int>(r, 9), w](sycl::id<1> i) {
          w[i] = std::get<0>(t)[i] + std::get<1>(t);
        };
      },
      plus(9));
  check(
      [](reads r, writes w) {
        source both{r, 4};
        auto [data, factor] = both;
        return [w, data = data, factor = factor](sycl::id<1> i) { w[i] = data[i] * factor; };
      },
      times(4));

  int *out = sycl::malloc_shared<int>(1, q);
  member_kernels(20).launch(q, out);
  CHECK_EQ(*out, 41);
  sycl::free(out, q);
  return check::result();
}
