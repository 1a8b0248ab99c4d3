// A buffer goes from device to device and to the host in between; everybody finds what the last one
// left. With one device it only goes to the host and back.
#include "check.hpp"

#include <vector>

namespace {

constexpr std::size_t count = 1000;

// Whether a kernel of this program runs there: a list may have devices that there is no code for.
bool runs(const sycl::device &device) {
  try {
    sycl::queue(device).single_task([] {}).wait();
    return true;
  } catch (const sycl::exception &e) {
    CHECK(e.code() == sycl::errc::kernel_not_supported);
    return false;
  }
}

void add(sycl::queue &q, sycl::buffer<int> &data, int value) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(data, h, sycl::read_write);
    h.parallel_for(count, [=](sycl::id<1> i) { a[i] += value; });
  });
}

} // namespace

int main() {
  std::vector<sycl::queue> queues;
  for (const sycl::device &device : sycl::device::get_devices())
    if (runs(device))
      queues.emplace_back(device);
  CHECK(!queues.empty());

  std::vector<int> values(count, 1);
  int expected = 1;
  {
    sycl::buffer<int> data(values);
    sycl::buffer<int> sums{sycl::range<1>(count)};
    for (int round = 0; round < 5; ++round) {
      for (sycl::queue &q : queues) {
        add(q, data, round + 1);
        expected += round + 1;
      }
      if (round % 2) {
        const sycl::host_accessor a(data);
        for (std::size_t i = 0; i < count; ++i)
          CHECK_EQ(a[i], expected);
        a[round] += 1;
        a[round] -= 1;
      }
      // A part, of which the rest is preserved.
      for (sycl::queue &q : queues)
        q.submit([&](sycl::handler &h) {
          sycl::accessor a(data, h, sycl::range<1>(10), sycl::id<1>(20), sycl::write_only);
          h.parallel_for(10, [=](sycl::id<1> i) { a[i[0] + 20] = expected; });
        });
      // All of it: what was there does not matter.
      for (sycl::queue &q : queues)
        q.submit([&](sycl::handler &h) {
          sycl::accessor from(data, h, sycl::read_only);
          sycl::accessor to(sums, h, sycl::write_only, sycl::no_init);
          h.parallel_for(count, [=](sycl::id<1> i) { to[i] = 2 * from[i]; });
        });
      const sycl::host_accessor doubled(sums, sycl::read_only);
      for (std::size_t i = 0; i < count; ++i)
        CHECK_EQ(doubled[i], 2 * expected);
    }
    // The host's view of a buffer that was last written elsewhere.
    queues.back().submit([&](sycl::handler &h) {
      sycl::accessor a(data, h, sycl::read_only);
      h.update_host(a);
    }).wait();
    CHECK_EQ(values[7], expected);
    std::vector<int> copied(count);
    queues.front().submit([&](sycl::handler &h) {
      sycl::accessor a(data, h, sycl::read_only);
      h.copy(a, copied.data());
    }).wait();
    CHECK_EQ(copied[count - 1], expected);
    add(queues.back(), data, 1);
    ++expected;
  }
  for (const int value : values)
    CHECK_EQ(value, expected);
  return check::result();
}
