#include "copies.hpp"
#include "sycl.hpp"

namespace {

/// To the device and back; `from` has the numbers, `to` gets them.
void copies(bench::Program &program, sycl::queue &queue, int *from, int *to, const char *there,
            const char *back) {
  const std::size_t count = elements(program);
  for (std::size_t i = 0; i < count; i++)
    from[i] = number(i);
  int *memory = sycl::malloc_device<int>(count, queue);
  const auto right = [&] {
    queue.copy(memory, to, count).wait();
    return check(to, count);
  };
  program.row(row(there), queue, [&] { queue.copy(from, memory, count); }, right);
  program.row(row(back), queue, [&] { queue.copy(memory, to, count); }, right);
  sycl::free(memory, queue);
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    sycl::queue queue = bench::in_order_queue(program);
    const std::size_t count = elements(program);
    {
      bench::Values<int> from(count), to(count);
      copies(program, queue, from.data(), to.data(), "copy_to_device", "copy_from_device");
    }
    int *from = sycl::malloc_host<int>(count, queue), *to = sycl::malloc_host<int>(count, queue);
    copies(program, queue, from, to, "copy_to_device_pinned", "copy_from_device_pinned");
    sycl::free(from, queue);
    sycl::free(to, queue);
  });
}
