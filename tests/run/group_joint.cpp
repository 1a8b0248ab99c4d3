//! also = ["-O0"]
// joint_reduce and joint scans over work-groups and sub-groups: ranges shorter and longer than the
// group, in local and global memory, in place, with an initial value of another type.
#include "check.hpp"
#include "group_algorithms.hpp"
#include <sycl/sycl.hpp>

// `lists` has one list of `length` elements for each group; results follow each other in `out`.
template <typename Group, typename T, typename Op>
void scan_all(Group group, T *list, std::size_t length, T *out, Op op, T init) {
  const T *first = list, *last = list + length;
  T *end = sycl::joint_inclusive_scan(group, first, last, out, op);
  end = sycl::joint_inclusive_scan(group, first, last, end, op, init);
  end = sycl::joint_exclusive_scan(group, first, last, end, op);
  end = sycl::joint_exclusive_scan(group, first, last, end, init, op);
  const T sum = sycl::joint_reduce(group, first, last, op);
  const T sum_init = sycl::joint_reduce(group, first, last, init, op);
  // Nothing overwrites the list before all have read it.
  sycl::joint_exclusive_scan(group, list, list + length, list, op);
  if (group.leader()) {
    end[0] = sum;
    end[1] = sum_init;
  }
}

template <typename T, typename Op>
void compare(Op op, std::size_t length, const T *in, const T *list, const T *out, T init) {
  const T identity = sycl::known_identity_v<Op, T>;
  T running = identity;
  for (std::size_t i = 0; i < length; ++i) {
    CHECK_EQ(out[2 * length + i], running);
    CHECK_EQ(out[3 * length + i], reference::combine(op, init, running));
    CHECK_EQ(list[i], running);
    running = reference::combine(op, running, in[i]);
    CHECK_EQ(out[i], running);
    CHECK_EQ(out[length + i], reference::combine(op, init, running));
  }
  CHECK_EQ(out[4 * length], running);
  CHECK_EQ(out[4 * length + 1], reference::combine(op, init, running));
}

// Every work-group and, after it, its first sub-group process their own lists. The types alternate between the two,
// as each is many functions to compile.
enum : unsigned { WorkGroup = 1, SubGroup = 2, Both = 3 };
template <typename T, unsigned Groups, typename Op> void run(sycl::queue &q, std::size_t local, Op op) {
  for (std::size_t length : {std::size_t(0), std::size_t(1), local - 1, local, 4 * local + 3}) {
    const std::size_t lists = 6, per_list = 4 * length + 2;
    T *in = sycl::malloc_shared<T>(lists * length + 1, q);
    T *list = sycl::malloc_shared<T>(lists * length + 1, q);
    T *out = sycl::malloc_shared<T>(lists * per_list, q);
    for (std::size_t i = 0; i < lists * length; ++i)
      in[i] = list[i] = groups::value<T, Op>(i % 23);
    const T init = groups::value<T, Op>(3);
    q.parallel_for(sycl::nd_range<1>(3 * local, local), [=](sycl::nd_item<1> it) {
       const std::size_t at = it.get_group_linear_id() * 2;
       if constexpr (Groups & WorkGroup)
         scan_all(it.get_group(), list + at * length, length, out + at * per_list, op, init);
       if constexpr (Groups & SubGroup)
         if (it.get_sub_group().get_group_linear_id() == 0)
           scan_all(it.get_sub_group(), list + (at + 1) * length, length,
                    out + (at + 1) * per_list, op, init);
     }).wait();
    for (std::size_t i = 0; i < lists; ++i)
      if (Groups & (i % 2 == 0 ? WorkGroup : SubGroup))
        compare(op, length, in + i * length, list + i * length, out + i * per_list, init);
    sycl::free(in, q);
    sycl::free(list, q);
    sycl::free(out, q);
  }
}

