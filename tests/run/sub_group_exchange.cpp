// Work-items of a sub-group exchange values: shift, permute, select, broadcast, the older shuffles,
// of scalars and structures; any_of, all_of, none_of.
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

struct Odd {
  int i;
  char c[7];
};

// The value of lane `lane` of the sub-group of the work-item `at`.
template <typename T> T held(std::size_t at) { return static_cast<T>(at * 3 + 1); }
template <> Odd held<Odd>(std::size_t at) {
  Odd odd{int(at), {}};
  for (int i = 0; i < 7; ++i)
    odd.c[i] = char(at * 5 + std::size_t(i));
  return odd;
}
template <typename T> bool same(const T &x, const T &y) { return x == y; }
template <> bool same<Odd>(const Odd &x, const Odd &y) {
  bool result = x.i == y.i;
  for (int i = 0; i < 7; ++i)
    result &= x.c[i] == y.c[i];
  return result;
}

// One bit for each wrong operation of this work-item.
template <typename T> unsigned exchange(sycl::sub_group g, std::size_t at) {
  const unsigned lane = g.get_local_linear_id(), size = g.get_local_linear_range();
  const std::size_t first = at - lane;
  const T mine = held<T>(at);
  unsigned wrong = 0, bit = 1;
  const auto expect = [&](const T &got, unsigned from) {
    // Values from outside the sub-group are unspecified.
    if (from < size && !same(got, held<T>(first + from)))
      wrong |= bit;
    bit <<= 1;
  };
  for (unsigned delta : {0u, 1u, 3u, 40u}) {
    expect(sycl::shift_group_left(g, mine, delta), lane + delta);
    expect(sycl::shift_group_right(g, mine, delta), lane - delta);
  }
  expect(sycl::shift_group_left(g, mine), lane + 1);
  expect(sycl::shift_group_right(g, mine), lane - 1);
  for (unsigned mask : {0u, 1u, 2u, 7u})
    expect(sycl::permute_group_by_xor(g, mine, mask), lane ^ mask);
  expect(sycl::select_from_group(g, mine, size - 1 - lane), size - 1 - lane);
  expect(sycl::select_from_group(g, mine, lane * 1000), lane * 1000);
  expect(sycl::group_broadcast(g, mine), 0);
  expect(sycl::group_broadcast(g, mine, size - 1), size - 1);
  expect(sycl::group_broadcast(g, mine, sycl::id<1>(size / 2)), size / 2);
  expect(g.shuffle(mine, (lane + 1) % size), (lane + 1) % size);
  expect(g.shuffle_down(mine, 2), lane + 2);
  expect(g.shuffle_up(mine, 2), lane - 2);
  expect(g.shuffle_xor(mine, 1), lane ^ 1);
  // With two values, the shift continues in the other one.
  const T other = held<T>(at + 1000);
  const T down = g.shuffle_down(mine, other, 1), up = g.shuffle_up(other, mine, 1);
  const std::size_t next = lane + 1 < size ? at + 1 : first + 1000;
  const std::size_t previous = lane > 0 ? at - 1 : first + size - 1 + 1000;
  if (!same(down, held<T>(next)))
    wrong |= bit;
  if (!same(up, held<T>(previous)))
    wrong |= bit << 1;
  return wrong;
}

unsigned vote(sycl::sub_group g, std::size_t at, std::size_t local) {
  const unsigned size = g.get_local_linear_range(), lane = g.get_local_linear_id();
  const auto is_size = [=](unsigned s) { return s == size; };
  unsigned wrong = 0;
  wrong |= sycl::any_of_group(g, lane == size - 1) ? 0u : 1u;
  wrong |= sycl::all_of_group(g, lane < size) ? 0u : 2u;
  wrong |= sycl::none_of_group(g, lane == size) ? 0u : 4u;
  wrong |= sycl::all_of_group(g, lane == 0) == (size == 1) ? 0u : 8u;
  // The result covers the sub-group only.
  wrong |= sycl::any_of_group(g, at % local == local - 1) ==
                   (g.get_group_linear_id() == g.get_group_linear_range() - 1)
               ? 0u
               : 16u;
  wrong |= sycl::all_of_group(g, g.get_local_linear_range(), is_size) ? 0u : 32u;
  wrong |= sycl::any_of_group(g, lane + 1, is_size) ? 0u : 64u;
  wrong |= sycl::none_of_group(g, lane, is_size) ? 0u : 128u;
  return wrong;
}

template <typename Launch> void run(sycl::queue &q, std::size_t local, Launch launch) {
  const std::size_t n = local * 3;
  unsigned *wrong = sycl::malloc_shared<unsigned>(n * 6, q);
  q.memset(wrong, 0, n * 6 * sizeof(unsigned)).wait();
  launch(sycl::nd_range<1>(n, local), wrong);
  for (std::size_t i = 0; i < n * 6; ++i)
    CHECK_EQ(wrong[i], 0u);
  sycl::free(wrong, q);
}

template <typename... Types> void all(sycl::nd_item<1> it, unsigned *wrong) {
  const std::size_t at = it.get_global_id(0), n = it.get_global_range(0);
  const sycl::sub_group g = it.get_sub_group();
  std::size_t row = 0;
  ((wrong[row++ * n + at] = exchange<Types>(g, at)), ...);
  wrong[row * n + at] = vote(g, at, it.get_local_range(0));
}

// Every type has a lot to compile, and is in one kernel or two; in the full tests, in those for most sizes.
#ifdef SCYTHE_TEST_FULL
#define IN_FULL(...) , __VA_ARGS__
#else
#define IN_FULL(...)
#endif

int main() {
  sycl::queue q;
  for (std::size_t local : {1, 6, 32, 45}) {
    run(q, local, [&](sycl::nd_range<1> r, unsigned *wrong) {
      q.parallel_for(r, [=](sycl::nd_item<1> it) {
         all<double, unsigned short, Odd IN_FULL(int, char)>(it, wrong);
       }).wait();
    });
    if (check::has_sub_groups_of(4, q))
      run(q, local, [&](sycl::nd_range<1> r, unsigned *wrong) {
        q.parallel_for(r, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(4)]] {
           all<unsigned short IN_FULL(int, Odd)>(it, wrong);
         }).wait();
      });
    run(q, local, [&](sycl::nd_range<1> r, unsigned *wrong) {
      q.parallel_for(r, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
         all<int, char IN_FULL(double)>(it, wrong);
       }).wait();
    });
  }
  return check::result();
}
