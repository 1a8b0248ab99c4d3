// Host accessors wait for commands, and commands wait for host accessors.
#include "check.hpp"

#include <chrono>
#include <thread>
#include <vector>

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

int main() {
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
  return check::result();
}
