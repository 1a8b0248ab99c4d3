//! skip_device = { opencl = "drivers have limits, threads and forks of their own", cuda = "drivers have limits, threads and forks of their own" }
// Programs that fork, exhaust threads or memory, wait for themselves, or exit without waiting. Each case runs in a
// process of its own, with a time limit: a hang is a failure.
#include "check.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

struct outcome {
  int status; // of exit; 128 and a signal otherwise
  std::string text; // what it wrote
};

template <typename F> outcome in_process(F &&body) {
  int ends[2];
  if (pipe(ends) != 0)
    std::abort();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    alarm(60);
    const int before = check::failures;
    body();
    std::fflush(stdout);
    _exit(check::failures - before);
  }
  close(ends[1]);
  outcome result{0, {}};
  char block[256];
  for (ssize_t size; (size = read(ends[0], block, sizeof block)) > 0;)
    result.text.append(block, static_cast<std::size_t>(size));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

template <typename F> int error_of(F &&body) {
  try {
    body();
  } catch (const sycl::exception &e) {
    return e.code().value();
  } catch (const std::bad_alloc &) {
    return static_cast<int>(sycl::errc::memory_allocation);
  }
  return 0;
}

void ended_well(const char *what, const outcome &result, int line) {
  check::report(result.status == 0, __FILE__, line,
                std::string(what) + " ended with " + std::to_string(result.status) + ": " + result.text);
}

int value(sycl::errc code) { return static_cast<int>(code); }

bool has(const outcome &result, const char *text) {
  return result.text.find(text) != std::string::npos;
}

// A kernel that runs until the host releases it.
struct brake {
  explicit brake(sycl::queue &queue) : queue(queue), flag(sycl::malloc_shared<int>(1, queue)) {
    *flag = 0;
    queue.single_task([flag = flag] {
      // The submitting thread runs kernels that were short before, but here it must release the kernel.
      for (volatile int i = 0; i < 20'000; ++i) {
      }
      while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
      }
    });
  }
  void release() { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
  ~brake() {
    release();
    queue.wait();
    sycl::free(flag, queue);
  }
  sycl::queue &queue;
  int *flag;
};

template <typename F> void host_task(sycl::queue &queue, const F &task) {
  queue.submit([&](sycl::handler &group) { group.host_task(task); });
}

void add_one(sycl::queue &queue, sycl::buffer<int> &buffer) {
  queue.submit([&](sycl::handler &group) {
    sycl::accessor data(buffer, group);
    group.parallel_for(buffer.get_range(), [=](sycl::id<1> i) { data[i] += 1; });
  });
}

void forks() {
  sycl::queue queue{sycl::property::queue::in_order{}};
  std::vector<int> numbers(1000, 1);
  sycl::buffer<int> buffer(numbers.data(), numbers.size());
  add_one(queue, buffer);
  host_task(queue, [] {});
  queue.wait();
  std::vector<std::thread> submitters;
  bool stop = false;
  for (int i = 0; i < 2; ++i)
    submitters.emplace_back([&stop] {
      sycl::queue own;
      sycl::buffer<int> numbers(100);
      while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        add_one(own, numbers);
        own.wait();
      }
    });
  for (int round = 0; round < 20; ++round) {
    const outcome child = in_process([&] {
      add_one(queue, buffer);
      host_task(queue, [] {});
      queue.wait();
      CHECK_EQ(sycl::host_accessor(buffer, sycl::read_only)[999], 3);
      int *shared = sycl::malloc_shared<int>(100, queue);
      queue.fill(shared, 7, 100).wait();
      CHECK_EQ(shared[99], 7);
      sycl::free(shared, queue);
      // A grandchild.
      const outcome grandchild = in_process([&] {
        add_one(queue, buffer);
        CHECK_EQ(sycl::host_accessor(buffer, sycl::read_only)[0], 4);
      });
      ended_well("a grandchild", grandchild, __LINE__);
    });
    ended_well("a child", child, __LINE__);
  }
  __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
  for (std::thread &submitter : submitters)
    submitter.join();
  brake pending(queue);
  const sycl::event last = queue.single_task([] {});
  const outcome child = in_process([&] {
    CHECK_EQ(error_of([&] { sycl::event(last).wait(); }), value(sycl::errc::event));
    CHECK_EQ(error_of([&] { queue.wait(); }), value(sycl::errc::event));
    sycl::queue fresh;
    add_one(fresh, buffer);
    fresh.wait();
    queue.single_task([] {}).wait(); // wait has thrown it
  });
  CHECK_EQ(child.status, 0);
  CHECK(last.get_info<sycl::info::event::command_execution_status>() !=
        sycl::info::event_command_status::complete);
}

