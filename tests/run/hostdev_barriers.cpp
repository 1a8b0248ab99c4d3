//! also = ["-O2 -fno-scythe-mlir"]
// Work-items exchange values through memory that only one pointer of the kernel reaches: values that they read before
// a barrier, a fence or an atomic operation may differ after it.
#include "check.hpp"

#include <sycl/sycl.hpp>

#include <vector>

constexpr std::size_t items = 64;
constexpr int rounds = 5;

static void compare(const std::vector<int> &got, const std::vector<int> &want) {
  for (std::size_t i = 0; i < items; ++i)
    CHECK_EQ(got[i], want[i]);
}

// Each work-item passes its value to its left neighbour, iteration by iteration.
static std::vector<int> expected() {
  std::vector<int> v(items), next(items);
  for (std::size_t i = 0; i < items; ++i)
    v[i] = int(i) * 3;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < items; ++i)
      next[i] = v[(i + 1) % items] + v[0] + round;
    v = next;
  }
  return v;
}

static void buffers(sycl::queue &q) {
  std::vector<int> data(items), add(rounds);
  for (std::size_t i = 0; i < items; ++i)
    data[i] = int(i) * 3;
  for (int round = 0; round < rounds; ++round)
    add[round] = round;
  {
    sycl::buffer<int> values(data.data(), items), rest(add.data(), rounds);
    q.submit([&](sycl::handler &h) {
      sycl::accessor v(values, h, sycl::read_write);
      sycl::accessor r(rest, h, sycl::read_only);
      h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
        const std::size_t i = it.get_local_id(0);
        for (int round = 0; round < rounds; ++round) {
          const int first = v[0], right = v[(i + 1) % items];
          sycl::group_barrier(it.get_group());
          v[i] = right + first + r[round];
          sycl::group_barrier(it.get_group());
        }
      });
    });
  }
  compare(data, expected());
}

static void usm(sycl::queue &q) {
  int *v = sycl::malloc_shared<int>(items, q);
  int *r = sycl::malloc_shared<int>(rounds, q);
  for (std::size_t i = 0; i < items; ++i)
    v[i] = int(i) * 3;
  for (int round = 0; round < rounds; ++round)
    r[round] = round;
  q.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
     const std::size_t i = it.get_local_id(0);
     for (int round = 0; round < rounds; ++round) {
       const int first = v[0], right = v[(i + 1) % items];
       sycl::group_barrier(it.get_group());
       v[i] = right + first + r[round];
       sycl::group_barrier(it.get_group());
     }
   }).wait();
  compare(std::vector<int>(v, v + items), expected());
  sycl::free(v, q);
  sycl::free(r, q);
}

// The same element on both sides of a barrier, and the work-item that reads it does not store in between.
static void both_sides(sycl::queue &q) {
  std::vector<int> data(2, 1), out(items, -1);
  {
    sycl::buffer<int> values(data.data(), 2), results(out.data(), items);
    q.submit([&](sycl::handler &h) {
      sycl::accessor v(values, h, sycl::read_write);
      sycl::accessor o(results, h, sycl::write_only);
      h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
        const std::size_t i = it.get_local_id(0);
        int sum = 0;
        for (int round = 0; round < rounds; ++round) {
          sum += v[0];
          sycl::group_barrier(it.get_group());
          if (i == 7)
            v[0] = 10 * (round + 1);
          sycl::group_barrier(it.get_group());
          sum += v[0];
        }
        o[i] = sum;
      });
    });
  }
  int sum = 0, value = 1;
  for (int round = 0; round < rounds; ++round) {
    sum += value;
    value = 10 * (round + 1);
    sum += value;
  }
  compare(out, std::vector<int>(items, sum));
}

int main() {
  sycl::queue q;
  buffers(q);
  usm(q);
  both_sides(q);
  return check::result();
}
