//! plain_kernels = true

// Host accessors and commands wait for each other, and outlive buffers.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

// Host accessors wait for commands, and commands wait for host accessors.
namespace order {

using namespace sycl;

static void slow_increment(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for(b.size(), [=](id<1> i) {
      // Long enough that an accessor which does not wait would see old values.
      int value = a[i];
      for (int k = 0; k < 2000; ++k)
        value = value * 3 + 1;
      a[i] += value == -123456 ? 2 : 1;
    });
  });
}

void all() {
  queue q;
  buffer<int> b{range(2000)};
  {
    host_accessor init(b, write_only, no_init);
    for (int &x : init)
      x = 0;
  }
  for (int round = 1; round <= 10; ++round) {
    slow_increment(q, b);
    host_accessor read(b, read_only);
    CHECK_ALL(read, 2000, [=](std::size_t) { return 2 * round - 1; });
    // Readers do not exclude each other.
    host_accessor second(b, read_only);
    CHECK_EQ(second[1999], 2 * round - 1);
    slow_increment(q, b); // waits until both readers are gone
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK_EQ(read[0], 2 * round - 1);
  }
  q.wait();
  CHECK_ALL(host_accessor(b, read_only), 2000, [](std::size_t) { return 20; });

  // A kernel that was submitted while the host writes sees all of it.
  sycl::event e;
  int *seen = malloc_shared<int>(1, q);
  {
    host_accessor write(b);
    e = q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      h.single_task([=] { *seen = a[0] + a[1999]; });
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(e.get_info<info::event::command_execution_status>() !=
          info::event_command_status::complete);
    write[0] = 1000;
    write[1999] = 234;
    host_accessor copy = write;
    (void)copy; // the last copy ends the access
  }
  e.wait();
  CHECK_EQ(*seen, 1234);

  // A command that only reads runs beside a reader on the host.
  host_accessor reader(b, read_only);
  q.submit([&](handler &h) {
     accessor a(b, h, read_only);
     h.single_task([=] { *seen = a[0]; });
   }).wait();
  CHECK_EQ(*seen, reader[0]);
  free(seen, q);
}

} // namespace order

// A host accessor may outlive its buffer: the buffer's destructor must not wait for it, and the data stays valid.
namespace outlives_buffer {

void all() {
  sycl::queue q;
  std::vector<int> data(100, 1);
  std::unique_ptr<sycl::host_accessor<int, 1, sycl::access_mode::read>> kept;
  {
    sycl::buffer<int> own{sycl::range<1>(100)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(own, h, sycl::write_only, sycl::no_init);
      h.parallel_for(100, [=](sycl::id<1> i) { acc[i] = int(i[0]) + 1; });
    });
    kept = std::make_unique<sycl::host_accessor<int, 1, sycl::access_mode::read>>(own);
  }
  for (int i = 0; i < 100; ++i)
    CHECK((*kept)[i] == i + 1);
  {
    sycl::buffer<int> over(data);
    kept = std::make_unique<sycl::host_accessor<int, 1, sycl::access_mode::read>>(over);
  }
  CHECK((*kept)[7] == 1);
  kept.reset();
}

} // namespace outlives_buffer

// A host task may hold the last copy of a buffer that it accesses: the buffer's destructor must not wait for the task
// that runs it.
namespace host_task_owns_buffer {

void all() {
  std::vector<int> data(100, 1);
  int sum = 0;
  sycl::queue q;
  {
    auto buffer = std::make_unique<sycl::buffer<int>>(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(*buffer, h, sycl::read_write);
      h.parallel_for(100, [=](sycl::id<1> i) { acc[i] += int(i[0]); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(*buffer, h, sycl::read_only_host_task);
      h.host_task([acc, own = *buffer, &sum] {
        for (std::size_t i = 0; i < own.size(); ++i)
          sum += acc[i];
      });
    });
    buffer.reset();
  }
  q.wait();
  CHECK(sum == 100 + 99 * 100 / 2);
  CHECK(data[99] == 100);
}

} // namespace host_task_owns_buffer

int main() {
  order::all();
  outlives_buffer::all();
  host_task_owns_buffer::all();
  return check::result();
}
