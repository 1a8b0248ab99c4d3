// Group functions in control flow, in sequence, with predicates and with user-defined operators.
//! also = ["-O0"]
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

#include <cstddef>
#include <cstdio>
#include <vector>

// Group algorithms in loops, in branches that whole groups take, after early returns of whole
// groups, with their results as trip counts, and mixed with barriers and local memory.
namespace nesting {

template <typename Group> int sum_of_squares(Group group, int x) {
  const int total = sycl::reduce_over_group(group, x, sycl::plus<>());
  return sycl::reduce_over_group(group, x * x + total, sycl::plus<>());
}

void all() {
  sycl::queue q;
  const std::size_t local = 20, groups = 7, n = local * groups;
  long *out = sycl::malloc_shared<long>(n, q);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> tile(sycl::range<1>(local), h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const auto group = it.get_group();
       const int l = int(it.get_local_id(0)), g = int(it.get_group(0));
       long &mine = out[it.get_global_id(0)];
       mine = -1;
       if (g == 6)
         return;
       // The number of iterations is the largest value; it differs between groups.
       int value = (l * 7 + g) % 11;
       long result = 0;
       const int rounds = sycl::reduce_over_group(group, value, sycl::maximum<>()) - g;
       for (int round = 0; round < rounds; ++round) {
         tile[l] = value;
         sycl::group_barrier(group);
         const int neighbour = tile[(l + 1) % int(local)];
         if (g % 2 == 0)
           result += sum_of_squares(group, neighbour - round);
         else
           result += sycl::exclusive_scan_over_group(group, neighbour, sycl::plus<>());
         while (sycl::any_of_group(group, result > 5000))
           result /= 2;
         value = sycl::group_broadcast(group, neighbour, std::size_t(round)) + l % 3;
       }
       mine = result;
     });
   }).wait();

  for (int g = 0; g < int(groups); ++g) {
    std::vector<int> value(local);
    std::vector<long> result(local, 0);
    int rounds = 0;
    for (int l = 0; l < int(local); ++l) {
      value[l] = (l * 7 + g) % 11;
      rounds = std::max(rounds, value[l]);
    }
    for (int round = 0; round < rounds - g; ++round) {
      std::vector<int> neighbour(local);
      for (std::size_t l = 0; l < local; ++l)
        neighbour[l] = value[(l + 1) % local];
      if (g % 2 == 0) {
        int total = 0, squares = 0;
        for (int x : neighbour)
          total += x - round;
        for (int x : neighbour)
          squares += (x - round) * (x - round) + total;
        for (long &r : result)
          r += squares;
      } else {
        int before = 0;
        for (std::size_t l = 0; l < local; ++l) {
          result[l] += before;
          before += neighbour[l];
        }
      }
      const auto large = [&] {
        for (long r : result)
          if (r > 5000)
            return true;
        return false;
      };
      while (large())
        for (long &r : result)
          r /= 2;
      for (std::size_t l = 0; l < local; ++l)
        value[l] = neighbour[round] + int(l % 3);
    }
    for (std::size_t l = 0; l < local; ++l)
      CHECK_EQ(out[std::size_t(g) * local + l], g == 6 ? -1 : result[l]);
  }
  sycl::free(out, q);
}

} // namespace nesting

// Operations of a work-group in sequence without barriers between them: a broadcast must not overwrite the result of
// a reduction that others have not yet read, and vice versa.
namespace in_turn {

void all() {
  constexpr int size = 256, groups = 64, rounds = 50;
  sycl::queue q;
  int *wrong = sycl::malloc_shared<int>(1, q);
  *wrong = 0;
  q.parallel_for(sycl::nd_range<1>(size * groups, size), [=](sycl::nd_item<1> it) {
     const int i = static_cast<int>(it.get_local_id(0));
     auto g = it.get_group();
     int bad = 0;
     for (int round = 0; round < rounds; ++round) {
       const int sum = sycl::reduce_over_group(g, i + round, sycl::plus<>());
       const int chosen = sycl::group_broadcast(g, i * 3 + round, sycl::id<1>(round % size));
       const int before = sycl::exclusive_scan_over_group(g, 2, sycl::plus<>());
       const int again = sycl::group_broadcast(g, -i, sycl::id<1>(size - 1));
       const int most = sycl::reduce_over_group(g, i ^ round, sycl::maximum<>());
       bad += sum != size * (size - 1) / 2 + size * round;
       bad += chosen != round % size * 3 + round;
       bad += before != 2 * i;
       bad += again != 1 - size;
       bad += most != size - 1;
     }
     if (bad != 0)
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*wrong) += bad;
   }).wait();
  CHECK_EQ(*wrong, 0);
  sycl::free(wrong, q);
}

} // namespace in_turn

