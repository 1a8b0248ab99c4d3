// Values that change without visible stores in host code: functions that return twice, volatile and atomic variables,
// and writes by others that know the address. A kernel gets the values that the host has at the launch.
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <stdexcept>
#include <thread>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sycl/sycl.hpp>

#include "check.hpp"

static std::jmp_buf back;
static sigjmp_buf signal_back;

[[gnu::noinline]] static void jump() { std::longjmp(back, 1); }
[[gnu::noinline]] static void jump_signal() { siglongjmp(signal_back, 1); }

static int *published;
static volatile std::sig_atomic_t handled = 3;
static volatile const int never_constant = 12;

extern "C" void on_signal(int) {
  handled = 4;
  if (published)
    *published += 1;
}

[[gnu::noinline]] static void publish(int &variable) { published = &variable; }
[[gnu::noinline]] static void fails(bool really) {
  if (really)
    throw std::runtime_error("caught where it is called");
}

// The loop makes a specialization of the kernel worthwhile.
template <class Name> static int sum(sycl::queue &q, int *out, int n) {
  q.submit([&](sycl::handler &h) {
     h.parallel_for<Name>(sycl::range<1>(8), [=](sycl::id<1> i) {
       int total = 0;
       for (int k = 0; k < n; ++k)
         total += 1;
       out[i] = total;
     });
   }).wait();
  return out[7];
}

static void set_jump(sycl::queue &q, int *out) {
  volatile int k = 5;
  if (setjmp(back) == 0) {
    k = 6;
    jump();
  }
  int n = k;
  CHECK(sum<class SetJump>(q, out, n) == 6);
}

static void set_jump_plain(sycl::queue &q, int *out) {
  // Formally indeterminate only if it were changed; the frame that is left is not.
  int kept = 9;
  volatile int rounds = 0;
  if (setjmp(back) == 0)
    rounds = rounds + 1;
  CHECK(sum<class SetJumpPlain>(q, out, kept + rounds) == 10 + (rounds - 1));
  if (rounds < 3) {
    rounds = rounds + 1;
    jump();
  }
  CHECK(rounds == 3);
}

static void set_signal_jump(sycl::queue &q, int *out) {
  volatile int k = 5;
  if (sigsetjmp(signal_back, 0) == 0) {
    k = 7;
    jump_signal();
  }
  CHECK(sum<class SignalJump>(q, out, k) == 7);
}

// The variable belongs to the caller, and the function that returns twice would be inlined.
static inline void twice_inside(sycl::queue &q, int *out, volatile int *k) {
  *k = 5;
  if (setjmp(back) == 0) {
    *k = 8;
    jump();
  }
  CHECK(sum<class TwiceInside>(q, out, *k) == 8);
}

static void forked(sycl::queue &q, int *out) {
  volatile int k = 5;
  pid_t child = vfork();
  if (child == 0) {
    k = 6;
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  // Where vfork is fork, the child has its own copy.
  int n = k;
  CHECK(n == 5 || n == 6);
  CHECK(sum<class Forked>(q, out, n) == n);
}

static void ranges(sycl::queue &q, int *out) {
  volatile int k = 5;
  if (setjmp(back) == 0) {
    k = 6;
    jump();
  }
  for (int i = 0; i < 8; ++i)
    out[i] = 0;
  q.parallel_for<class FromVolatile>(sycl::range<1>(k), [=](sycl::item<1> i) {
     out[i] = static_cast<int>(i.get_range(0));
   }).wait();
  CHECK(out[5] == 6);
  CHECK(out[6] == 0);
}

static void assembly(sycl::queue &q, int *out) {
#if defined(__x86_64__)
  int k = 5;
  asm("movl $6, %0" : "=m"(k));
  CHECK(sum<class AssemblyOutput>(q, out, k) == 6);
  int m = 5;
  int *where = &m;
  asm volatile("movl $7, (%0)" : : "r"(where) : "memory");
  CHECK(sum<class AssemblyMemory>(q, out, m) == 7);
#endif
}

static void signals(sycl::queue &q, int *out) {
  std::signal(SIGUSR1, on_signal);
  handled = 3;
  std::raise(SIGUSR1);
  CHECK(sum<class Handled>(q, out, handled) == 4);
  int k = 5;
  publish(k);
  k = 6;
  std::raise(SIGUSR1);
  CHECK(sum<class RaisedFor>(q, out, k) == 7);
  published = nullptr;
  CHECK(sum<class VolatileConstant>(q, out, never_constant) == 12);
}

static void threads(sycl::queue &q, int *out) {
  std::atomic<int> k{5};
  int plain = 5;
  bool done = false;
  std::thread other([&] {
    plain = 8;
    k.store(7);
    __atomic_store_n(&done, true, __ATOMIC_RELEASE);
  });
  while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
  }
  CHECK(sum<class Plain>(q, out, plain) == 8);
  CHECK(sum<class Atomic>(q, out, k.load(std::memory_order_relaxed)) == 7);
  other.join();

  // Written by the function itself, and by another thread before it is read.
  int word = 0;
  std::thread waits([&] {
    while (__atomic_load_n(&word, __ATOMIC_RELAXED) != 5) {
    }
    __atomic_store_n(&word, 6, __ATOMIC_RELAXED);
  });
  __atomic_store_n(&word, 5, __ATOMIC_RELAXED);
  int seen;
  do {
    seen = __atomic_load_n(&word, __ATOMIC_RELAXED);
  } while (seen == 5);
  CHECK(sum<class Relaxed>(q, out, seen) == 6);
  waits.join();
}

static void exceptions(sycl::queue &q, int *out) {
  int k = 5;
  try {
    k = 6;
    fails(true);
    k = 7;
  } catch (const std::exception &) {
    k += 10;
  }
  CHECK(sum<class Caught>(q, out, k) == 16);
  int m = 5;
  try {
    fails(true);
    m = 7;
  } catch (...) {
  }
  CHECK(sum<class CaughtAll>(q, out, m) == 5);
}

struct Settings {
  int n, other;
};

static void structs(sycl::queue &q, int *out) {
  volatile Settings settings{5, 1};
  if (setjmp(back) == 0) {
    settings.n = 6;
    jump();
  }
  Settings copy{settings.n, settings.other};
  q.submit([&](sycl::handler &h) {
     h.parallel_for<class Struct>(sycl::range<1>(8), [=](sycl::id<1> i) {
       int total = 0;
       for (int k = 0; k < copy.n; ++k)
         total += copy.other;
       out[i] = total;
     });
   }).wait();
  CHECK(out[7] == 6);
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(8, q);
  set_jump(q, out);
  set_jump_plain(q, out);
  set_signal_jump(q, out);
  volatile int inside = 1;
  twice_inside(q, out, &inside);
  forked(q, out);
  ranges(q, out);
  assembly(q, out);
  signals(q, out);
  threads(q, out);
  exceptions(q, out);
  structs(q, out);
  sycl::free(out, q);
  return check::result();
}
