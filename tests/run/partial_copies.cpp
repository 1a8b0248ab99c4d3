// Parts of buffers on a device, on the host and overwritten, in memory that the device has
// to itself where it can be told to; hints about memory.
#include "check.hpp"

#include <cstdlib>
#include <vector>

namespace {

constexpr std::size_t slices = 5, rows = 7, columns = 11;

std::size_t at(std::size_t z, std::size_t y, std::size_t x) { return (z * rows + y) * columns + x; }

void boxes(sycl::queue q) {
  std::vector<int> host(slices * rows * columns);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<int>(i);
  std::vector<int> expected = host;
  {
    sycl::buffer<int, 3> buffer(host.data(), sycl::range<3>(slices, rows, columns));
    for (int step = 0; step < 40; ++step) {
      const sycl::id<3> first(step % 3, step % 4, step % 5);
      const sycl::range<3> box(1 + step % 2, 1 + step % 3, 1 + step % 6);
      q.submit([&](sycl::handler &group) {
        sycl::accessor part(buffer, group, box, first, sycl::read_write);
        group.parallel_for(box, [=](sycl::id<3> i) { part[i] += step; });
      });
      for (std::size_t z = 0; z < box[0]; ++z)
        for (std::size_t y = 0; y < box[1]; ++y)
          for (std::size_t x = 0; x < box[2]; ++x)
            expected[at(z + first[0], y + first[1], x + first[2])] += step;
      if (step % 7 == 3) {
        sycl::host_accessor strip(buffer, sycl::range<3>(1, rows, 2), sycl::id<3>(2, 0, 3));
        for (std::size_t y = 0; y < rows; ++y)
          for (std::size_t x = 0; x < 2; ++x) {
            CHECK_EQ(strip[0][y][x], expected[at(2, y, 3 + x)]);
            strip[0][y][x] = expected[at(2, y, 3 + x)] = -step;
          }
      }
      if (step % 9 == 5) {
        q.submit([&](sycl::handler &group) {
          sycl::accessor row(buffer, group, sycl::range<3>(1, 1, columns), sycl::id<3>(1, 1, 0),
                             sycl::write_only, sycl::no_init);
          group.parallel_for(sycl::range<1>(columns), [=](sycl::id<1> i) { row[0][0][i[0]] = step; });
        });
        for (std::size_t x = 0; x < columns; ++x)
          expected[at(1, 1, x)] = step;
      }
    }
  }
  CHECK(host == expected);
}

void hints(sycl::queue q) {
  if (!q.get_device().has(sycl::aspect::usm_shared_allocations))
    return;
  int *const values = sycl::malloc_shared<int>(1000, q);
  q.prefetch(values, 4000);
  q.mem_advise(values, 4000, 0);
  q.fill(values, 3, 1000);
  q.prefetch(values + 1, 8).wait();
  q.wait();
  CHECK_ALL(values, 1000, [](std::size_t) { return 3; });
  sycl::free(values, q);
}

} // namespace

int main() {
  // Before the runtime looks for devices.
  setenv("SCYTHE_OPENCL_MEMORY", "usm", 0);
  boxes(sycl::queue{});
  boxes(sycl::queue{sycl::property::queue::in_order{}});
  hints(sycl::queue{});
  return check::result();
}
