//! plain_kernels = true
// Commands as free functions: sycl_khr_free_function_commands and
// sycl_ext_oneapi_enqueue_functions, with handlers and with queues; and copies of regions.
#include "check.hpp"

#include <memory>
#include <numeric>
#include <vector>

namespace khr = sycl::khr;
namespace syclex = sycl::ext::oneapi::experimental;

#if SYCL_KHR_FREE_FUNCTION_COMMANDS != 1 || SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS != 1
#error "the macros of the extensions are missing"
#endif

class named_launch;

// Each command is submitted to a queue directly and in a command group.
template <typename Command> void both(sycl::queue q, Command command) {
  command(q);
  q.wait();
  sycl::event done = khr::submit_tracked(q, [&](sycl::handler &group) { command(group); });
  done.wait();
}

template <int D> sycl::range<D> cube(std::size_t size) {
  sycl::range<D> result;
  for (int d = 0; d < D; ++d)
    result[d] = size + d;
  return result;
}

template <int D> void launches(sycl::queue q) {
  const sycl::range<D> size = cube<D>(3);
  const sycl::range<D> local = [] {
    sycl::range<D> one;
    for (int d = 0; d < D; ++d)
      one[d] = 1;
    one[0] = 3;
    return one;
  }();
  const std::size_t count = size.size();
  int *const out = sycl::malloc_shared<int>(count, q);
  int *const sum = sycl::malloc_shared<int>(1, q);
  std::fill_n(out, count, 0);
  *sum = 0;
  both(q, [&](auto &&to) {
    khr::launch(to, size, [=](sycl::item<D> it) { out[it.get_linear_id()] += 1; });
  });
  both(q, [&](auto &&to) {
    khr::launch_grouped(to, size, local,
                        [=](sycl::nd_item<D> it) { out[it.get_global_linear_id()] += 10; });
  });
  both(q, [&](auto &&to) {
    khr::launch_reduce(
        to, size, [=](sycl::item<D> it, auto &total) { total += out[it.get_linear_id()]; },
        sycl::reduction(sum, sycl::plus<>()));
  });
  both(q, [&](auto &&to) {
    khr::launch_grouped_reduce(
        to, size, local, [=](sycl::nd_item<D>, auto &total) { total += 1; },
        sycl::reduction(sum, sycl::plus<>()));
  });
  CHECK_ALL(out, count, [](std::size_t) { return 22; });
  CHECK_EQ(*sum, static_cast<int>(2 * count * 22 + 2 * count));

  *sum = 0;
  both(q, [&](auto &&to) {
    syclex::parallel_for(to, size, [=](sycl::item<D> it) { out[it.get_linear_id()] = 5; });
  });
  both(q, [&](auto &&to) {
    syclex::nd_launch(to, sycl::nd_range<D>(size, local),
                      [=](sycl::nd_item<D> it) { out[it.get_global_linear_id()] += 2; });
  });
  both(q, [&](auto &&to) {
    syclex::parallel_for(
        to, syclex::launch_config(size),
        [=](sycl::item<D> it, auto &total) { total += out[it.get_linear_id()]; },
        sycl::reduction(sum, sycl::plus<>()));
  });
  both(q, [&](auto &&to) {
    syclex::nd_launch(to, syclex::launch_config(sycl::nd_range<D>(size, local)),
                      [=](sycl::nd_item<D> it) { out[it.get_global_linear_id()] += 1; });
  });
  CHECK_ALL(out, count, [](std::size_t) { return 11; });
  CHECK_EQ(*sum, static_cast<int>(2 * count * 9));
  sycl::free(sum, q);
  sycl::free(out, q);
}

