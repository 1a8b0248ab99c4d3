//! also = ["-O2 -fno-scythe-mlir"]
//! flags = "-Werror"

// Loops in kernels with a known work-group size, which the compiler may tile through local memory: sums of products
// along rows of two matrices, of any length.
#include "check.hpp"

#include <cstdint>
#include <vector>

namespace {

// Numbers whose sums depend on nothing but their order, and for integers not even on that.
template <typename T> std::vector<T> numbers(std::size_t count, unsigned seed) {
  std::vector<T> result(count);
  for (T &value : result) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<T>(static_cast<int>(seed >> 24) % 16 - 8);
  }
  return result;
}

// c[i][j] += sum of a[i][k] * b[j][k], by work-groups of Rows x Columns.
template <typename T, int Rows, int Columns>
void products(sycl::queue &queue, std::size_t length, sycl::range<2> groups) {
  const std::size_t height = Rows * groups[0], width = Columns * groups[1];
  const auto a = numbers<T>(height * length, 1), b = numbers<T>(width * length, 2);
  auto c = numbers<T>(height * width, 3);
  std::vector<T> want = c;
  for (std::size_t i = 0; i < height; ++i)
    for (std::size_t j = 0; j < width; ++j) {
      T sum = want[i * width + j];
      for (std::size_t k = 0; k < length; ++k)
        sum += a[i * length + k] * b[j * length + k];
      want[i * width + j] = sum;
    }
  {
    // Buffers are not empty, loops may be.
    const std::vector<T> dummy(1);
    sycl::buffer<T> rows(length ? a.data() : dummy.data(), length ? a.size() : 1);
    sycl::buffer<T> columns(length ? b.data() : dummy.data(), length ? b.size() : 1);
    sycl::buffer<T> result(c.data(), c.size());
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor x(rows, handler, sycl::read_only);
      sycl::accessor y(columns, handler, sycl::read_only);
      sycl::accessor z(result, handler, sycl::read_write);
      handler.parallel_for(
          sycl::nd_range<2>({height, width}, {Rows, Columns}),
          [=](sycl::nd_item<2> item) [[sycl::reqd_work_group_size(Rows, Columns)]] {
            const std::size_t i = item.get_global_id(0), j = item.get_global_id(1);
            T sum = z[i * width + j];
            for (std::size_t k = 0; k < length; ++k)
              sum += x[i * length + k] * y[j * length + k];
            z[i * width + j] = sum;
          });
    });
  }
  CHECK_ALL(c, c.size(), [&](std::size_t i) { return want[i]; });
}

// The same memory is read and written: x[i][j] becomes a sum over its own row, element by element.
void in_place(sycl::queue &queue) {
  constexpr std::size_t size = 16, length = 40;
  auto data = numbers<int>(size * size * length, 4);
  auto want = data;
  for (std::size_t i = 0; i < size * size; ++i)
    for (std::size_t k = 1; k < length; ++k)
      want[i * length + k] += want[i * length + k - 1];
  {
    sycl::buffer<int> buffer(data.data(), data.size());
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor x(buffer, handler, sycl::read_write);
      handler.parallel_for(sycl::nd_range<2>({size, size}, {size, size}),
                           [=](sycl::nd_item<2> item) [[sycl::reqd_work_group_size(16, 16)]] {
                             const std::size_t i = item.get_global_linear_id();
                             for (std::size_t k = 1; k < length; ++k)
                               x[i * length + k] += x[i * length + k - 1];
                           });
    });
  }
  CHECK_ALL(data, data.size(), [&](std::size_t i) { return want[i]; });
}

} // namespace

int main() {
  sycl::queue queue;
  for (std::size_t length : {0, 1, 15, 16, 17, 100})
    products<float, 16, 16>(queue, length, {2, 3});
  products<double, 8, 32>(queue, 37, {2, 2});
  products<std::int8_t, 16, 16>(queue, 70, {1, 2});
  products<int, 5, 7>(queue, 33, {3, 2});
  in_place(queue);
  return check::result();
}
