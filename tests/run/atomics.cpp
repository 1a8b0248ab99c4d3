// Atomic operations: order, and many work-items at the same objects.
//! also = ["-O2 -fno-scythe-mlir"]
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <vector>

// Acquire and release order plain data between work-groups: through atomic operations, through fences, and in the
// reduction whose last group adds up the sums of the others.
namespace order {

constexpr auto relaxed = sycl::memory_order::relaxed;
constexpr auto device = sycl::memory_scope::device;

// Work-item i announces its message, then checks whether the previous one has. Nothing waits: groups need not run at
// the same time.
template <typename Announce, typename Look>
void messages(sycl::queue &q, Announce announce, Look look) {
  const std::size_t n = 1 << 15, local = 32;
  int *data = sycl::malloc_shared<int>(n * 2, q);
  int *flag = sycl::malloc_shared<int>(n, q);
  int *wrong = sycl::malloc_shared<int>(1, q);
  int *received = sycl::malloc_shared<int>(1, q);
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < n; ++i)
      flag[i] = data[2 * i] = data[2 * i + 1] = 0;
    *wrong = *received = 0;
    q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_global_id(0), other = (i + n - local * 3) % n;
       data[2 * i] = int(i) + 1;
       data[2 * i + 1] = -int(i) - 1;
       announce(flag[i]);
       if (look(flag[other])) {
         sycl::atomic_ref<int, relaxed, device>(*received)++;
         if (data[2 * other] != int(other) + 1 || data[2 * other + 1] != -int(other) - 1)
           sycl::atomic_ref<int, relaxed, device>(*wrong)++;
       }
     }).wait();
    CHECK_EQ(*wrong, 0);
    // A device that runs all groups at once might receive nothing; in four rounds of a thousand groups, that would
    // mean that announcements are not visible.
    CHECK(*received > 0);
  }
  sycl::free(data, q);
  sycl::free(flag, q);
  sycl::free(wrong, q);
  sycl::free(received, q);
}

// Each group stores a sum; the last one to arrive adds up all of them.
template <sycl::memory_order Order> void last_group(sycl::queue &q) {
  const std::size_t local = 50, groups = 400, n = local * groups;
  long *partial = sycl::malloc_shared<long>(groups, q);
  long *total = sycl::malloc_shared<long>(2, q);
  unsigned *arrived = sycl::malloc_shared<unsigned>(1, q);
  total[0] = total[1] = 0;
  *arrived = 0;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 0> is_last(h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const auto group = it.get_group();
       const long sum = sycl::reduce_over_group(group, long(it.get_global_id(0)), sycl::plus<>());
       if (group.leader()) {
         partial[it.get_group(0)] = sum;
         sycl::atomic_ref<unsigned, Order, device> counter(*arrived);
         is_last = counter.fetch_add(1) == groups - 1;
       }
       sycl::group_barrier(group, device);
       const int last = is_last;
       if (last) {
         const long all = sycl::joint_reduce(group, partial, partial + groups, sycl::plus<>());
         if (group.leader()) {
           total[0] = all;
           total[1] += 1;
         }
       }
     });
   }).wait();
  CHECK_EQ(total[0], long(n) * (long(n) - 1) / 2);
  CHECK_EQ(total[1], 1);
  sycl::free(partial, q);
  sycl::free(total, q);
  sycl::free(arrived, q);
}

template <sycl::memory_order Order> void messages_by_operation(sycl::queue &q) {
  messages(
      q, [](int &flag) { sycl::atomic_ref<int, Order, device>(flag).store(1); },
      [](int &flag) { return sycl::atomic_ref<int, Order, device>(flag).load() != 0; });
}

void all() {
  sycl::queue q;
  messages_by_operation<sycl::memory_order::acq_rel>(q);
  messages_by_operation<sycl::memory_order::seq_cst>(q);
  messages(
      q,
      [](int &flag) {
        sycl::atomic_fence(sycl::memory_order::release, device);
        sycl::atomic_ref<int, relaxed, device>(flag).store(1);
      },
      [](int &flag) {
        const bool set = sycl::atomic_ref<int, relaxed, device>(flag).load() != 0;
        sycl::atomic_fence(sycl::memory_order::acquire, device);
        return set;
      });
  last_group<sycl::memory_order::acq_rel>(q);
  last_group<sycl::memory_order::seq_cst>(q);
}

} // namespace order

