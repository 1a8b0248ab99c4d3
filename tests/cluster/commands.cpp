// Submits many small commands on every rank, and reports what each has: processors of
// its device, threads of the process, and how much memory grew after a quarter of
// the commands.
//
//   commands <number of commands>
#include <sycl/sycl.hpp>

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// A number of /proc/self/status.
long status(const char *name) {
  std::FILE *file = std::fopen("/proc/self/status", "r");
  char line[256];
  long found = -1;
  while (file && std::fgets(line, sizeof line, file))
    if (std::strncmp(line, name, std::strlen(name)) == 0)
      found = std::strtol(line + std::strlen(name) + 1, nullptr, 10);
  if (file)
    std::fclose(file);
  return found;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long commands = argc > 1 ? std::atol(argv[1]) : 1000;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  sycl::queue queue;
  constexpr std::size_t size = 64;
  int *pointer = sycl::malloc_shared<int>(size, queue);
  queue.fill(pointer, 0, size).wait();
  sycl::buffer<int> buffer{sycl::range<1>(size)};
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor all(buffer, handler, sycl::write_only, sycl::no_init);
    handler.fill(all, 0);
  });
  // The number of work-items that keeps all threads busy.
  queue.parallel_for(1 << 20, [](sycl::id<1>) {}).wait();

  long before = 0;
  sycl::event last;
  for (long command = 0; command < commands; ++command) {
    if (command == commands / 4)
      before = status("VmRSS:");
    switch (command % 3) {
    case 0:
      last = queue.parallel_for(size, last, [=](sycl::id<1> i) { pointer[i] += 1; });
      break;
    case 1:
      queue.submit([&](sycl::handler &handler) {
        sycl::accessor all(buffer, handler, sycl::read_write);
        handler.parallel_for(size, [=](sycl::id<1> i) { all[i] += 1; });
      });
      break;
    default:
      last = queue.memcpy(pointer, pointer + size / 2, sizeof(int), last);
    }
    // Programs wait now and then.
    if (command % 1000 == 999)
      queue.wait();
  }
  queue.wait();
  const long grown = status("VmRSS:") - before;
  const long third = (commands + 1) / 3;
  const sycl::host_accessor result(buffer, sycl::read_only);
  const bool right = result[size - 1] == third && pointer[size - 1] == (commands + 2) / 3;
  std::printf("rank %d units %u threads %ld grown %ld kB %s\n", rank,
              queue.get_device().get_info<sycl::info::device::max_compute_units>(),
              status("Threads:"), grown, right ? "right" : "wrong");
  std::fflush(stdout);
  sycl::free(pointer, queue);
  MPI_Finalize();
  return right ? 0 : 1;
}
