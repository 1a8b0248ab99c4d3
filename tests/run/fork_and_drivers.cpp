//! skip_device = { cpu = "the device of extreme_conditions", cuda = "the driver is unusable in a child whose parent has used it" }
// Children of a process that has loaded a driver, and a process that cannot start threads: commands run, or there is
// an exception. Nothing hangs.
#include "check.hpp"

#include <sycl/sycl.hpp>

#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The exit status of a child that calls `body`; a hang is SIGALRM.
template <typename F> int in_child(F &&body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const int before = check::failures;
    body();
    std::fflush(stdout);
    _exit(check::failures - before);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void leave_little_memory(std::size_t bytes) {
  std::size_t pages = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    CHECK_EQ(std::fscanf(file, "%zu", &pages), 1);
    std::fclose(file);
  }
  const rlim_t limit = pages * static_cast<std::size_t>(getpagesize()) + bytes;
  const rlimit both{limit, limit};
  setrlimit(RLIMIT_AS, &both);
}

int sum_on(sycl::queue queue) {
  sycl::buffer<int> buffer(100);
  queue.submit([&](sycl::handler &group) {
    sycl::accessor data(buffer, group, sycl::write_only, sycl::no_init);
    group.parallel_for(100, [=](sycl::id<1> i) { data[i] = int(i); });
  });
  int sum = 0;
  for (int each : sycl::host_accessor(buffer, sycl::read_only))
    sum += each;
  return sum;
}

// Either correct, or an exception.
bool is_defined(const sycl::queue &queue) {
  try {
    return sum_on(queue) == 4950;
  } catch (const sycl::exception &error) {
    return error.what()[0] != '\0';
  }
}

int main() {
  // Before the driver is loaded.
  CHECK_EQ(in_child([] { CHECK_EQ(sum_on(sycl::queue()), 4950); }), 0);
  // The driver has its threads; the runtime's do not fit into the rest.
  CHECK_EQ(in_child([] {
             sycl::queue queue;
             CHECK_EQ(sum_on(queue), 4950);
             leave_little_memory(6 << 20);
             bool ran = false;
             queue.submit([&](sycl::handler &group) { group.host_task([&ran] { ran = true; }); });
             CHECK(is_defined(queue));
             queue.wait();
             CHECK(ran);
           }),
           0);
  sycl::queue queue;
  CHECK_EQ(sum_on(queue), 4950);
  for (int round = 0; round < 3; ++round)
    CHECK_EQ(in_child([&] {
               CHECK(is_defined(queue));
               CHECK(is_defined(sycl::queue()));
             }),
             0);
  // The parent is unaffected.
  CHECK_EQ(sum_on(queue), 4950);
  return check::result();
}
