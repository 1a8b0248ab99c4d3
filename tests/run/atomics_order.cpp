//! also = ["-O2 -fno-scythe-mlir"]
// Acquire and release carry plain data from one work-group to another: through atomic operations,
// through fences, and in the reduction whose last group adds up what the others left.
#include "check.hpp"
#include <sycl/sycl.hpp>

constexpr auto relaxed = sycl::memory_order::relaxed;
constexpr auto device = sycl::memory_scope::device;

// Work-item i announces its message, then looks whether the one before it has. Nobody waits: groups
// need not run at the same time.
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
    // A device that runs all groups at once might receive nothing; in four rounds of a thousand
    // groups that would mean that the announcements do not arrive.
    CHECK(*received > 0);
  }
  sycl::free(data, q);
  sycl::free(flag, q);
  sycl::free(wrong, q);
  sycl::free(received, q);
}

// Each group leaves a sum; the last to arrive adds up all of them.
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

int main() {
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
  return check::result();
}
