#include "copies.hpp"
#include "cuda.hpp"

namespace {

/// To the device and back; `from` has the numbers, `to` gets them.
void copies(bench::Program &program, bench::Stream &stream, int *from, int *to, const char *there,
            const char *back) {
  const std::size_t count = elements(program), bytes = count * sizeof(int);
  for (std::size_t i = 0; i < count; i++)
    from[i] = number(i);
  const bench::Array<int> memory(count);
  const auto right = [&] {
    bench::check(cudaMemcpy(to, memory.get(), bytes, cudaMemcpyDeviceToHost));
    return check(to, count);
  };
  program.row(
      row(there), stream,
      [&] { bench::check(cudaMemcpyAsync(memory.get(), from, bytes, cudaMemcpyHostToDevice, nullptr)); },
      right);
  program.row(
      row(back), stream,
      [&] { bench::check(cudaMemcpyAsync(to, memory.get(), bytes, cudaMemcpyDeviceToHost, nullptr)); },
      right);
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    bench::Stream stream(program);
    const std::size_t count = elements(program);
    {
      bench::Values<int> from(count), to(count);
      copies(program, stream, from.data(), to.data(), "copy_to_device", "copy_from_device");
    }
    int *from = nullptr, *to = nullptr;
    bench::check(cudaMallocHost(&from, count * sizeof(int)));
    bench::check(cudaMallocHost(&to, count * sizeof(int)));
    copies(program, stream, from, to, "copy_to_device_pinned", "copy_from_device_pinned");
    cudaFreeHost(from);
    cudaFreeHost(to);
  });
}
