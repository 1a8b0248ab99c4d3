// Private arrays in loops: of vectors, of bytes that are read as words, with indices that work-items agree on and
// others, behind guards, with early ends; on ranges that no vector divides, in two dimensions, at all sizes of elements.
//! also = ["-O0", "-O2 -fno-scythe-lane-arrays"]
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

bool failed = false;

template <typename T> void expect(const char *what, const T *found, const std::vector<T> &wanted) {
  for (std::size_t i = 0; i < wanted.size(); i++)
    if (found[i] != wanted[i]) {
      std::printf("%s: element %zu is %.9g, not %.9g\n", what, i, double(found[i]), double(wanted[i]));
      failed = true;
      return;
    }
}

/// Runs a function of an index on the device and on the host.
template <typename T, typename Function>
void compare(sycl::queue &queue, const char *what, std::size_t count, Function function) {
  T *out = sycl::malloc_shared<T>(count, queue);
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { out[i] = function(int(i[0])); })
      .wait();
  std::vector<T> wanted(count);
  for (std::size_t i = 0; i < count; i++)
    wanted[i] = function(int(i));
  expect(what, out, wanted);
  sycl::free(out, queue);
}

/// Rows of vectors, which are written whole and read by parts.
float rotations(int i, const float *in, int atoms) {
  constexpr int poses = 4;
  sycl::float4 t[poses][3];
  float sum[poses];
  for (int p = 0; p < poses; p++) {
    const float a = float(i % 7 + p), b = float(i % 5 - p);
    t[p][0] = {a, b, a - b, 1};
    t[p][1] = {b, -a, 2, a};
    t[p][2] = {1, a, b, a + b};
    sum[p] = 0;
  }
  for (int n = 0; n < atoms; n++) {
    sycl::float3 at[poses];
    for (int p = 0; p < poses; p++)
      for (int c = 0; c < 3; c++)
        at[p][c] = t[p][c].x() * in[n] + t[p][c].y() * in[n + 1] + t[p][c].z() + t[p][c].w();
    for (int m = 0; m < atoms; m++)
      for (int p = 0; p < poses; p++)
        sum[p] += (at[p].x() - in[m]) + 2 * (at[p].y() - in[m]) + at[p].z();
  }
  return sum[0] + 2 * sum[1] + 4 * sum[2] + 8 * sum[3];
}

/// Bytes that are read as words of several sizes, and words as bytes.
template <typename Word> std::uint32_t bytes_as_words(int i, int bytes) {
  std::uint8_t block[64] = {};
  for (int k = 0; k < bytes; k++)
    block[k] = std::uint8_t(i * 7 + k * (i % 3 + 1));
  block[bytes] = 0x80;
  Word state = Word(i);
  for (int round = 0; round < 3; round++)
    for (int k = 0; k < int(sizeof block / sizeof(Word)); k++) {
      Word word;
      std::memcpy(&word, block + k * sizeof(Word), sizeof word);
      state = Word((state << 3 | state >> (8 * sizeof(Word) - 3)) ^ word);
      std::memcpy(block + (k + round) % int(sizeof block / sizeof(Word)) * sizeof(Word), &state,
                  sizeof state);
    }
  std::uint32_t sum = 0;
  for (int k = 0; k < 64; k++)
    sum = sum * 31 + block[k];
  return sum;
}

/// An insertion sort: where a number goes depends on the numbers.
int median(int i, int count) {
  int sorted[16];
  for (int k = 0; k < count; k++) {
    const int next = (i * 2654435 + k * 40503) >> 3 & 1023;
    int at = k;
    while (at > 0 && sorted[at - 1] > next) {
      sorted[at] = sorted[at - 1];
      at--;
    }
    sorted[at] = next;
  }
  return sorted[count / 2] * 1024 + sorted[count - 1];
}