void memory(sycl::queue q) {
  constexpr std::size_t count = 37;
  int *const from = sycl::malloc_shared<int>(count, q);
  int *const to = sycl::malloc_shared<int>(count, q);
  std::iota(from, from + count, 0);
  both(q, [&](auto &&where) { khr::memcpy(where, to, from, count * sizeof(int)); });
  CHECK_ALL(to, count, [](std::size_t i) { return static_cast<int>(i); });
  both(q, [&](auto &&where) { khr::memset(where, to, 0, count * sizeof(int)); });
  CHECK_ALL(to, count, [](std::size_t) { return 0; });
  both(q, [&](auto &&where) { syclex::copy(where, from, to, count); });
  CHECK_ALL(to, count, [](std::size_t i) { return static_cast<int>(i); });
  both(q, [&](auto &&where) { syclex::fill(where, to, 7, count); });
  CHECK_ALL(to, count, [](std::size_t) { return 7; });
  both(q, [&](auto &&where) { khr::prefetch(where, to, sizeof(int)); });
  both(q, [&](auto &&where) { syclex::mem_advise(where, to, sizeof(int), 0); });
  sycl::free(to, q);
  sycl::free(from, q);

  std::vector<int> host(count), back(count);
  std::iota(host.begin(), host.end(), 100);
  std::shared_ptr<int[]> shared_back(new int[count]());
  sycl::buffer<int> first(count), second(count);
  using reads = sycl::accessor<int, 1, sycl::access_mode::read>;
  using writes = sycl::accessor<int, 1, sycl::access_mode::write>;
  khr::copy(q, host.data(), writes(first));
  khr::submit(q, [&](sycl::handler &group) {
    khr::copy(group, reads(first, group), writes(second, group));
  });
  khr::copy(q, reads(second), shared_back);
  khr::submit(q, [&](sycl::handler &group) { khr::copy(group, reads(second, group), back.data()); });
  q.wait();
  CHECK_ALL(back, count, [](std::size_t i) { return static_cast<int>(100 + i); });
  CHECK_ALL(shared_back.get(), count, [](std::size_t i) { return static_cast<int>(100 + i); });
  khr::fill(q, writes(first), 3);
  khr::submit(q, [&](sycl::handler &group) { khr::update_host(group, reads(first, group)); });
  CHECK_EQ(sycl::host_accessor(first)[count - 1], 3);
}

// Rows of a region (sycl_ext_oneapi_memcpy2d), with rows that are longer than the region.
void regions(sycl::queue q) {
  constexpr std::size_t from_pitch = 9, to_pitch = 7, width = 5, height = 4;
  short *const from = sycl::malloc_shared<short>(from_pitch * height, q);
  short *const to = sycl::malloc_shared<short>(to_pitch * height, q);
  std::iota(from, from + from_pitch * height, short(0));
  const auto expect = [&](auto inside) {
    CHECK_ALL(to, to_pitch * height, [&](std::size_t i) -> short {
      const std::size_t row = i / to_pitch, column = i % to_pitch;
      return column < width ? inside(row, column) : short(-1);
    });
    std::fill_n(to, to_pitch * height, short(-1));
  };
  const auto copied = [&](std::size_t row, std::size_t column) {
    return static_cast<short>(row * from_pitch + column);
  };
  std::fill_n(to, to_pitch * height, short(-1));
  sycl::event first =
      q.ext_oneapi_copy2d(from, from_pitch, to, to_pitch, width, height);
  q.single_task(first, [] {}).wait();
  expect(copied);
  q.ext_oneapi_memcpy2d(to, to_pitch * 2, from, from_pitch * 2, width * 2, height, first).wait();
  expect(copied);
  q.ext_oneapi_fill2d(to, to_pitch, short(5), width, height, {first, first}).wait();
  expect([](std::size_t, std::size_t) { return short(5); });
  q.submit([&](sycl::handler &group) {
     group.ext_oneapi_memset2d(to, to_pitch * 2, 1, width * 2, height);
   }).wait();
  expect([](std::size_t, std::size_t) { return short(0x0101); });
  q.ext_oneapi_copy2d(from, from_pitch, to, to_pitch, 0, height).wait();
  q.ext_oneapi_memset2d(to, to_pitch, 1, width, 0).wait();
  expect([](std::size_t, std::size_t) { return short(-1); });
  using sycl::errc;
  CHECK_THROWS(errc::invalid, q.ext_oneapi_copy2d(from, from_pitch, to, to_pitch, 8, height));
  CHECK_THROWS(errc::invalid, q.ext_oneapi_memcpy2d(to, 20, from, 10, 11, height));
  CHECK_THROWS(errc::invalid, q.ext_oneapi_fill2d(to, to_pitch, short(0), 8, height));
  CHECK_THROWS(errc::invalid, q.ext_oneapi_memset2d(to, SIZE_MAX, 0, 8, height));
  sycl::free(to, q);
  sycl::free(from, q);
}

void order() {
  sycl::queue q; // out of order
  int *const value = sycl::malloc_shared<int>(2, q);
  value[0] = value[1] = 0;
  for (int round = 0; round < 20; ++round) {
    khr::launch_task(q, [=] { value[0] += 1; });
    if (round % 2)
      khr::command_barrier(q);
    else
      syclex::barrier(q);
    syclex::single_task<named_launch>(q, [=] { value[1] += value[0]; });
    const sycl::event reached =
        syclex::submit_with_event(q, [&](sycl::handler &group) { syclex::barrier(group); });
    if (round % 2)
      khr::event_barrier(q, {reached});
    else
      syclex::partial_barrier(q, {reached});
  }
  q.wait();
  CHECK_EQ(value[0], 20);
  CHECK_EQ(value[1], 210);
  sycl::free(value, q);
}

int main() {
  sycl::queue q;
  launches<1>(q);
  launches<2>(q);
  launches<3>(q);
  memory(q);
  regions(q);
  order();
  return check::result();
}