// any_of, all_of and none_of over work-groups: with a bool, with a predicate, over ranges.
namespace any_of {

struct Above {
  int limit;
  bool operator()(int x) const { return x > limit; }
};

// Compares all values with `limit`; one bit per result.
template <typename Group>
unsigned ask(Group group, int x, int limit, const int *first, const int *last) {
  const Above above{limit};
  unsigned answers = 0;
  answers |= sycl::any_of_group(group, x > limit) ? 1u : 0u;
  answers |= sycl::all_of_group(group, x > limit) ? 2u : 0u;
  answers |= sycl::none_of_group(group, x > limit) ? 4u : 0u;
  answers |= sycl::any_of_group(group, x, above) ? 8u : 0u;
  answers |= sycl::all_of_group(group, x, above) ? 16u : 0u;
  answers |= sycl::none_of_group(group, x, above) ? 32u : 0u;
  answers |= sycl::joint_any_of(group, first, last, above) ? 64u : 0u;
  answers |= sycl::joint_all_of(group, first, last, above) ? 128u : 0u;
  answers |= sycl::joint_none_of(group, first, last, above) ? 256u : 0u;
  return answers;
}

unsigned expected(const int *begin, const int *end, const int *first, const int *last, int limit) {
  const auto count = [&](const int *from, const int *to) {
    std::ptrdiff_t above = 0;
    for (; from != to; ++from)
      above += *from > limit;
    return above;
  };
  const std::ptrdiff_t group = count(begin, end), range = count(first, last);
  unsigned answers = 0;
  answers |= group > 0 ? 9u : 36u;
  answers |= group == end - begin ? 18u : 0u;
  answers |= range > 0 ? 64u : 256u;
  answers |= range == last - first ? 128u : 0u;
  return answers;
}

template <int Dimensions> void run(sycl::queue &q, sycl::range<Dimensions> local) {
  sycl::range<Dimensions> global = local;
  global[0] *= 3;
  const std::size_t n = global.size(), size = local.size();
  for (std::size_t length : {std::size_t(0), std::size_t(1), size, 3 * size + 1})
    for (int limit : {-1, 0, 5, 1000}) {
      int *in = sycl::malloc_shared<int>(n, q);
      int *range = sycl::malloc_shared<int>(length + 1, q);
      unsigned *out = sycl::malloc_shared<unsigned>(n, q);
      for (std::size_t i = 0; i < n; ++i)
        in[i] = i < size ? 1000 : int(i % 6); // the first group is different
      for (std::size_t i = 0; i < length; ++i)
        range[i] = int(i % 7);
      q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
         const std::size_t at = reference::position(it);
         out[at] = ask(it.get_group(), in[at], limit, range, range + length);
       }).wait();
      for (const reference::members &group : reference::parts(n, size, size))
        for (std::size_t i = group.begin; i < group.end; ++i)
          CHECK_EQ(out[i],
                   expected(in + group.begin, in + group.end, range, range + length, limit));
      sycl::free(in, q);
      sycl::free(range, q);
      sycl::free(out, q);
    }
}

void all() {
  sycl::queue q;
  run(q, sycl::range<1>(1));
  run(q, sycl::range<1>(13));
  run(q, sycl::range<1>(64));
  run(q, sycl::range<2>(3, 5));
  run(q, sycl::range<3>(2, 3, 4));
}

} // namespace any_of