// Where the runtime starts threads, it holds a lock.
void (*when_a_thread_starts)();

// As in a signal handler that interrupts the runtime: this thread cannot release the lock before the fork.
void fork_inside() {
  when_a_thread_starts = [] {
    when_a_thread_starts = nullptr;
    ended_well("a child that runs a program", in_process([] { execl("/bin/sh", "sh", "-c", "exit 0", nullptr); }),
               __LINE__);
    ended_well("a child that uses SYCL", in_process([] {
                 CHECK_EQ(error_of([] { sycl::queue().single_task([] {}).wait(); }), value(sycl::errc::runtime));
               }),
               __LINE__);
  };
  sycl::queue().single_task([] {}).wait();
  CHECK(!when_a_thread_starts);
}

// Handlers do not run on threads of the runtime.
void signals() {
  static volatile std::sig_atomic_t handled = 0;
  sycl::queue queue;
  sycl::buffer<int> buffer(1000);
  add_one(queue, buffer);
  queue.wait();
  std::signal(SIGUSR1, [](int) { handled = 1; });
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  kill(getpid(), SIGUSR1);
  usleep(20'000);
  CHECK(!handled);
  // A host task is code of the program, with its mask.
  host_task(queue, [] {
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    CHECK(!sigismember(&mask, SIGINT));
  });
  queue.wait();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  CHECK(handled);
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

// The remaining address space is too small for a thread's stack.
void no_threads() {
  leave_little_memory(6 << 20);
  sycl::queue queue;
  sycl::buffer<int> buffer(1000);
  queue.submit([&](sycl::handler &group) {
    sycl::accessor data(buffer, group, sycl::write_only, sycl::no_init);
    group.parallel_for(1000, [=](sycl::id<1> i) { data[i] = int(i); });
  });
  int seen = 0;
  queue.submit([&](sycl::handler &group) {
    sycl::accessor data(buffer, group, sycl::read_only_host_task);
    group.host_task([=, &seen, &queue] {
      seen = data[999];
      queue.single_task([] {}).wait();
    });
  });
  for (int i = 0; i < 100; ++i)
    add_one(queue, buffer);
  queue.wait();
  CHECK_EQ(seen, 999);
  CHECK_EQ(sycl::host_accessor(buffer)[999], 1099);
}

void no_memory() {
  sycl::queue queue;
  sycl::buffer<int> buffer(1000);
  add_one(queue, buffer);
  queue.wait();
  // Threads that have just started allocate memory.
  usleep(200'000);
  leave_little_memory(48 << 20);
  int code = 0;
  {
    // No command runs, so every command takes memory. Other allocations of the runtime come first.
    sycl::host_accessor held(buffer);
    for (long i = 0; code == 0 && i < 100'000'000; ++i)
      code = error_of([&] { add_one(queue, buffer); });
  }
  CHECK_EQ(code, value(sycl::errc::memory_allocation));
  queue.wait();
  CHECK_EQ(error_of([&] { add_one(queue, buffer); }), 0);
}

void too_many_commands() {
  sycl::queue queue{sycl::property::queue::in_order{}};
  int *sum = sycl::malloc_shared<int>(1, queue);
  *sum = 0;
  for (int i = 0; i < 300'000; ++i)
    queue.single_task([=] { ++*sum; });
  queue.wait();
  CHECK_EQ(*sum, 300'000);
  // A host task that precedes all of them, and waits for the submitting thread.
  bool go = false;
  host_task(queue, [&] {
    while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE))
      usleep(100);
  });
  for (int i = 0; i < 100'000; ++i)
    queue.single_task([=] { ++*sum; });
  __atomic_store_n(&go, true, __ATOMIC_RELEASE);
  queue.wait();
  CHECK_EQ(*sum, 400'000);
  sycl::free(sum, queue);
}

void held_accessor() {
  const int expected = value(sycl::errc::accessor);
  sycl::queue queue{sycl::property::queue::in_order{}};
  {
    sycl::buffer<int> buffer(100);
    sycl::host_accessor held(buffer);
    held[0] = 1;
    add_one(queue, buffer);
    sycl::event far = queue.single_task([] {});
    CHECK_EQ(error_of([&] { queue.wait(); }), expected);
    CHECK_EQ(error_of([&] { far.wait(); }), expected);
    CHECK_EQ(error_of([&] { sycl::host_accessor second(buffer); }), expected);
    CHECK_EQ(held[0], 1);
    held = {};
    queue.wait();
    CHECK_EQ(sycl::host_accessor(buffer)[0], 2);
  }
  {
    // A destructor cannot throw: it prints the error, and commands do not access the memory.
    std::vector<int> numbers(100, 1);
    sycl::host_accessor<int, 1> held;
    {
      sycl::buffer<int> buffer(numbers.data(), 100);
      held = sycl::host_accessor<int, 1>(buffer);
      add_one(queue, buffer);
    }
    held = {};
    queue.wait();
    CHECK_EQ(numbers[5], 1);
  }
  // Another thread may release it.
  sycl::buffer<int> buffer(100);
  auto held = std::make_unique<sycl::host_accessor<int, 1>>(buffer);
  add_one(queue, buffer);
  std::thread other([&] {
    usleep(500'000);
    held.reset();
  });
  queue.wait();
  CHECK(!held);
  other.join();
  // Also if other threads wait for this one.
  std::thread([&] {
    sycl::host_accessor<int, 1> own(buffer);
    add_one(queue, buffer);
    CHECK_EQ(error_of([&] { queue.wait(); }), expected);
  }).join();
  queue.wait();
  // A host task that waits for itself.
  int inner = 0;
  host_task(queue, [&] { inner = error_of([&] { queue.wait(); }); });
  queue.wait();
  CHECK_EQ(inner, value(sycl::errc::runtime));
}

void failed_tasks() {
  int errors = 0, ran = 0;
  const auto handler = [&](sycl::exception_list list) {
    for (const std::exception_ptr &error : list)
      try {
        std::rethrow_exception(error);
      } catch (const std::runtime_error &) {
        ++errors;
      }
  };
  sycl::queue queue{handler};
  sycl::buffer<int> buffer(100);
  const auto task = [&](bool fails, const std::vector<sycl::event> &before) {
    return queue.submit([&, fails](sycl::handler &group) {
      group.depends_on(before);
      group.host_task([&ran, fails] {
        if (fails)
          throw std::runtime_error("on purpose");
        ++ran;
      });
    });
  };
  int *flag = sycl::malloc_shared<int>(1, queue);
  *flag = 0;
  const auto kernel = [&](const sycl::event &before) {
    return queue.submit([&](sycl::handler &group) {
      group.depends_on(before);
      group.single_task([=] { ++*flag; });
    });
  };
  // Commands that depend on a host task that threw do not run, nor do their dependents. Host tasks do: they handle errors themselves.
  sycl::event bad = task(true, {});
  kernel(kernel(bad)).wait_and_throw();
  CHECK_EQ(errors, 1);
  CHECK_EQ(*flag, 0);
  kernel(bad).wait_and_throw(); // submitted after the failure
  CHECK_EQ(*flag, 0);
  task(false, {kernel(bad)}).wait_and_throw();
  CHECK_EQ(ran, 0);
  task(false, {bad}).wait_and_throw();
  CHECK_EQ(ran, 1);
  kernel(task(false, {})).wait_and_throw();
  CHECK_EQ(ran, 2);
  CHECK_EQ(*flag, 1);
  *flag = 0;
  queue.submit([&](sycl::handler &group) {
    sycl::accessor data(buffer, group, sycl::write_only_host_task);
    group.host_task([=] { throw std::runtime_error("before writing"), void(data[0]); });
  });
  queue.submit([&](sycl::handler &group) {
    sycl::accessor data(buffer, group, sycl::read_only);
    group.single_task([=] { *flag = 1 + 0 * data[0]; });
  });
  queue.wait_and_throw();
  CHECK_EQ(errors, 2);
  CHECK_EQ(*flag, 0);
  add_one(queue, buffer); // it has been reported
  queue.wait_and_throw();
  CHECK_EQ(errors, 2);
  sycl::free(flag, queue);
}

void copy_from_variable(sycl::queue &queue, int *to, int number) {
  int variable[3] = {number, number, number};
  queue.copy(static_cast<const int *>(variable), to, 3);
  __builtin_memset(variable, 0xee, sizeof variable); // nearly destroyed
  asm volatile("" : : "r"(variable) : "memory");
}

void small_sources() {
  sycl::queue queue{sycl::property::queue::in_order{}};
  int *device = sycl::malloc_device<int>(100, queue), *shared = sycl::malloc_shared<int>(100, queue);
  std::vector<int> host(100, 1), large(100'000, 1);
  int *const target = sycl::malloc_shared<int>(100'000, queue);
  sycl::buffer<int, 2> buffer(sycl::range<2>(10, 10));
  {
    brake running(queue);
    copy_from_variable(queue, device, 5);
    int row[20];
    for (int &each : row)
      each = 8;
    queue.submit([&](sycl::handler &group) {
      sycl::accessor part(buffer, group, sycl::range<2>(4, 5), sycl::id<2>(3, 2), sycl::write_only);
      group.copy(static_cast<const int *>(row), part);
    });
    row[7] = 9;
    // Shared memory is read when the copy runs.
    shared[0] = 1;
    queue.memcpy(shared + 1, shared, sizeof(int));
    shared[0] = 2;
    // The same holds for large sources, and memory that commands before it write: copies, host tasks and kernels.
    queue.memcpy(target, large.data(), large.size() * sizeof(int));
    large[99'999] = 2;
    queue.memcpy(host.data(), device, 3 * sizeof(int));
    queue.memcpy(shared + 2, host.data(), 3 * sizeof(int));
    running.release();
  }
  queue.wait();
  CHECK_EQ(host[2], 5);
  CHECK_EQ(sycl::host_accessor(buffer)[sycl::id<2>(4, 4)], 8);
  CHECK_EQ(shared[1], 2);
  CHECK_EQ(target[99'999], 2);
  CHECK_EQ(shared[4], 5);
  {
    brake running(queue);
    int *const pointer = host.data();
    queue.single_task([=] { pointer[1] = 6; });
    queue.memcpy(shared + 5, pointer + 1, sizeof(int));
    host_task(queue, [=] { pointer[2] = 7; });
    queue.single_task([] {});
    queue.memcpy(shared + 6, pointer + 2, sizeof(int));
    running.release();
  }
  queue.wait();
  CHECK_EQ(shared[5], 6);
  CHECK_EQ(shared[6], 7);
  int **const list = sycl::malloc_shared<int *>(1, queue);
  *list = host.data();
  {
    // A kernel that loads the address from memory, long before the copy, and then one that only reads there.
    brake running(queue);
    queue.single_task([=] { (*list)[3] = 8; });
    for (int i = 0; i < 100; ++i)
      queue.single_task([=] { device[9] = i; });
    queue.memcpy(shared + 7, host.data() + 3, sizeof(int));
    running.release();
  }
  queue.wait();
  CHECK_EQ(shared[7], 8);
  {
    // The same through an accessor.
    sycl::buffer<int *> pointers(list, 1);
    brake running(queue);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor found(pointers, group, sycl::read_only);
      group.parallel_for(8, [=](sycl::id<1> i) {
        if (i == 5)
          found[0][4] = 9;
      });
    });
    queue.memcpy(shared + 8, host.data() + 4, sizeof(int));
    running.release();
  }
  CHECK_EQ(shared[8], 9);
  {
    brake running(queue);
    queue.single_task([=] { device[9] = (*list)[3]; });
    copy_from_variable(queue, device + 10, 4);
    queue.memcpy(shared + 10, device + 10, sizeof(int));
    running.release();
  }
  queue.wait();
  CHECK_EQ(shared[10], 4);
  sycl::free(list, queue);
  sycl::free(device, queue);
  sycl::free(shared, queue);
  sycl::free(target, queue);
}

void sizes() {
  constexpr std::size_t half = SIZE_MAX / 2 + 1, root = std::size_t{1} << 32;
  const int memory = value(sycl::errc::memory_allocation), invalid = value(sycl::errc::invalid);
  sycl::queue queue;
  CHECK_EQ(error_of([&] { sycl::buffer<int>{sycl::range<1>(half)}; }), memory);
  CHECK_EQ(error_of([&] { sycl::buffer<char, 2>{sycl::range<2>(root, root)}; }), memory);
  CHECK_EQ(error_of([&] { sycl::buffer<char, 3>{sycl::range<3>(root, 2, root)}; }), memory);
  CHECK_EQ(error_of([&] { sycl::buffer<char, 3>{sycl::range<3>(root, 0, root)}; }), 0);
  sycl::buffer<int> small(16);
  int none = 0;
  CHECK_EQ(error_of([&] {
                small.reinterpret<char, 2>(sycl::range<2>(half + 32, 2));
              }),
              invalid);
  const auto local = [&](auto range) {
    return error_of([&] {
      queue.submit([&](sycl::handler &group) {
        sycl::local_accessor<int, decltype(range)::dimensions> memory(range, group);
        group.parallel_for(sycl::nd_range<1>(4, 2),
                           [=](sycl::nd_item<1>) { (void)memory.size(); });
      });
    });
  };
  CHECK_EQ(local(sycl::range<1>(half / 2)), memory);
  CHECK_EQ(error_of([&] {
                queue.submit([&](sycl::handler &group) {
                  group.parallel_for(sycl::range<2>(half, 2), sycl::reduction(&none, sycl::plus<int>()),
                                     [=](sycl::id<2>, auto &sum) { sum += 1; });
                });
              }),
              value(sycl::errc::nd_range));
  CHECK_EQ(local(sycl::range<2>(root, root)), memory);
  CHECK_EQ(local(sycl::range<3>(root, root, 0)), 0);
  CHECK_EQ(error_of([&] {
                queue.submit([&](sycl::handler &group) {
                  sycl::local_accessor<char> one(SIZE_MAX / 4, group), two(SIZE_MAX / 4, group),
                      three(SIZE_MAX / 4, group);
                  group.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
                    (void)one.size(), (void)two.size(), (void)three.size();
                  });
                });
              }),
              memory);
  int *shared = sycl::malloc_shared<int>(4, queue);
  CHECK(!sycl::malloc_device<int>(half, queue));
  CHECK(!sycl::malloc_shared(SIZE_MAX, queue));
  CHECK(!sycl::aligned_alloc_host<double>(64, SIZE_MAX / 4, queue));
  CHECK_EQ(error_of([&] { queue.copy(shared, shared, half); }), invalid);
  CHECK_EQ(error_of([&] { queue.fill(shared, 1, half); }), invalid);
  CHECK_EQ(error_of([&] { queue.memcpy(shared, shared, SIZE_MAX); }), invalid);
  CHECK_EQ(error_of([&] { queue.memset(shared, 0, SIZE_MAX - 8); }), invalid);
  CHECK_EQ(error_of([&] { queue.prefetch(shared, SIZE_MAX); }), invalid);
  CHECK_EQ(error_of([&] { queue.copy(shared, shared, 0).wait(); }), 0);
  CHECK_EQ(error_of([&] { queue.memcpy(nullptr, nullptr, 0).wait(); }), 0);
  CHECK_EQ(error_of([&] { queue.fill(shared, 1, 0).wait(); }), 0);
  CHECK_EQ(error_of([&] {
                sycl::host_accessor part(small, sycl::range<1>(2), sycl::id<1>(SIZE_MAX));
              }),
              invalid);
  sycl::free(shared, queue);
}

template <std::size_t Bytes> int private_array(sycl::queue &queue, int *out, std::size_t items) {
  return error_of([&] {
    queue.parallel_for(items, [=](sycl::id<1> i) {
      unsigned char array[Bytes];
      for (std::size_t at = 0; at < Bytes; at += Bytes / 64)
        array[at] = static_cast<unsigned char>(at / 64 + i);
      int sum = 0;
      for (std::size_t at = 0; at < Bytes; at += out[items] * (Bytes / 64))
        sum += array[at] == static_cast<unsigned char>(at / 64 + i);
      out[i] = sum;
    });
    queue.wait();
  });
}

// A thread has a stack of a few MiB.
void private_arrays() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(101, queue);
  const auto check = [&](int code, std::size_t items) {
    CHECK_EQ(code, 0);
    for (std::size_t i = 0; i < items; ++i)
      CHECK_EQ(out[i], 64);
  };
  out[100] = 1;
  check(private_array<(std::size_t{6} << 20)>(queue, out, 100), 100);
  check(private_array<(std::size_t{200} << 20)>(queue, out, 100), 100);
  std::thread([&] { check(private_array<(std::size_t{16} << 20)>(queue, out, 100), 100); }).join();
  out[1] = 1;
  CHECK_EQ(private_array<(std::size_t{3} << 30)>(queue, out, 1), value(sycl::errc::memory_allocation));
  // Across a barrier, each work-item of a work-group keeps one.
  leave_little_memory(200 << 20);
  const auto kept = [&](std::size_t group) {
    sycl::queue own{[](const sycl::exception_list &list) { std::rethrow_exception(*list.begin()); }};
    return error_of([&] {
      own.parallel_for(sycl::nd_range<1>(group, group), [=](sycl::nd_item<1> item) {
        int array[2 << 20];
        for (int at = 0; at < (2 << 20); at += out[0] * 4096)
          array[at] = at;
        sycl::group_barrier(item.get_group());
        for (int at = 0; at < (2 << 20); at += out[0] * 4096)
          out[1 + item.get_local_id(0) % 64] += array[at] == at;
      });
      own.wait_and_throw();
    });
  };
  out[0] = 1;
  out[4] = 0;
  CHECK_EQ(kept(256), value(sycl::errc::memory_allocation));
  CHECK_EQ(out[4], 0);
  CHECK_EQ(kept(4), 0);
  CHECK_EQ(out[4], 512);
  sycl::free(out, queue);
}

void settings(const char *name, const char *text) {
  setenv(name, text, 1);
  const int code = error_of([] { sycl::queue().single_task([] {}).wait(); });
  CHECK_EQ(code, std::strcmp(name, "SCYTHE_DEVICES") == 0 ? value(sycl::errc::runtime) : 0);
  try {
    sycl::queue();
  } catch (const sycl::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
  }
}

} // namespace

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                              void *argument) noexcept {
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (when_a_thread_starts)
    when_a_thread_starts();
  return real(thread, attributes, work, argument);
}

int main() {
  // The runtime is not used here, so that every process begins with a fresh one.
  const auto check = [](const char *what, const outcome &result) {
    ended_well(what, result, __LINE__);
  };
  check("forks", in_process(forks));
  check("fork_inside", in_process(fork_inside));
  check("signals", in_process(signals));
  outcome result = in_process(no_threads);
  check("no_threads", result);
  CHECK(has(result, "cannot start 2 threads") || has(result, " threads for the CPU device"));
  CHECK(has(result, "cannot start a thread for host tasks"));
  check("no_memory", in_process(no_memory));
  check("too_many_commands", in_process(too_many_commands));
  result = in_process(held_accessor);
  check("held_accessor", result);
  CHECK(has(result, "destroying a buffer: waiting for a command that conflicts"));
  check("failed_tasks", in_process(failed_tasks));
  check("small_sources", in_process(small_sources));
  check("sizes", in_process(sizes));
  check("private_arrays", in_process(private_arrays));
  result = in_process([] { settings("SCYTHE_THREADS", "many"); });
  check("SCYTHE_THREADS", result);
  CHECK(has(result, "SCYTHE_THREADS='many' is not a number from 1 to 1024"));
  CHECK_EQ(result.text.find("SCYTHE_THREADS"), result.text.rfind("SCYTHE_THREADS"));
  result = in_process([] { settings("SCYTHE_DEVICES", "cpu,abacus"); });
  check("SCYTHE_DEVICES", result);
  CHECK(has(result, "SCYTHE_DEVICES='cpu,abacus': 'abacus' is not a device (allowed: cpu"));

  // Host tasks that are pending when a program exits; one calls exit itself.
  result = in_process([] {
    sycl::queue queue{sycl::property::queue::in_order{}};
    for (int i = 0; i < 3; ++i)
      host_task(queue, [] {
        usleep(100'000);
        std::fputs("task ", stderr);
      });
    sycl::queue other;
    host_task(other, [] { std::exit(0); });
    usleep(10'000);
    std::exit(0);
  });
  CHECK_EQ(result.status, 0);
  result = in_process([] {
    sycl::queue queue{sycl::property::queue::in_order{}};
    for (int i = 0; i < 3; ++i)
      host_task(queue, [] {
        usleep(100'000);
        std::fputs("task ", stderr);
      });
    std::exit(0);
  });
  CHECK_EQ(result.status, 0);
  CHECK_EQ(result.text, std::string("task task task "));
  result = in_process([] {
    // Never destroyed: exit leaves the stack as it is.
    sycl::queue queue;
    sycl::buffer<int> buffer(10);
    sycl::host_accessor held(buffer);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor data(buffer, group, sycl::read_only_host_task);
      group.host_task([=] { (void)data[0]; });
    });
    std::exit(0);
  });
  CHECK_EQ(result.status, 0);
  CHECK(has(result, "1 host tasks that cannot run"));
  return check::result();
}
