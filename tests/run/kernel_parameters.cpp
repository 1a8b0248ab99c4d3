//! also = ["-O0", "-O2 -fno-scythe-mlir"]
// All types of a kernel's parameter (SYCL 2020 §4.9.4.2.2).
#include "check.hpp"

// A user's own index type, made from an item.
struct my_index {
  my_index(sycl::item<1> item) : value(item.get_id(0) + 100 * item.get_range(0)) {}
  std::size_t value;
};
struct my_nd_index {
  my_nd_index(const sycl::nd_item<1> &item) : value(item.get_global_id(0)) {}
  std::size_t value;
};
enum plain : unsigned {};

// User-defined function objects, overloaded and templated.
struct overloaded {
  std::size_t *d;
  void operator()(sycl::item<1> &i) const { d[i] = i + 1; }
  void operator()(const sycl::nd_item<1> &i) const { d[i.get_global_id(0)] = i.get_global_id(0) + 2; }
};
struct templated {
  std::size_t *d;
  template <int D> void operator()(sycl::item<D> &&i) const { d[i.get_linear_id()] = i.get_linear_id() + 3; }
  template <int D> void operator()(const sycl::nd_item<D> &i) const {
    d[i.get_global_linear_id()] = i.get_global_linear_id() + 4;
  }
};

// Every launch passes an lvalue: `auto &` binds to it, and so does a reference that is not const.
void references(sycl::queue &q, std::size_t *d, std::size_t n) {
  auto check = [&](std::size_t plus) {
    q.wait();
    CHECK_ALL(d, n, [=](std::size_t i) { return i + plus; });
    q.memset(d, 0, n * sizeof *d).wait();
  };
  q.parallel_for(n, [=](auto &i) {
    static_assert(std::is_same_v<decltype(i), const sycl::item<1> &>);
    d[i] = i + 1;
  });
  check(1);
  q.parallel_for(n, [=](sycl::item<1> &i) { d[i] = i + 2; }), check(2);
  q.parallel_for(n, [=](sycl::item<1, false> &i) { d[i.get_id(0)] = i.get_id(0) + 3; }), check(3);
  q.parallel_for(n, [=](auto &i, auto &handler) {
    static_assert(std::is_same_v<decltype(handler), sycl::kernel_handler &>);
    d[i] = i + 4;
  });
  check(4);
  q.parallel_for(n, [=](sycl::id<1> i, sycl::kernel_handler) { d[i] = i + 5; }), check(5);
  q.parallel_for(sycl::range<2>(1, n), [=](auto &i) { d[i[1]] = i.get_linear_id() + 6; }), check(6);
  q.parallel_for(sycl::nd_range<1>(n, 1), [=](auto &i) {
    static_assert(std::is_same_v<decltype(i), const sycl::nd_item<1> &>);
    d[i.get_global_id(0)] = i.get_global_linear_id() + 7;
  });
  check(7);
  q.parallel_for(sycl::nd_range<3>({1, n, 1}, {1, n, 1}), [=](sycl::nd_item<3> &i) {
     d[i.get_global_id(1)] = i.get_local_linear_id() + 8;
   }).wait();
  check(8);
  q.single_task([=](auto &) { d[0] = 9; }).wait();
  CHECK_EQ(d[0], 9u);
  q.parallel_for(n, overloaded{d}), check(1);
  q.parallel_for(sycl::nd_range<1>(n, 1), overloaded{d}), check(2);
  q.parallel_for(sycl::range<2>(n, 1), templated{d}), check(3);
  q.parallel_for(sycl::nd_range<2>({n, 1}, {1, 1}), templated{d}), check(4);

  std::size_t *sum = sycl::malloc_shared<std::size_t>(1, q);
  const auto set_sum = sycl::property::reduction::initialize_to_identity();
  const auto check_sum = [&] {
    q.wait();
    CHECK_EQ(*sum, n * (n - 1) / 2);
  };
  const auto reduction = sycl::reduction(sum, sycl::plus<std::size_t>(), {set_sum});
  q.parallel_for(n, reduction, [=](auto &i, auto &sum) { sum += i; }), check_sum();
  q.parallel_for(n, reduction, [=](sycl::item<1> &i, auto &sum) { sum += i; }), check_sum();
  q.parallel_for(sycl::range<2>(n, 1), reduction, [=](auto &i, auto &sum) { sum += i[0]; }), check_sum();
  q.parallel_for(sycl::nd_range<1>(n, 1), reduction, [=](auto &i, auto &sum) {
    sum += i.get_global_id(0);
  });
  check_sum();
  sycl::free(sum, q);

  q.submit([&](sycl::handler &h) {
    h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(n), [=](auto &group) {
      group.parallel_for_work_item([&](auto &i) { d[i.get_local_id(0)] = i.get_global_id(0); });
      group.parallel_for_work_item(sycl::range<1>(2 * n), [&](sycl::h_item<1> &i) {
        if (i.get_logical_local_id(0) < n)
          d[i.get_logical_local_id(0)] += 1;
      });
    });
  });
  check(1);
}

