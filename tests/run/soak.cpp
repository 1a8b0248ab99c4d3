//! plain_kernels = true

// Random commands from several host threads at once: shared buffers and private buffers, USM, host tasks, errors,
// short-lived queues and buffers. All results are compared with those of a single thread. The first argument is the
// time in seconds, the second a seed.
#include "check.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t threads = 6, shared_buffers = 3, elements = 1000;

// The shared state of threads: buffers that all of them increment, and events that others wait for.
struct meeting_place {
  std::vector<sycl::buffer<int>> buffers;
  std::atomic<int> increments[shared_buffers] = {};
  std::mutex mutex;
  std::vector<sycl::event> events;
};

std::mutex report_mutex;

void expect(bool ok, int line, const char *what) {
  const std::lock_guard<std::mutex> lock(report_mutex);
  check::report(ok, __FILE__, line, what);
}

class worker {
public:
  worker(meeting_place &place, unsigned seed, std::chrono::steady_clock::time_point end)
      : place_(place), random_(seed), end_(end) {}

  void run() {
    while (std::chrono::steady_clock::now() < end_) {
      new_queue();
      for (unsigned i = 5 + pick(40); i != 0; --i)
        step();
      queue_->wait_and_throw();
      expect(reported_ == thrown_, __LINE__, "each error of a host task is reported once");
      if (pick(2) == 0)
        check_memory();
    }
    queue_->wait_and_throw();
    check_memory();
    sycl::free(memory_, *queue_);
  }

private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  // Memory belongs to a context, which outlives queues.
  void new_queue() {
    const auto count = [this](sycl::exception_list list) { reported_ += static_cast<int>(list.size()); };
    const sycl::property_list in_order{sycl::property::queue::in_order{}};
    const sycl::device device{sycl::default_selector_v};
    if (!queue_)
      queue_ = std::make_unique<sycl::queue>(device, count);
    else
      queue_ = std::make_unique<sycl::queue>(queue_->get_context(), device, count,
                                             pick(2) != 0 ? in_order : sycl::property_list{});
    if (!memory_) {
      memory_ = sycl::malloc_shared<int>(elements, *queue_);
      last_ = queue_->fill(memory_, 0, elements);
    }
  }

  void step() {
    switch (pick(9)) {
    case 0: return shared_increment();
    case 1: return own_buffer();
    case 2: return usm_increment();
    case 3: return usm_copy();
    case 4: return host_task();
    case 5: return failing_host_task();
    case 6: return failing_command_group();
    case 7: return group_sum();
    default: return meet();
    }
  }

  void shared_increment() {
    const std::size_t which = pick(shared_buffers);
    ++place_.increments[which];
    const sycl::event done = queue_->submit([&](sycl::handler &h) {
      sycl::accessor data(place_.buffers[which], h, sycl::read_write);
      h.parallel_for(sycl::range<1>(elements), [=](sycl::id<1> i) { data[i] += 1; });
    });
    const std::lock_guard<std::mutex> lock(place_.mutex);
    place_.events.push_back(done);
  }

  // Written back, or read through a host accessor, while others continue.
  void own_buffer() {
    std::vector<int> data(1 + pick(elements), 1);
    const int times = 1 + static_cast<int>(pick(4));
    {
      sycl::buffer<int> buffer(data.data(), sycl::range<1>(data.size()));
      for (int i = 0; i < times; ++i)
        queue_->submit([&](sycl::handler &h) {
          sycl::accessor access(buffer, h, sycl::read_write);
          h.parallel_for(sycl::range<1>(data.size()), [=](sycl::id<1> k) { access[k] *= 3; });
        });
      if (pick(2) == 0) {
        const sycl::host_accessor access(buffer, sycl::read_only);
        expect(access[data.size() - 1] == power(times), __LINE__, "a host accessor sees all kernels");
      }
    }
    expect(data.front() == power(times) && data.back() == power(times), __LINE__,
           "a buffer writes back what kernels left");
  }

  static int power(int times) {
    int result = 1;
    while (times-- > 0)
      result *= 3;
    return result;
  }

  void usm_increment() {
    int *const memory = memory_;
    ++expected_;
    last_ = queue_->parallel_for(sycl::range<1>(elements), last_,
                                 [=](sycl::id<1> i) { memory[i] += 1; });
  }

  // Through memory that lives only here.
  void usm_copy() {
    int *const copy = sycl::malloc_device<int>(elements, *queue_);
    const sycl::event there = queue_->copy(memory_, copy, elements, last_);
    const sycl::event cleared = queue_->memset(memory_, 0, elements * sizeof(int), there);
    last_ = queue_->copy(copy, memory_, elements, cleared);
    last_.wait();
    sycl::free(copy, *queue_);
  }

