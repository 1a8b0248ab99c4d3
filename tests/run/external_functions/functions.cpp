#include "functions.hpp"

namespace {
const int offsets[] = {3, 1, 4, 1, 5, 9, 2, 6};
int offset(int i) { return offsets[i % 8]; }
} // namespace

// A plain function of device code; main.cpp has another one of that name and signature.
static float helper(float x) { return x + 1; }

float twice_plus_one(float x) { return helper(2 * x); }

int global_id() { return int(sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)); }

int rotated(sycl::nd_item<1> item, int value, int *tile) {
  const std::size_t i = item.get_local_id(0), n = item.get_local_range(0);
  tile[i] = value;
  sycl::group_barrier(item.get_group());
  const int result = tile[(i + 1) % n];
  sycl::group_barrier(item.get_group());
  return result;
}

int group_sum(sycl::group<1> group, int value) {
  int sum = 0;
  // A barrier in a loop, in a function of another unit.
  for (int round = 0; round < 3; ++round)
    sum += sycl::reduce_over_group(group, value + round, sycl::plus<>());
  return sum;
}

int sub_group_sum(sycl::nd_item<1> item, int value) {
  return sycl::reduce_over_group(item.get_sub_group(), value, sycl::plus<>());
}

template <typename T> T square(T x) { return x * x; }
template SYCL_EXTERNAL int square<int>(int);
template SYCL_EXTERNAL double square<double>(double);

counter::counter(int *total, int step) : total(total), step(step) { *total = 100; }
counter::~counter() { *total += step; }
int counter::next() const { return *total + step; }
int counter::operator()(int x) const { return x * step + offset(x); }
int counter::last() { return 77; }

table reversed(table t) {
  table result;
  for (int i = 0; i < 16; ++i)
    result.values[i] = t.values[15 - i];
  return result;
}

int through_inline(int x) { return shared_inline(x) + 1; }

int on_both_sides(int x) { return 3 * x + 1; }
