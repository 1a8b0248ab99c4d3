// What can go wrong, and how a program hears about it.
//
//   scythe++ -O2 error_handling.cpp -o error_handling && ./error_handling
#include <sycl/sycl.hpp>

#include <cstdio>
#include <stdexcept>

int main() {
  int heard = 0;

  // Errors that happen after a call has returned go to this handler, when the
  // program asks for them with wait_and_throw.
  auto on_error = [&](sycl::exception_list errors) {
    for (const std::exception_ptr &error : errors) {
      try {
        std::rethrow_exception(error);
      } catch (const std::exception &e) {
        std::printf("asynchronous: %s\n", e.what());
        ++heard;
      }
    }
  };
  sycl::queue q(on_error);

  // A mistake in a call is thrown by the call. The code tells what kind it is.
  try {
    // Work-groups of 3 do not divide 10 work-items.
    q.parallel_for(sycl::nd_range<1>(10, 3), [=](sycl::nd_item<1>) {});
  } catch (const sycl::exception &e) {
    if (e.code() == sycl::errc::nd_range) {
      std::printf("launch: %s\n", e.what());
      ++heard;
    }
  }

  // Asking for a device that is not there is an error one can prepare for.
  try {
    sycl::queue none([](const sycl::device &) { return -1; });
  } catch (const sycl::exception &e) {
    if (e.code() == sycl::errc::runtime) {
      std::printf("device: %s\n", e.what());
      ++heard;
    }
  }

  // USM allocations return null when memory is short, like malloc.
  if (sycl::malloc_device<char>(std::size_t(1) << 60, q) == nullptr) {
    std::puts("memory: an exabyte is not available");
    ++heard;
  }

  // A task that fails on its own time.
  q.submit([&](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("the task found no input"); });
  });
  q.wait_and_throw();

  // After all that the queue still works.
  int *answer = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *answer = 42; }).wait();
  const bool works = *answer == 42;
  sycl::free(answer, q);

  std::printf("%d errors handled\n", heard);
  return works && heard == 4 ? 0 : 1;
}