  void host_task() {
    int *const memory = memory_;
    ++expected_;
    last_ = queue_->submit([&](sycl::handler &h) {
      h.depends_on(last_);
      h.host_task([=] {
        for (std::size_t i = 0; i < elements; ++i)
          ++memory[i];
      });
    });
  }

  void failing_host_task() {
    ++thrown_;
    queue_->submit([&](sycl::handler &h) {
      h.host_task([] { throw std::runtime_error("on purpose"); });
    });
  }

  void failing_command_group() {
    bool caught = false;
    try {
      queue_->submit([&](sycl::handler &) { throw std::runtime_error("on purpose"); });
    } catch (const std::runtime_error &) {
      caught = true;
    }
    expect(caught, __LINE__, "an exception of a command group leaves submit");
  }

  void group_sum() {
    const std::size_t local = 1 + pick(32), groups = 1 + pick(8);
    std::vector<int> sums(groups, -1);
    {
      sycl::buffer<int> buffer(sums);
      queue_->submit([&](sycl::handler &h) {
        sycl::accessor out(buffer, h, sycl::write_only);
        sycl::local_accessor<int, 1> tile(sycl::range<1>(local), h);
        h.parallel_for(sycl::nd_range<1>(local * groups, local), [=](sycl::nd_item<1> item) {
          tile[item.get_local_id(0)] = static_cast<int>(item.get_local_id(0));
          sycl::group_barrier(item.get_group());
          if (item.get_local_id(0) == 0) {
            int sum = 0;
            for (std::size_t i = 0; i < item.get_local_range(0); ++i)
              sum += tile[i];
            out[item.get_group(0)] = sum;
          }
        });
      });
    }
    for (const int sum : sums)
      expect(sum == static_cast<int>(local * (local - 1) / 2), __LINE__, "work-groups add up");
  }

  // Waits for a command of another thread.
  void meet() {
    sycl::event event;
    {
      const std::lock_guard<std::mutex> lock(place_.mutex);
      if (place_.events.empty())
        return;
      event = place_.events[pick(place_.events.size())];
      if (place_.events.size() > 100)
        place_.events.clear();
    }
    event.wait();
    expect(event.get_info<sycl::info::event::command_execution_status>() ==
               sycl::info::event_command_status::complete,
           __LINE__, "who has waited for an event finds it complete");
  }

  void check_memory() {
    last_.wait();
    bool same = true;
    for (std::size_t i = 0; i < elements; ++i)
      same = same && memory_[i] == expected_;
    expect(same, __LINE__, "no update of USM is lost");
  }

  meeting_place &place_;
  std::mt19937 random_;
  std::chrono::steady_clock::time_point end_;
  std::unique_ptr<sycl::queue> queue_;
  int *memory_ = nullptr;
  sycl::event last_;
  int expected_ = 0;
  int thrown_ = 0;
  std::atomic<int> reported_{0};
};

// Ends a program whose threads do not end: a hang is a failure, and must not look like a long soak. At the end of its
// time a thread has a few dozen commands to wait for.
class watchdog {
public:
  explicit watchdog(std::chrono::steady_clock::time_point end)
      : thread_([this, end] {
          std::unique_lock<std::mutex> lock(mutex_);
          if (!done_.wait_until(lock, end + std::chrono::minutes(3), [this] { return is_done_; })) {
            std::fprintf(stderr, "soak: threads have not ended three minutes after their time\n");
            std::abort();
          }
        }) {}
  ~watchdog() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_done_ = true;
    }
    done_.notify_one();
    thread_.join();
  }

private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_; // after what it uses
};

} // namespace

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1.5;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : std::random_device{}();
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  meeting_place place;
  for (std::size_t i = 0; i < shared_buffers; ++i) {
    place.buffers.emplace_back(sycl::range<1>(elements));
    const sycl::host_accessor access(place.buffers.back(), sycl::write_only);
    for (std::size_t k = 0; k < elements; ++k)
      access[k] = 0;
  }
  const watchdog guard(end);
  std::vector<std::thread> all;
  for (std::size_t i = 0; i < threads; ++i)
    all.emplace_back([&, i] { worker(place, seed + static_cast<unsigned>(i), end).run(); });
  for (std::thread &thread : all)
    thread.join();
  int total = 0;
  for (std::size_t i = 0; i < shared_buffers; ++i) {
    const sycl::host_accessor access(place.buffers[i], sycl::read_only);
    total += place.increments[i];
    for (std::size_t k = 0; k < elements; ++k)
      if (!CHECK_EQ(access[k], place.increments[i].load()))
        break;
  }
  std::printf("seed %u: %d increments of shared buffers\n", seed, total);
  return check::result();
}
