// The program of scythe-explorer's tests: a barrier, two dimensions, templates, and a string </script> in the source.
#include <sycl/sycl.hpp>

#include "scale.hpp"

#include <cstdio>
#include <vector>

class Reverse;
class Transpose;
template <typename T> class Scaled;

constexpr std::size_t group = 64;

// Each work-group reverses its part: local memory and a barrier.
void reverse(sycl::queue &queue, sycl::buffer<float> &data) {
  queue.submit([&](sycl::handler &cgh) {
    sycl::accessor values(data, cgh, sycl::read_write);
    sycl::local_accessor<float> tile(group, cgh);
    cgh.parallel_for<Reverse>(sycl::nd_range<1>(data.size(), group), [=](sycl::nd_item<1> item) {
      const std::size_t local = item.get_local_id(0);
      tile[local] = values[item.get_global_id(0)];
      sycl::group_barrier(item.get_group());
      values[item.get_global_id(0)] = tile[group - 1 - local];
    });
  });
}

// Neighbours write to addresses that are a row apart.
void transpose(sycl::queue &queue, sycl::buffer<float, 2> &from, sycl::buffer<float, 2> &to) {
  queue.submit([&](sycl::handler &cgh) {
    sycl::accessor in(from, cgh, sycl::read_only);
    sycl::accessor out(to, cgh, sycl::write_only, sycl::no_init);
    const sycl::range<2> local(8, 16);
    cgh.parallel_for<Transpose>(sycl::nd_range<2>(from.get_range(), local), [=](sycl::nd_item<2> item) {
      const std::size_t row = item.get_global_id(0), column = item.get_global_id(1);
      out[column][row] = in[row][column];
    });
  });
}

template <typename T> void scale(sycl::queue &queue, T *values, T factor, std::size_t count) {
  const Scale<T> each{values, factor};
  queue.parallel_for<Scaled<T>>(sycl::range(count), [=](sycl::id<1> i) { each(2 * i[0]); });
}

int main() {
  sycl::queue queue;
  sycl::buffer<float> data{sycl::range(4 * group)};
  {
    sycl::host_accessor values(data, sycl::write_only);
    for (std::size_t i = 0; i < values.size(); i++)
      values[i] = float(i);
  }
  reverse(queue, data);
  reverse(queue, data);
  sycl::buffer<float, 2> square{sycl::range(64, 32)}, turned{sycl::range(32, 64)};
  {
    sycl::host_accessor values(square, sycl::write_only);
    for (std::size_t i = 0; i < 64; i++)
      for (std::size_t j = 0; j < 32; j++)
        values[i][j] = float(i * 32 + j);
  }
  transpose(queue, square, turned);
  auto *floats = sycl::malloc_shared<float>(256, queue);
  auto *doubles = sycl::malloc_shared<double>(256, queue);
  for (int i = 0; i < 256; i++)
    floats[i] = float(doubles[i] = i);
  scale(queue, floats, 2.0f, 128);
  scale(queue, doubles, 0.5, 128);
  queue.wait();
  const bool right = sycl::host_accessor(data)[5] == 5 && sycl::host_accessor(turned)[3][7] == 7 * 32 + 3 &&
                     floats[4] == 8 && floats[5] == 5 && doubles[4] == 2;
  std::puts(right ? "right </script>" : "wrong");
  sycl::free(floats, queue);
  sycl::free(doubles, queue);
  return right ? 0 : 1;
}