// Many work-items of many groups access the same objects: no update is lost, in global and in local memory.
namespace contention {

constexpr auto relaxed = sycl::memory_order::relaxed;
constexpr auto device = sycl::memory_scope::device;
template <typename T> using counter = sycl::atomic_ref<T, relaxed, device>;

constexpr std::size_t n = 1 << 16, local = 64;

// Sums, extremes and bits of all work-items.
void totals(sycl::queue &q) {
  struct Totals {
    int sum, least, most;
    unsigned bits, parity, mask;
    unsigned long long wide;
    float f;
    double d;
    int exchanged;
  };
  Totals *t = sycl::malloc_shared<Totals>(1, q);
  int *seen = sycl::malloc_shared<int>(n, q);
  *t = Totals{0, 1 << 30, -1, 0, 0, ~0u, 0, 0, 0, -1};
  for (std::size_t i = 0; i < n; ++i)
    seen[i] = 0;
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const int i = int(it.get_global_id(0));
     const int place = counter<int>(t->sum)++;
     counter<int>(seen[place]).fetch_add(1); // each place is handed out once
     counter<int>(t->least).fetch_min(i + 5);
     counter<int>(t->most).fetch_max(i);
     counter<unsigned>(t->bits).fetch_or(1u << (i % 31));
     counter<unsigned>(t->parity).fetch_xor(unsigned(i));
     counter<unsigned>(t->mask).fetch_and(~(1u << (i % 13)));
     counter<unsigned long long>(t->wide) += (1ull << 33) + 1;
     counter<float>(t->f) += 0.5f;
     counter<double>(t->d).fetch_sub(0.25);
     // Every value that is exchanged in is returned once.
     const int before = counter<int>(t->exchanged).exchange(i);
     if (before >= 0)
       counter<int>(seen[before]).fetch_add(2);
   }).wait();
  CHECK_EQ(t->sum, int(n));
  CHECK_EQ(t->least, 5);
  CHECK_EQ(t->most, int(n) - 1);
  CHECK_EQ(t->bits, (1u << 31) - 1);
  CHECK_EQ(t->parity, 0u);
  CHECK_EQ(t->mask, ~((1u << 13) - 1));
  CHECK_EQ(t->wide, n * ((1ull << 33) + 1));
  CHECK_EQ(t->f, float(n) / 2);
  CHECK_EQ(t->d, -double(n) / 4);
  CHECK_ALL(seen, n, [=](std::size_t i) { return int(i) == t->exchanged ? 1 : 3; });
  sycl::free(t, q);
  sycl::free(seen, q);
}

// Histogram in local memory, added up in global memory.
void histogram(sycl::queue &q) {
  const std::size_t bins = 37;
  unsigned *total = sycl::malloc_shared<unsigned>(bins, q);
  for (std::size_t b = 0; b < bins; ++b)
    total[b] = 0;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<unsigned, 1> tile(sycl::range<1>(bins), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
       if (l < bins)
         tile[l] = 0;
       sycl::group_barrier(it.get_group());
       sycl::atomic_ref<unsigned, relaxed, sycl::memory_scope::work_group>(tile[i * i % bins])++;
       sycl::group_barrier(it.get_group());
       if (l < bins)
         counter<unsigned>(total[l]) += tile[l];
     });
   }).wait();
  std::vector<unsigned> want(bins);
  for (std::size_t i = 0; i < n; ++i)
    ++want[i * i % bins];
  CHECK_ALL(total, bins, [&](std::size_t b) { return want[b]; });
  sycl::free(total, q);
}

// A function that has no atomic instruction, by compare and exchange.
void compare_and_exchange(sycl::queue &q) {
  const std::size_t items = 1 << 13;
  unsigned *hash = sycl::malloc_shared<unsigned>(1, q);
  unsigned *rounds = sycl::malloc_shared<unsigned>(1, q);
  *hash = 1;
  *rounds = 0;
  q.parallel_for(sycl::nd_range<1>(items, local), [=](sycl::nd_item<1>) {
     sycl::atomic_ref<unsigned, sycl::memory_order::acq_rel, device> object(*hash);
     unsigned expected = object.load();
     while (!object.compare_exchange_weak(expected, expected * 1664525u + 1013904223u))
       ;
     unsigned count = counter<unsigned>(*rounds).load();
     while (!counter<unsigned>(*rounds).compare_exchange_strong(count, count + 1))
       ;
   }).wait();
  unsigned want = 1;
  for (std::size_t i = 0; i < items; ++i)
    want = want * 1664525u + 1013904223u;
  CHECK_EQ(*hash, want);
  CHECK_EQ(*rounds, unsigned(items));
  sycl::free(hash, q);
  sycl::free(rounds, q);
}

void all() {
  sycl::queue q;
  totals(q);
  histogram(q);
  compare_and_exchange(q);
}

} // namespace contention

int main() {
  order::all();
  contention::all();
  return check::result();
}
