// Copies and fills on accessors, boxes of two and three dimensions included.
#include "check.hpp"

#include <memory>
#include <numeric>
#include <vector>

using namespace sycl;

int main() {
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
  return check::result();
}
