//! plain_kernels = true

// Copies and fills, of boxes and of parts of buffers, between devices and the host.
#include "check.hpp"


#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

// Copies and fills on accessors, boxes of two and three dimensions included.
namespace explicitly {

using namespace sycl;

void all() {
  queue q;
  std::vector<int> source(60), back(60);
  std::iota(source.begin(), source.end(), 1);
  buffer<int> b1{range(60)};
  buffer<int, 2> b2{range(6, 10)};
  buffer<int, 3> b3{range(3, 4, 5)};

  // Pointer to accessor and back.
  q.submit([&](handler &h) { h.copy(source.data(), accessor(b1, h, write_only)); });
  q.submit([&](handler &h) { h.copy(accessor(b1, h, read_only), back.data()); }).wait();
  CHECK(back == source);

  // A box of a two-dimensional buffer.
  q.submit([&](handler &h) { h.fill(accessor(b2, h, write_only), 0); });
  q.submit([&](handler &h) {
    accessor box(b2, h, range(2, 3), id(3, 4), write_only);
    h.copy(source.data(), box); // takes the first six
  });
  q.submit([&](handler &h) { h.fill(accessor(b2, h, range(6, 1), id(0, 9)), -1); });
  {
    host_accessor a(b2, read_only);
    for (std::size_t y = 0; y < 6; ++y)
      for (std::size_t x = 0; x < 10; ++x)
        CHECK_EQ(a[y][x], x == 9 ? -1
                          : y >= 3 && y < 5 && x >= 4 && x < 7 ? int((y - 3) * 3 + x - 4 + 1)
                                                               : 0);
  }
  back.assign(60, 0);
  q.submit([&](handler &h) {
     h.copy(accessor(b2, h, range(3, 4), id(2, 3), read_only), back.data());
   }).wait();
  CHECK(std::vector<int>(back.begin(), back.begin() + 13) ==
        (std::vector<int>{0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0}));

  // Three dimensions.
  q.submit([&](handler &h) { h.fill(accessor(b3, h), 7); });
  q.submit([&](handler &h) {
    h.fill(accessor(b3, h, range(2, 2, 2), id(1, 1, 1), write_only), 8);
  });
  q.submit([&](handler &h) {
    h.copy(source.data(), accessor(b3, h, range(2, 1, 3), id(0, 3, 2), write_only));
  });
  {
    host_accessor a(b3, read_only);
    for (std::size_t z = 0; z < 3; ++z)
      for (std::size_t y = 0; y < 4; ++y)
        for (std::size_t x = 0; x < 5; ++x) {
          int want = 7;
          if (z >= 1 && y >= 1 && y < 3 && x >= 1 && x < 3)
            want = 8;
          if (z < 2 && y == 3 && x >= 2)
            want = int(z * 3 + x - 2 + 1);
          CHECK_EQ(a[z][y][x], want);
        }
  }
  back.assign(60, 0);
  q.submit([&](handler &h) {
     h.copy(accessor(b3, h, range(2, 1, 3), id(0, 3, 2), read_only), back.data());
   }).wait();
  CHECK_ALL(back, 6, [](std::size_t i) { return int(i) + 1; });

  // Accessor to accessor: same shape, packed to box, box to packed.
  q.submit([&](handler &h) {
    h.copy(accessor(b2, h, range(2, 3), id(3, 4), read_only),
           accessor(b2, h, range(2, 3), id(0, 0), write_only));
  });
  q.submit([&](handler &h) {
    h.copy(accessor(b2, h, range(2, 3), id(0, 0), read_only), accessor(b1, h, write_only));
  });
  q.submit([&](handler &h) {
    h.copy(accessor(b1, h, range(4), id(1), read_only),
           accessor(b2, h, range(2, 2), id(4, 0), write_only));
  });
  {
    host_accessor a(b1, read_only);
    CHECK_ALL(a, 60, [&](std::size_t i) { return int(i) + 1; });
    host_accessor c(b2, read_only);
    CHECK_EQ(c[1][2], 6);
    CHECK_EQ(c[4][0], 2);
    CHECK_EQ(c[4][1], 3);
    CHECK_EQ(c[5][0], 4);
    CHECK_EQ(c[5][1], 5);
  }
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.copy(accessor(b1, h, read_only), accessor(b2, h, range(2, 2), write_only));
  }));

  // Boxes with gaps, of different shapes: elements keep their order.
  buffer<int, 2> numbered{range(6, 10)};
  q.submit([&](handler &h) { h.copy(source.data(), accessor(numbered, h, write_only)); });
  q.submit([&](handler &h) { h.fill(accessor(b3, h, write_only), 0); });
  q.submit([&](handler &h) {
    h.copy(accessor(numbered, h, range(2, 6), id(3, 2), read_only),
           accessor(b3, h, range(2, 2, 3), id(1, 1, 1), write_only));
    h.depends_on(event());
  });
  {
    host_accessor a(b3, read_only);
    for (int z = 0; z < 3; ++z)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 5; ++x) {
          const bool inside = z >= 1 && y >= 1 && y < 3 && x >= 1 && x < 4;
          const int element = ((z - 1) * 2 + y - 1) * 3 + x - 1;
          CHECK_EQ(a[z][y][x], inside ? 1 + (3 + element / 6) * 10 + 2 + element % 6 : 0);
        }
  }

  // Shared pointers are kept until the copy is done.
  std::shared_ptr<int[]> shared(new int[60]);
  std::weak_ptr<int[]> watch = shared;
  std::iota(shared.get(), shared.get() + 60, 100);
  q.submit([&](handler &h) { h.copy(std::move(shared), accessor(b1, h, write_only)); });
  shared.reset();
  std::shared_ptr<int> result(new int[60], std::default_delete<int[]>());
  q.submit([&](handler &h) { h.copy(accessor(b1, h, read_only), result); }).wait();
  CHECK_EQ(result.get()[59], 159);
  q.wait();
  CHECK(watch.expired());

  // The shortcuts of queue take placeholders.
  q.fill(accessor(b1, write_only), 3);
  q.copy(accessor(b1, range(2), id(5), read_only), back.data()).wait();
  CHECK_EQ(back[0] + back[1], 6);
  back[0] = 77;
  q.copy(back.data(), accessor(b1, range(1), id(59), write_only));
  q.copy(accessor(b1, range(1), id(59), read_only), accessor(b1, range(1), id(58), write_only));
  q.update_host(accessor(b1, read_only)).wait();
  CHECK_EQ(host_accessor(b1)[58], 77);

  // update_host makes the host memory of the buffer current.
  std::vector<int> host(10, 1);
  {
    buffer<int> b(host.data(), 10, {property::buffer::use_host_ptr()});
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(10, [=](id<1> i) { a[i] += 1; });
    });
    q.submit([&](handler &h) { h.update_host(accessor(b, h, read_only)); }).wait();
    CHECK_ALL(host, 10, [](std::size_t) { return 2; });
  }
}

} // namespace explicitly

// Parts of buffers on a device, on the host and overwritten, in separate memory where the device supports that; hints
// about memory.
namespace parts {

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

void all() {
  // Before the runtime searches for devices.
  setenv("SCYTHE_OPENCL_MEMORY", "usm", 0);
  boxes(sycl::queue{});
  boxes(sycl::queue{sycl::property::queue::in_order{}});
  hints(sycl::queue{});
}

} // namespace parts

// A buffer moves between devices and the host; each finds the contents that the last one wrote. With one device it
// only moves to the host and back.
namespace several_devices {

namespace {

constexpr std::size_t count = 1000;

// Whether a kernel of this program can run there: the list may contain devices for which the program has no code.
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

void all() {
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
}

} // namespace several_devices

int main() {
  explicitly::all();
  parts::all();
  several_devices::all();
  return check::result();
}
