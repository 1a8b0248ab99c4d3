// Every form of sycl::reduction and every way to launch a kernel with it.
#include "check.hpp"

#include <numeric>
#include <vector>

namespace {

using initialize = sycl::property::reduction::initialize_to_identity;

struct larger {
  int operator()(int a, int b) const { return a < b ? b : a; }
};

// A kernel that is not a lambda, with any reducers.
struct count_items {
  template <typename... Reducers> void operator()(sycl::item<1>, Reducers &...reducers) const {
    (reducers.combine(1), ...);
  }
};

} // namespace

int main() {
  sycl::queue q;
  const int n = 1000, sum = n * (n - 1) / 2;
  int *const var = sycl::malloc_shared<int>(8, q);

  // USM: the original value takes part unless the property says otherwise.
  const auto usm = [&](auto reduction) {
    *var = 5;
    q.parallel_for(n, reduction, [=](sycl::id<1> i, auto &r) { r.combine(int(i)); }).wait();
    return *var;
  };
  CHECK_EQ(usm(sycl::reduction(var, sycl::plus<>())), sum + 5);
  CHECK_EQ(usm(sycl::reduction(var, sycl::plus<int>())), sum + 5);
  CHECK_EQ(usm(sycl::reduction(var, 0, sycl::plus<>())), sum + 5);
  CHECK_EQ(usm(sycl::reduction(var, sycl::plus<>(), {initialize()})), sum);
  CHECK_EQ(usm(sycl::reduction(var, sycl::plus<>(), initialize())), sum);
  CHECK_EQ(usm(sycl::reduction(var, 0, sycl::plus<>(), sycl::property_list{initialize()})), sum);
  CHECK_EQ(usm(sycl::reduction(var, larger())), n - 1);
  CHECK_EQ(usm(sycl::reduction(var, -1, larger(), {initialize()})), n - 1);
  CHECK_EQ(usm(sycl::reduction(var, [](int a, int b) { return a + b; })), sum + 5);
  const int twice = 2; // combiners may have members
  CHECK_EQ(usm(sycl::reduction(var, 0, [=](int a, int b) { return twice * (a + b) / 2; })),
           sum + 5);
  CHECK_THROWS(sycl::errc::invalid, sycl::reduction(var, larger(), {initialize()}));

  // Buffers, alone and as a part of another.
  const auto in_buffer = [&](const auto &make) {
    int value = 7;
    {
      sycl::buffer<int> buffer(&value, 1);
      q.submit([&](sycl::handler &h) {
        h.parallel_for(sycl::range<1>(n), make(buffer, h),
                       [=](sycl::id<1> i, auto &r) { r.combine(int(i)); });
      });
    }
    return value;
  };
  using buffer = sycl::buffer<int>;
  CHECK_EQ(in_buffer([](buffer &b, sycl::handler &h) {
             return sycl::reduction(b, h, sycl::plus<>());
           }),
           sum + 7);
  CHECK_EQ(in_buffer([](buffer &b, sycl::handler &h) {
             return sycl::reduction(b, h, sycl::plus<>(), {initialize()});
           }),
           sum);
  CHECK_EQ(in_buffer([](buffer &b, sycl::handler &h) {
             return sycl::reduction(b, h, 0, larger(), {initialize()});
           }),
           n - 1);
  CHECK_EQ(in_buffer([](buffer &b, sycl::handler &h) { return sycl::reduction(b, h, larger()); }),
           n - 1);
  q.submit([&](sycl::handler &h) {
    sycl::buffer<int> two(2);
    CHECK_THROWS(sycl::errc::invalid, sycl::reduction(two, h, sycl::plus<>()));
    sycl::buffer<int, 2> none(sycl::range<2>(1, 0));
    CHECK_THROWS(sycl::errc::invalid, sycl::reduction(none, h, 0, sycl::plus<>()));
  });
  sycl::buffer<long, 3> cube(sycl::range<3>(1, 1, 1));
  sycl::host_accessor{cube}[0][0][0] = 1;
  q.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(64, 8), sycl::reduction(cube, h, sycl::plus<>()),
                   [=](sycl::nd_item<1>, auto &r) { r += 2; });
  });
  CHECK_EQ((sycl::host_accessor{cube}[0][0][0]), 129);
  // Commands on the buffer wait for each other.
  for (int i = 0; i < 20; ++i)
    q.submit([&](sycl::handler &h) {
      h.parallel_for(sycl::range<1>(100), sycl::reduction(cube, h, sycl::plus<>()),
                     [=](sycl::id<1>, auto &r) { r += 1; });
    });
  CHECK_EQ((sycl::host_accessor{cube}[0][0][0]), 2129);

  // Several reductions of one kernel, of different types.
  double *const real = sycl::malloc_shared<double>(1, q);
  bool *const truth = sycl::malloc_shared<bool>(1, q);
  var[0] = 0, var[1] = 100, *real = 0.5, *truth = true;
  q.parallel_for(sycl::range<1>(n), sycl::reduction(var, sycl::plus<>()),
                 sycl::reduction(real, sycl::plus<>()), sycl::reduction(var + 1, larger()),
                 sycl::reduction(truth, sycl::logical_and<>()),
                 [=](sycl::item<1> i, auto &count, auto &total, auto &most, auto &all) {
                   ++count;
                   total += 0.25;
                   most.combine(int(i.get_id(0)) - 1);
                   all.combine(i.get_range(0) == 1000);
                 })
      .wait();
  CHECK_EQ(var[0], n);
  CHECK_EQ(var[1], n - 2);
  CHECK_EQ(*real, 250.5);
  CHECK(*truth);

  // All launches, with and without events, kernels with names and without.
  const auto reset = [=] { var[0] = var[1] = 0; };
  const auto r = [=] { return sycl::reduction(var, sycl::plus<>()); };
  const auto s = [=] { return sycl::reduction(var + 1, sycl::plus<>()); };
  const auto expect = [&](sycl::event e, int first, int second) {
    e.wait();
    CHECK_EQ(var[0], first);
    CHECK_EQ(var[1], second);
    reset();
  };
  reset();
  sycl::event none;
  const std::vector<sycl::event> nothing(2);
  expect(q.parallel_for({30}, r(), count_items()), 30, 0);
  expect(q.parallel_for({30}, r(), s(), count_items()), 30, 30);
  expect(q.parallel_for<class named>(30, none, r(), s(), count_items()), 30, 30);
  expect(q.parallel_for(30, nothing, r(), s(), count_items()), 30, 30);
  const auto items = [=](auto, auto &a, auto &b) { ++a, b += 2; };
  expect(q.parallel_for({4, 5}, r(), s(), items), 20, 40);
  expect(q.parallel_for(sycl::range<2>(4, 5), none, r(), s(), items), 20, 40);
  expect(q.parallel_for({4, 5}, nothing, r(), s(), items), 20, 40);
  expect(q.parallel_for({4, 5, 6}, r(), s(), items), 120, 240);
  expect(q.parallel_for(sycl::range<3>(4, 5, 6), none, r(), s(), items), 120, 240);
  expect(q.parallel_for({4, 5, 6}, {none, none}, r(), s(), items), 120, 240);
  expect(q.parallel_for(sycl::nd_range<1>(12, 4), r(), s(), items), 12, 24);
  expect(q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), none, r(), s(), items), 24, 48);
  expect(q.parallel_for(sycl::nd_range<3>({4, 6, 2}, {2, 3, 1}), nothing, r(), s(), items), 48,
         96);
  expect(q.submit([&](sycl::handler &h) { h.parallel_for({3, 3}, r(), s(), items); }), 9, 18);
  expect(q.submit([&](sycl::handler &h) {
           h.parallel_for<class another>(sycl::nd_range<2>({2, 2}, {1, 2}), r(), s(), items);
         }),
         4, 8);

  // Events order them.
  sycl::event before = q.parallel_for(1 << 20, r(), count_items());
  for (int i = 0; i < 5; ++i)
    before = q.parallel_for(1 << 10, before, r(), count_items());
  before.wait();
  CHECK_EQ(var[0], (1 << 20) + 5 * (1 << 10));

  sycl::free(truth, q);
  sycl::free(real, q);
  sycl::free(var, q);
  return check::result();
}
