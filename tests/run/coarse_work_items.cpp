// Launches over ranges that are large enough for versions of kernels whose work-items process several neighbours (NVIDIA
// GPUs): sizes that are no multiple of their number, offsets, and items that take other branches than their neighbours.
// Each launch is compared with the same function on the host; elements beyond the range are unchanged.
#include "check.hpp"

#include <vector>

using namespace sycl;

namespace {

constexpr int untouched = -77;
constexpr std::size_t taps = 5;

// The weighted sum of a few rows below an element; neighbours in a column share most of them, and the weights.
int column(const int *in, const int *weights, std::size_t width, std::size_t row, std::size_t at) {
  int sum = 0;
  for (std::size_t k = 0; k < taps; ++k)
    sum += in[(row + k) * width + at] * weights[k];
  return sum;
}

struct Columns {
  const int *in, *weights;
  int *out;
  std::size_t width;
  void operator()(item<2> i) const {
    out[i[0] * width + i[1]] = column(in, weights, width, i[0], i[1]);
  }
};

// Items near two faces of the box return early, and the others depend on their data.
int planes(const int *in, const int *weights, range<3> size, id<3> i, std::size_t at) {
  if (i[0] + taps > size[0] || i[2] == 0)
    return -1;
  const int own = in[at];
  if (own % 64 == 0)
    return own;
  const std::size_t plane = size[1] * size[2];
  int sum = 0;
  for (std::size_t k = 0; k < taps; ++k)
    sum += in[at + k * plane] * weights[k];
  return sum;
}

struct Box {
  const int *in, *weights;
  int *out;
  void operator()(item<3> i) const {
    const range<3> size = i.get_range();
    const std::size_t at = (i[0] * size[1] + i[1]) * size[2] + i[2];
    out[at] = planes(in, weights, size, i.get_id(), at);
  }
};

class Arrays {
public:
  Arrays(queue q, std::size_t size)
      : q(q), values(size), weights{3, -1, 4, 2, 7}, found(size),
        memory(malloc_device<int>(2 * size + taps, q)) {
    unsigned state = 1;
    for (int &value : values)
      value = int((state = state * 1664525u + 1013904223u) >> 20);
    q.copy(values.data(), in(), size);
    q.copy(weights.data(), filter(), taps);
    q.fill(out(), untouched, size).wait();
  }
  ~Arrays() { free(memory, q); }

  const int *host() const { return values.data(); }
  const int *host_filter() const { return weights.data(); }
  int *in() const { return memory; }
  int *out() const { return memory + values.size(); }
  int *filter() const { return memory + 2 * values.size(); }

  const std::vector<int> &results() {
    q.copy(out(), found.data(), found.size()).wait();
    return found;
  }

private:
  queue q;
  std::vector<int> values, weights, found;
  int *memory;
};

// Compares elements; most are equal, so that only a difference is looked at one by one.
void compare(const std::vector<int> &found, const std::vector<int> &want) {
  if (found != want)
    CHECK_ALL(found, found.size(), [&](std::size_t at) { return want[at]; });
}

void rows(queue &q, range<2> size, id<2> first) {
  const std::size_t width = first[1] + size[1] + 3, height = first[0] + size[0];
  Arrays arrays(q, (height + taps) * width);
  const Columns columns{arrays.in(), arrays.filter(), arrays.out(), width};
  if (first == id<2>())
    q.parallel_for(size, columns);
  else
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    q.parallel_for(size, first, columns);
#pragma clang diagnostic pop
  std::vector<int> want(height * width + taps * width, untouched);
  for (std::size_t row = first[0]; row < height; ++row)
    for (std::size_t at = first[1]; at < first[1] + size[1]; ++at)
      want[row * width + at] = column(arrays.host(), arrays.host_filter(), width, row, at);
  compare(arrays.results(), want);
}

void boxes(queue &q, range<3> size) {
  Arrays arrays(q, size.size() + 10);
  q.parallel_for(size, Box{arrays.in(), arrays.filter(), arrays.out()});
  std::vector<int> want(size.size() + 10, untouched);
  for (std::size_t at = 0; at < size.size(); ++at) {
    const id<3> i{at / size[2] / size[1], at / size[2] % size[1], at % size[2]};
    want[at] = planes(arrays.host(), arrays.host_filter(), size, i, at);
  }
  compare(arrays.results(), want);
}

} // namespace

int main() {
  queue q{property::queue::in_order()};
  // Devices with 132 multiprocessors use such versions from 270,336 of their work-items on.
  for (const std::size_t height : {1081, 1082, 1083})
    rows(q, {height, 1009}, {});
  for (const std::size_t height : {1, 3, 5})
    rows(q, {height, 270500}, {});
  rows(q, {7, 5}, {});
  rows(q, {0, 5}, {});
  for (const std::size_t first : {1, 6})
    rows(q, {1081, 1009}, {first, 3});
  boxes(q, {37, 101, 307});
  boxes(q, {3, 4, 5});
  return check::result();
}
