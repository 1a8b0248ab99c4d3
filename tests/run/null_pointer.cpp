//! also = ["-O0"]
//! skip_device = { cuda = "a fault is an error of the launch, not the end of the program" }
// A kernel that dereferences a null pointer ends the program, even if the compiler knows the pointer: such code is
// not treated as unreachable. A kernel that compares the pointer first is valid.
#include "check.hpp"

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sycl;

struct Pair {
  int *first, *second;
  int count;
};

// How a process ends that calls `work`, as a signal; 0 if it exits.
template <typename F> int ending(F work) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

int main() {
  CHECK_EQ(ending([] {
             queue q;
             int *p = nullptr;
             q.parallel_for(range<1>(8), [=](id<1> i) { p[i] = 1; }).wait();
           }),
           SIGSEGV);
  CHECK_EQ(ending([] {
             queue q;
             const int *p = nullptr;
             int *out = malloc_shared<int>(8, q);
             q.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> item) {
                int sum = 0;
                for (int k = 0; k < 4; ++k) {
                  group_barrier(item.get_group());
                  sum += p[k];
                }
                out[item.get_global_id(0)] = sum;
              }).wait();
           }),
           SIGSEGV);
  CHECK_EQ(ending([] {
             queue q;
             Pair pair{malloc_shared<int>(8, q), nullptr, 3};
             q.single_task([=] {
                for (int k = 0; k < pair.count; ++k)
                  pair.first[k] = pair.second[k];
              }).wait();
           }),
           SIGSEGV);
  CHECK_EQ(ending([] {
             queue q;
             Pair pair{malloc_shared<int>(8, q), nullptr, 3};
             q.single_task([=] {
                for (int k = 0; k < pair.count; ++k)
                  pair.first[k] = pair.second ? pair.second[k] : 5;
              }).wait();
             _exit(pair.first[2]);
           }),
           5);
  return check::result();
}