/// A sliding window, and a copy of it, behind a guard that depends on data.
double window(int i, const float *in, int steps) {
  struct Pair {
    double value;
    short mark;
  };
  Pair last[5] = {}, before[5];
  double sum = 0;
  if (in[i % 16] > 2)
    for (int step = 0; step < steps; step++) {
      std::memcpy(before, last, sizeof last);
      for (int k = 0; k < 5; k++) {
        last[k].value = before[(k + 1) % 5].value + in[(step + k) % 16];
        last[k].mark = short(before[k].mark + k + i % 3);
      }
      sum += last[step % 5].value * last[0].mark;
      if (sum > 1e6 + i * 1e4)
        break;
    }
  return sum;
}

/// A digit of a code in a table of its own: a `switch` in a loop.
int machine(int i, int steps) {
  std::int16_t registers[8];
  for (int k = 0; k < 8; k++)
    registers[k] = std::int16_t(i + k);
  for (int step = 0; step < steps; step++) {
    std::int16_t &target = registers[step % 8];
    switch (step % 4) {
    case 0: target = std::int16_t(target + registers[(step + 3) % 8]); break;
    case 1: target = std::int16_t(target ^ registers[(step + 1) % 8]); break;
    case 2: target = std::int16_t(target << 1); break;
    default: target = std::int16_t(target - step);
    }
  }
  int sum = 0;
  for (int k = 0; k < 8; k++)
    sum = sum * 5 + registers[k];
  return sum;
}

void two_dimensions(sycl::queue &queue, int taps) {
  constexpr std::size_t rows = 9, columns = 37;
  int *out = sycl::malloc_shared<int>(rows * columns, queue);
  queue
      .parallel_for(sycl::range<2>(rows, columns),
                    [=](sycl::id<2> id) {
                      int ring[6];
                      for (int k = 0; k < 6; k++)
                        ring[k] = int(id[0] * 100 + id[1]) + k;
                      for (int t = 0; t < taps; t++)
                        ring[t % 6] += ring[(t + int(id[0]) + 1) % 6] - t;
                      out[id[0] * columns + id[1]] = ring[0] + ring[3] * 3 + ring[5] * 7;
                    })
      .wait();
  std::vector<int> wanted;
  for (int y = 0; y < int(rows); y++)
    for (int x = 0; x < int(columns); x++) {
      int ring[6];
      for (int k = 0; k < 6; k++)
        ring[k] = y * 100 + x + k;
      for (int t = 0; t < taps; t++)
        ring[t % 6] += ring[(t + y + 1) % 6] - t;
      wanted.push_back(ring[0] + ring[3] * 3 + ring[5] * 7);
    }
  expect("two dimensions", out, wanted);
  sycl::free(out, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  float *in = sycl::malloc_shared<float>(17, queue);
  for (int i = 0; i < 17; i++)
    in[i] = float(i % 5);
  volatile int twelve = 12, forty = 40, none = 0;
  const int few = twelve, many = forty, zero = none;
  for (std::size_t count : {1, 16, 100, 1003}) {
    compare<float>(queue, "rotations", count, [=](int i) { return rotations(i, in, few); });
    compare<std::uint32_t>(queue, "bytes", count, [=](int i) {
      return bytes_as_words<std::uint8_t>(i, few);
    });
    compare<std::uint32_t>(queue, "16 bits", count, [=](int i) {
      return bytes_as_words<std::uint16_t>(i, few);
    });
    compare<std::uint32_t>(queue, "32 bits", count, [=](int i) {
      return bytes_as_words<std::uint32_t>(i, many);
    });
    compare<std::uint32_t>(queue, "64 bits", count, [=](int i) {
      return bytes_as_words<std::uint64_t>(i, zero);
    });
    compare<int>(queue, "median", count, [=](int i) { return median(i, few); });
    compare<double>(queue, "window", count, [=](int i) { return window(i, in, many); });
    compare<int>(queue, "machine", count, [=](int i) { return machine(i, many); });
  }
  two_dimensions(queue, many);
  sycl::free(in, queue);
  return failed ? 1 : 0;
}