int main() {
  sycl::queue q;
  constexpr std::size_t n = 37;
  std::size_t *d = sycl::malloc_shared<std::size_t>(n, q);
  auto check_identity = [&](std::size_t plus) {
    q.wait();
    CHECK_ALL(d, n, [=](std::size_t i) { return i + plus; });
    q.memset(d, 0, n * sizeof *d).wait();
  };

  q.parallel_for(n, [=](sycl::id<1> i) { d[i] = i + 1; }), check_identity(1);
  q.parallel_for(n, [=](const sycl::id<1> &i) { d[i] = i + 2; }), check_identity(2);
  q.parallel_for(n, [=](sycl::item<1> i) { d[i] = i + 3; }), check_identity(3);
  q.parallel_for(n, [=](const sycl::item<1> i) { d[i] = i + 4; }), check_identity(4);
  q.parallel_for(n, [=](sycl::item<1, false> i) { d[i] = i.get_id(0) + 5; }), check_identity(5);
  q.parallel_for(n, [=](int i) { d[i] = std::size_t(i) + 6; }), check_identity(6);
  q.parallel_for(n, [=](std::size_t i) { d[i] = i + 7; }), check_identity(7);
  q.parallel_for(n, [=](unsigned char i) { d[i] = i + 8; }), check_identity(8);
  q.parallel_for(n, [=](const long long &i) { d[i] = std::size_t(i) + 9; }), check_identity(9);
  q.parallel_for(n, [=](auto i) { d[i] = i + 10; }), check_identity(10);
  q.parallel_for(n, [=](const auto &i) { d[i] = i.get_id(0) + 11; }), check_identity(11);
  q.parallel_for(n, [=](auto &&i) { d[i.get_linear_id()] = i.get_range(0); });
  q.wait();
  CHECK_ALL(d, n, [=](std::size_t) { return n; });
  q.parallel_for(n, [=](my_index i) { d[i.value - 100 * n] = i.value; }), check_identity(100 * n);
  q.parallel_for(sycl::nd_range<1>(n, 1), [=](my_nd_index i) { d[i.value] = i.value; });
  check_identity(0);
  q.parallel_for(n, [=](auto i) {
    static_assert(std::is_same_v<decltype(i), sycl::item<1>>);
    d[i] = i;
  });
  check_identity(0);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](auto i) {
    static_assert(std::is_same_v<decltype(i), sycl::nd_item<1>>);
    d[i.get_global_id()] = i.get_global_id();
  });
  check_identity(0);

  // Arithmetic with numbers of other types.
  float *f = sycl::malloc_shared<float>(n, q);
  q.parallel_for(n, [=](sycl::id<1> i) {
     f[i] = 0.5f * i + 2.0 * i - i / 4;
     if (i % 2 == 0 && i != 4 && 3 < i)
       f[i] = -f[i];
   }).wait();
  CHECK_ALL(f, n, [](std::size_t i) {
    float v = static_cast<float>(0.5f * float(i) + 2.0 * double(i) - double(i / 4));
    return i % 2 == 0 && i != 4 && 3 < i ? -v : v;
  });
  sycl::free(f, q);
  references(q, d, n);
  sycl::free(d, q);
  return check::result();
}
