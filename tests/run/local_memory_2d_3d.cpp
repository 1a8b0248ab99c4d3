//! also = ["-O0"]
// Local memory in two and three dimensions: a tiled transpose and a sum over a block.
#include "check.hpp"
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  {
    const std::size_t rows = 24, columns = 40, tile = 8;
    std::vector<float> in(rows * columns), out(rows * columns, -1);
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = float(i);
    {
      sycl::buffer<float, 2> a(in.data(), {rows, columns}), b(out.data(), {columns, rows});
      q.submit([&](sycl::handler &h) {
        sycl::accessor from(a, h, sycl::read_only);
        sycl::accessor to(b, h, sycl::write_only);
        sycl::local_accessor<float, 2> block({tile, tile + 1}, h);
        h.parallel_for(sycl::nd_range<2>({rows, columns}, {tile, tile}), [=](sycl::nd_item<2> it) {
          const std::size_t y = it.get_local_id(0), x = it.get_local_id(1);
          block[y][x] = from[it.get_global_id()];
          sycl::group_barrier(it.get_group());
          to[it.get_group(1) * tile + y][it.get_group(0) * tile + x] = block[x][y];
        });
      });
    }
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        CHECK(out[c * rows + r] == in[r * columns + c]);
  }
  {
    const sycl::range<3> global(4, 6, 10), local(2, 3, 5);
    std::vector<int> out(global.size(), -1);
    {
      sycl::buffer<int, 3> b(out.data(), global);
      q.submit([&](sycl::handler &h) {
        sycl::accessor to(b, h, sycl::write_only);
        sycl::local_accessor<int, 3> block(local, h);
        sycl::local_accessor<int, 0> total(h);
        h.parallel_for(sycl::nd_range<3>(global, local), [=](sycl::nd_item<3> it) {
          block[it.get_local_id()] = int(it.get_global_linear_id());
          sycl::group_barrier(it.get_group());
          if (it.get_group().leader()) {
            int sum = 0;
            for (std::size_t z = 0; z < 2; ++z)
              for (std::size_t y = 0; y < 3; ++y)
                for (std::size_t x = 0; x < 5; ++x)
                  sum += block[z][y][x];
            total = sum;
          }
          it.barrier(sycl::access::fence_space::local_space);
          to[it.get_global_id()] = total + int(it.get_local_linear_id());
        });
      });
    }
    for (std::size_t z = 0; z < 4; ++z)
      for (std::size_t y = 0; y < 6; ++y)
        for (std::size_t x = 0; x < 10; ++x) {
          int sum = 0;
          for (std::size_t i = z / 2 * 2; i < z / 2 * 2 + 2; ++i)
            for (std::size_t j = y / 3 * 3; j < y / 3 * 3 + 3; ++j)
              for (std::size_t k = x / 5 * 5; k < x / 5 * 5 + 5; ++k)
                sum += int((i * 6 + j) * 10 + k);
          const int local_id = int((z % 2 * 3 + y % 3) * 5 + x % 5);
          CHECK(out[(z * 6 + y) * 10 + x] == sum + local_id);
        }
  }
  // Read-only accessors of the same memory.
  static_assert(std::is_convertible_v<sycl::local_accessor<int, 2>, sycl::local_accessor<const int, 2>>);
  static_assert(!std::is_convertible_v<sycl::local_accessor<const int>, sycl::local_accessor<int>>);
  int *seen = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> written(4, h);
     sycl::local_accessor<const int> read = written;
     h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
       written[it.get_local_id()] = int(it.get_local_id(0)) + 1;
       sycl::group_barrier(it.get_group());
       if (it.get_local_id(0) == 0)
         *seen = read[3];
     });
   }).wait();
  CHECK_EQ(*seen, 4);

  // Kernels without work-groups have no local memory.
  const auto single = [&](sycl::handler &h) {
    sycl::local_accessor<int> tile(4, h);
    h.single_task([=] { *seen = tile.empty(); });
  };
  const auto ranged = [&](sycl::handler &h) {
    sycl::local_accessor<int, 0> scalar(h);
    h.parallel_for(8, [=](sycl::id<1>) { *seen = scalar.empty(); });
  };
  CHECK_THROWS(sycl::errc::kernel_argument, q.submit(single));
  CHECK_THROWS(sycl::errc::kernel_argument, q.submit(ranged));
  // They may stand beside local accessors of any size.
  const std::size_t too_much = q.get_device().get_info<sycl::info::device::local_mem_size>() + 1;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<char> unused(too_much, h);
     h.single_task([=] { *seen = 5; });
   }).wait();
  CHECK_EQ(*seen, 5);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<char> unused(too_much, h);
     h.parallel_for(8, [=](sycl::id<1> i) {
       if (i == 7)
         *seen = 6;
     });
   }).wait();
  CHECK_EQ(*seen, 6);
  sycl::free(seen, q);
  return check::result();
}