// Reductions over groups with user-defined operators and types (sycl_ext_oneapi_user_defined_reductions): work-groups
// and sub-groups, short ones among them, and ranges that are shorter and longer than the group.
namespace user_reductions {

namespace ex = sycl::ext::oneapi::experimental;

// The largest value and the sum of the squares; larger than a word and aligned.
struct alignas(16) Both {
  double most;
  long squares;
  friend bool operator==(const Both &a, const Both &b) {
    return a.most == b.most && a.squares == b.squares;
  }
};
Both of(int x) { return {double(x), long(x) * x}; }
struct Join {
  Both operator()(const Both &a, const Both &b) const {
    return {a.most > b.most ? a.most : b.most, a.squares + b.squares};
  }
};
const auto longest = [](int a, int b) { return a % 100 >= b % 100 ? a : b; };

struct Results {
  Both group, with_init, part, range;
  int lambda, sum, range_most, short_range, empty;
};

void run(sycl::queue &q, std::size_t local) {
  constexpr std::size_t count = 77, few = 5;
  const std::size_t n = 3 * local;
  int *x = sycl::malloc_shared<int>(n, q), *values = sycl::malloc_shared<int>(count, q);
  Both *pairs = sycl::malloc_shared<Both>(count, q);
  Results *out = sycl::malloc_shared<Results>(n, q);
  std::size_t *sizes = sycl::malloc_shared<std::size_t>(n, q);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = int(i * 37 % 101);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = int(i * 53 % 97), pairs[i] = of(values[i]);
  const std::size_t bytes = (2 * local + 1) * sizeof(Both);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<std::byte, 1> memory(bytes + 1, h);
     h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
       const std::size_t at = it.get_global_id(0);
       Results &mine = out[at];
       // Deliberately unaligned.
       const ex::group_with_scratchpad group(it.get_group(), sycl::span(&memory[1], bytes));
       static_assert(ex::is_group_helper_v<std::decay_t<decltype(group)>> &&
                     !ex::is_group_helper_v<sycl::sub_group>);
       mine.group = ex::reduce_over_group(group, of(x[at]), Join());
       mine.with_init = ex::reduce_over_group(group, of(x[at]), of(60), Join());
       mine.lambda = ex::reduce_over_group(group, x[at], longest);
       mine.sum = ex::reduce_over_group(group, x[at], 7, sycl::plus<>());
       mine.range = ex::joint_reduce(group, pairs, pairs + count, Join());
       mine.range_most = ex::joint_reduce(group, values, values + count, 3, longest);
       mine.short_range = ex::joint_reduce(group, values, values + few, longest);
       mine.empty = ex::joint_reduce(group, values, values, 11, longest);
       const sycl::sub_group sg = it.get_sub_group();
       sizes[at] = sg.get_max_local_range()[0];
       // Each sub-group has one element more than work-items.
       const std::size_t first =
           it.get_local_id(0) - sg.get_local_linear_id() + sg.get_group_linear_id();
       sycl::group_barrier(it.get_group());
       const ex::group_with_scratchpad part(
           sg, sycl::span(&memory[0] + first * sizeof(Both),
                          (sg.get_local_linear_range() + 1) * sizeof(Both)));
       mine.part = ex::reduce_over_group(part, of(x[at]), Join());
     });
   }).wait();
  Both range = of(0);
  int most = 3, some = values[0];
  for (std::size_t i = 0; i < count; ++i)
    range = Join()(range, pairs[i]), most = longest(most, values[i]);
  for (std::size_t i = 0; i < few; ++i)
    some = longest(some, values[i]);
  const auto joined = [&](std::size_t begin, std::size_t end) {
    Both all = of(x[begin]);
    for (std::size_t i = begin + 1; i < end; ++i)
      all = Join()(all, of(x[i]));
    return all;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t begin = i / local * local, in_group = i - begin;
    const std::size_t first = begin + in_group / sizes[i] * sizes[i];
    const Both all = joined(begin, begin + local);
    int sum = 7, lambda = x[begin];
    for (std::size_t k = begin; k < begin + local; ++k)
      sum += x[k], lambda = longest(lambda, x[k]);
    CHECK(out[i].group == all);
    CHECK(out[i].with_init == Join()(all, of(60)));
    CHECK(out[i].part == joined(first, std::min(first + sizes[i], begin + local)));
    CHECK(out[i].range == range);
    CHECK_EQ(out[i].lambda % 100, lambda % 100);
    CHECK_EQ(out[i].sum, sum);
    CHECK_EQ(out[i].range_most, most);
    CHECK_EQ(out[i].short_range, some);
    CHECK_EQ(out[i].empty, 11);
  }
  sycl::free(x, q), sycl::free(values, q), sycl::free(pairs, q);
  sycl::free(out, q), sycl::free(sizes, q);
}

void all() {
  sycl::queue q;
  for (std::size_t local : {1, 4, 37, 64})
    run(q, local);
}

} // namespace user_reductions

int main() {
  nesting::all();
  in_turn::all();
  any_of::all();
  user_reductions::all();
  return check::result();
}
