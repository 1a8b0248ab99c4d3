//! plain_kernels = true

// Memory that is freed while commands of the queue still use it stays valid for them.
#include "check.hpp"

#include <atomic>
#include <thread>
#include <vector>

// Large enough that it is returned to the system immediately.
constexpr std::size_t n = std::size_t(4) << 20;

void run(sycl::queue q) {
  int *const numbers = sycl::malloc_device<int>(n, q);
  std::vector<int> copy(n, -1);
  const sycl::event filled = q.parallel_for(n, [=](sycl::id<1> i) { numbers[i] = int(i); });
  std::atomic<bool> is_freed = false;
  const sycl::event held = q.submit([&](sycl::handler &h) {
    h.depends_on(filled);
    h.host_task([&] {
      while (!is_freed)
        std::this_thread::yield();
    });
  });
  const sycl::event doubled = q.submit([&](sycl::handler &h) {
    h.depends_on(held);
    h.parallel_for(n, [=](sycl::id<1> i) { numbers[i] *= 2; });
  });
  q.memcpy(copy.data(), numbers, n * sizeof(int), doubled);
  sycl::free(numbers, q);
  CHECK(sycl::get_pointer_type(numbers, q.get_context()) == sycl::usm::alloc::unknown);
  CHECK_THROWS(sycl::errc::invalid, sycl::free(numbers, q));
  is_freed = true;
  q.wait();
  CHECK_ALL(copy.data(), n, [](std::size_t i) { return int(i) * 2; });
}

// The queue that is passed need not be the one whose commands use the memory.
static void run_elsewhere(sycl::queue q) {
  sycl::queue other{q.get_context(), q.get_device()};
  int *const numbers = sycl::malloc_device<int>(n, q);
  std::vector<int> copy(n, -1);
  std::atomic<bool> is_freed = false;
  const sycl::event held = other.submit([&](sycl::handler &h) {
    h.host_task([&] {
      while (!is_freed)
        std::this_thread::yield();
    });
  });
  const sycl::event filled = other.submit([&](sycl::handler &h) {
    h.depends_on(held);
    h.parallel_for(n, [=](sycl::id<1> i) { numbers[i] = int(i); });
  });
  other.memcpy(copy.data(), numbers, n * sizeof(int), filled);
  sycl::free(numbers, q);
  is_freed = true;
  other.wait();
  CHECK_ALL(copy.data(), n, [](std::size_t i) { return int(i); });
}

int main() {
  run_elsewhere(sycl::queue());
  run(sycl::queue());
  run(sycl::queue(sycl::property::queue::in_order()));
  sycl::queue q;
  sycl::free(nullptr, q);
  return check::result();
}