// Values that work-items wrote to local memory are visible to the algorithm without a barrier of the program, and the
// program may overwrite them as soon as the algorithm returns.
void local_memory(sycl::queue &q) {
  const std::size_t local = 24, n = local * 4;
  long *out = sycl::malloc_shared<long>(n, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> tile(sycl::range<1>(2 * local), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0);
       int *first = &tile[0], *last = first + 2 * local;
       long sum = 0;
       for (int round = 0; round < 3; ++round) {
         tile[l] = int(l) * (round + 1);
         tile[2 * local - 1 - l] = 1;
         // The sum is a long although the elements are int.
         sum = sycl::joint_reduce(it.get_group(), first, last, sum * (1l << 8), sycl::plus<>());
         tile[l] = -1;
       }
       out[it.get_global_id(0)] = sum;
     });
   }).wait();
  long want = 0;
  for (int round = 0; round < 3; ++round) {
    want *= 1l << 8;
    for (std::size_t l = 0; l < local; ++l)
      want += int(l) * (round + 1) + 1;
  }
  CHECK_ALL(out, n, [=](std::size_t) { return want; });
  sycl::free(out, q);
}

// The same for scans in place, whose results others read immediately.
void scan_in_local_memory(sycl::queue &q) {
  const std::size_t local = 24, length = 3 * local, n = local * 4;
  int *out = sycl::malloc_shared<int>(n * 3, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> tile(sycl::range<1>(length), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t l = it.get_local_id(0), mirrored = local - 1 - l;
       for (std::size_t i = 0; i < 3; ++i)
         tile[i * local + mirrored] = int(l + i);
       sycl::joint_inclusive_scan(it.get_group(), &tile[0], &tile[0] + length, &tile[0],
                                  sycl::plus<>());
       for (std::size_t i = 0; i < 3; ++i)
         out[it.get_group(0) * length + i * local + mirrored] = tile[i * local + mirrored];
     });
   }).wait();
  std::vector<int> want(length);
  for (std::size_t k = 0, sum = 0; k < length; ++k) {
    sum += local - 1 - k % local + k / local;
    want[k] = int(sum);
  }
  CHECK_ALL(out, n * 3, [&](std::size_t i) { return want[i % length]; });
  sycl::free(out, q);
}

// Pointers with an address space.
void in_address_spaces(sycl::queue &q) {
  using sycl::access::address_space;
  const std::size_t local = 10, length = 33;
  int *numbers = sycl::malloc_shared<int>(length, q), *out = sycl::malloc_shared<int>(length, q);
  int *found = sycl::malloc_shared<int>(3, q);
  for (std::size_t i = 0; i < length; ++i)
    numbers[i] = int(i * 7 % 11);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> tile(sycl::range<1>(length), h);
     h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> it) {
       const auto g = it.get_group();
       const auto first = sycl::address_space_cast<address_space::global_space,
                                                   sycl::access::decorated::yes>(numbers);
       const auto there = tile.get_multi_ptr<sycl::access::decorated::no>();
       const auto end =
           sycl::joint_exclusive_scan(g, first, first + length, there, 5, sycl::plus<int>());
       const int sum = sycl::joint_reduce(g, first, first + length, sycl::plus<int>());
       const bool any = sycl::joint_any_of(g, first, first + length, [](int x) { return x > 9; });
       const sycl::global_ptr<int> legacy(out);
       sycl::joint_inclusive_scan(g, there, end, legacy, sycl::maximum<int>());
       if (g.leader()) {
         found[0] = sum;
         found[1] = any;
         found[2] = int(end - there);
       }
     });
   }).wait();
  // No value is negative, so the last prefix sum is the largest.
  int sum = 0;
  for (std::size_t i = 0; i < length; ++i) {
    CHECK_EQ(out[i], 5 + sum);
    sum += numbers[i];
  }
  CHECK_EQ(found[0], sum);
  CHECK_EQ(found[1], 1);
  CHECK_EQ(found[2], int(length));
  sycl::free(numbers, q);
  sycl::free(out, q);
  sycl::free(found, q);
}

int main() {
  sycl::queue q;
  in_address_spaces(q);
  for (std::size_t local : {1, 10, 32}) {
    run<int, Both>(q, local, sycl::plus<int>());
    run<double, WorkGroup>(q, local, sycl::plus<double>());
    run<unsigned char, SubGroup>(q, local, sycl::bit_xor<unsigned char>());
#ifdef SCYTHE_TEST_FULL
    run<float, SubGroup>(q, local, sycl::maximum<float>());
    run<unsigned char, WorkGroup>(q, local, sycl::bit_xor<unsigned char>());
    run<long long, WorkGroup>(q, local, sycl::minimum<long long>());
#endif
  }
  local_memory(q);
  scan_in_local_memory(q);
  return check::result();
}
