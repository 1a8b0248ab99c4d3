//! also = ["-O0"]
// Every work-item has its own copy of the kernel object: no other work-item sees a write to a mutable member. With
// barriers and without, in sub-groups, in loops, in arrays, in objects that are decomposed and reconstructed.
#include "check.hpp"

#include <sycl/sycl.hpp>

using namespace sycl;

constexpr int n = 48;

struct Counting {
  int *out;
  mutable int count;
  mutable int used[4];
  void operator()(id<1> i) const {
    count += static_cast<int>(i[0]);
    used[i[0] % 4] += count;
    int total = 0;
    for (int k = 0; k < 4; ++k)
      total += used[k];
    out[i[0]] = total;
  }
};

struct Meeting {
  int *out;
  mutable int count;
  mutable int used[4];
  void operator()(nd_item<1> item) const {
    int l = static_cast<int>(item.get_local_id(0));
    count += l;
    group_barrier(item.get_group());
    used[l % 4] += count;
    for (int k = 0; k < 2; ++k) {
      group_barrier(item.get_group());
      used[(l + k) % 4] += 1;
    }
    int total = 0;
    for (int k = 0; k < 4; ++k)
      total += used[k];
    out[item.get_global_id(0)] = total + 1000 * count;
  }
};

struct Stepping {
  int *out;
  mutable int count;
  [[sycl::reqd_sub_group_size(8)]] void operator()(nd_item<1> item) const {
    sub_group sg = item.get_sub_group();
    int lane = static_cast<int>(sg.get_local_linear_id());
    count += lane;
    int sum = reduce_over_group(sg, count, plus<int>());
    count += sum;
    out[item.get_global_id(0)] = count;
  }
};

// The loop invites the compiler to run it around vectors of work-items.
struct Looping {
  float *out;
  const float *in;
  mutable float sum;
  void operator()(item<1> i) const {
    for (int k = 0; k < 16; ++k)
      sum += in[k] * in[i[0]];
    out[i[0]] = sum;
  }
};

// Written through a reference that the compiler cannot track.
[[gnu::noinline]] SYCL_EXTERNAL void add(int &to, int what) { to += what; }

class Taken {
public:
  Taken() = default;
  Taken(int first) : first(first), own(first) {}
  Taken(const Taken &other) : first(other.first), own(other.own) {}
  int next() const { return own += 1 + first; }
  int first = 0;
  mutable int own = 0;
};
template <> struct sycl::is_device_copyable<Taken> : std::true_type {};

struct Adding {
  mutable int steps[3];
  template <typename Sum> void operator()(item<3> i, Sum &sum) const {
    for (int &step : steps)
      step += static_cast<int>(i.get_linear_id());
    sum += steps[i[2] % 3];
  }
};

int main() {
  queue q;
  int *out = malloc_shared<int>(n, q);
  auto all = [&](auto want) { CHECK_ALL(out, n, want); };

  q.parallel_for(range<1>(n), Counting{out, 5, {1, 2, 3, 4}}).wait();
  all([](int i) { return 10 + 5 + i; });
  int start = 5 + static_cast<int>(out[0] != 15);
  q.parallel_for(range<1>(n), Counting{out, start, {1, 2, 3, start}}).wait();
  all([&](int i) { return 6 + start + start + i; });

  q.parallel_for(nd_range<1>(n, 16), Meeting{out, 7, {1, 2, 3, 4}}).wait();
  all([](int i) { return 10 + 7 + i % 16 + 2 + 1000 * (7 + i % 16); });
  if (check::has_sub_groups_of(8, q)) {
    q.parallel_for(nd_range<1>(n, 16), Stepping{out, 3}).wait();
    all([](int i) { return 3 + i % 8 + 24 + 28; });
  }

  float *in = malloc_shared<float>(n, q), *sums = malloc_shared<float>(n, q);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<float>(i % 5);
  q.parallel_for(range<1>(n), Looping{sums, in, 2.0f}).wait();
  CHECK_ALL(sums, n, [&](int i) {
    float sum = 2;
    for (int k = 0; k < 16; ++k)
      sum += in[k] * in[i];
    return sum;
  });

  // A lambda that is mutable in all but its call operator, in two and three dimensions.
  struct Box {
    mutable int value;
  } box{4};
  q.parallel_for(range<2>(6, 8), [=](item<2> i) {
     add(box.value, static_cast<int>(i.get_linear_id()));
     out[i.get_linear_id()] = box.value;
   }).wait();
  all([](int i) { return 4 + i; });
  q.parallel_for(nd_range<3>({2, 6, 4}, {1, 3, 4}), [=](nd_item<3> i) {
     add(box.value, static_cast<int>(i.get_global_linear_id()));
     group_barrier(i.get_group());
     out[i.get_global_linear_id()] = box.value;
   }).wait();
  all([](int i) { return 4 + i; });

  Taken taken(6);
  q.parallel_for(range<1>(n), [=](id<1> i) {
     taken.next();
     out[i] = taken.next();
   }).wait();
  all([](int) { return 6 + 7 + 7; });
  q.submit([&](handler &h) {
     local_accessor<int> tile(16, h);
     h.parallel_for(nd_range<1>(n, 16), [=](nd_item<1> i) {
       tile[i.get_local_id()] = taken.next();
       group_barrier(i.get_group());
       taken.next();
       out[i.get_global_id()] = tile[15 - i.get_local_id(0)] + taken.next();
     });
   }).wait();
  all([](int) { return 13 + 27; });

  // A work-item of a kernel with reductions runs several items, and each of them begins anew.
  out[0] = 0;
  q.parallel_for(range<3>(5, 7, 301), reduction(out, plus<int>()), Adding{{1, 2, 3}}).wait();
  const int items = 5 * 7 * 301;
  int total = items * (items - 1) / 2;
  for (int i = 0; i < items; ++i)
    total += 1 + i % 301 % 3;
  CHECK_EQ(out[0], total);
  out[0] = 0;
  q.parallel_for(range<1>(1000), reduction(out, plus<int>()), [=](id<1>, auto &sum) {
     taken.next();
     sum += taken.next();
   }).wait();
  CHECK_EQ(out[0], 1000 * (6 + 7 + 7));

  free(out, q);
  free(in, q);
  free(sums, q);
  return check::result();
}
