// Function objects as kernels, with accessors anywhere in them.
//! also = ["-O0"]
#include "check.hpp"


#include <array>
#include <numeric>
#include <tuple>
#include <vector>

// Function objects as kernels: one object in several forms of launch, and
// templates.
namespace kernels {

class fill_all {
public:
  explicit fill_all(int *data) : data_(data) {}
  void operator()() const { data_[0] = 1; }
  void operator()(sycl::id<1> i) const { data_[i] = 2; }
  void operator()(sycl::item<2> i) const { data_[i.get_linear_id()] = 3; }
  void operator()(sycl::item<3> i) const { data_[i.get_linear_id()] = 4; }
  void operator()(sycl::nd_item<1> i) const { data_[i.get_global_id()] = 5; }
  void operator()(sycl::nd_item<2> i) const { data_[i.get_global_linear_id()] = 6; }

private:
  int *data_;
};

template <typename T, int Factor> struct scale {
  T *data;
  template <typename Index> void operator()(Index i) const { data[i] = T(i * Factor); }
};

template <typename T> void run_template(sycl::queue &q) {
  T *data = sycl::malloc_shared<T>(20, q);
  q.parallel_for(20, scale<T, 3>{data}).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return T(3 * i); });
  q.parallel_for(20, scale<T, 4>{data}).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return T(4 * i); });
  // A lambda in a function template: one kernel per instantiation.
  T offset = T(7);
  q.parallel_for(20, [=](sycl::id<1> i) { data[i] = data[i] + offset; }).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return T(4 * i + 7); });
  sycl::free(data, q);
}

struct base {
  int a = 1;
  int get() const { return a; }
};
struct derived : base {
  int *out;
  void operator()() const { *out = get() + 41; }
};

int helper(int x) { return x * x; } // an ordinary function called from a kernel

void all() {
  sycl::queue q;
  int *d = sycl::malloc_shared<int>(16, q);
  const fill_all kernel(d);
  auto all = [&](int value, std::size_t count) {
    q.wait();
    CHECK_ALL(d, count, [=](std::size_t) { return value; });
  };
  q.single_task(kernel), all(1, 1);
  q.parallel_for(sycl::range<1>(16), kernel), all(2, 16);
  q.parallel_for(sycl::range<2>(4, 4), kernel), all(3, 16);
  q.parallel_for(sycl::range<3>(2, 2, 4), kernel), all(4, 16);
  q.parallel_for(sycl::nd_range<1>(16, 4), kernel), all(5, 16);
  q.parallel_for(sycl::nd_range<2>({4, 4}, {2, 2}), kernel), all(6, 16);
  q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(16), kernel); }), all(2, 16);

  run_template<int>(q);
  run_template<float>(q);
  run_template<unsigned short>(q);

  derived object;
  object.out = d;
  q.single_task(object).wait();
  CHECK_EQ(d[0], 42);

  q.parallel_for(16, [=](int i) { d[i] = helper(i); }).wait();
  CHECK_ALL(d, 16, [](std::size_t i) { return int(i * i); });

  // A kernel in a variable, launched twice.
  auto lambda = [=](int i) { d[i] += 1; };
  q.parallel_for(16, lambda).wait();
  q.parallel_for(8, lambda).wait();
  CHECK_ALL(d, 16, [](std::size_t i) { return int(i * i) + (i < 8 ? 2 : 1); });
  sycl::free(d, q);
}

} // namespace kernels

// Function objects of every kind, with accessors anywhere in them (SYCL 2020 4.12.4).
namespace arguments {

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

void all() {
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
}

} // namespace arguments

int main() {
  kernels::all();
  arguments::all();
  return check::result();
}
