//! also = ["-O0"]
// Reductions over groups with operators and types of the program's own
// (sycl_ext_oneapi_user_defined_reductions): work-groups and sub-groups, short ones among them, and
// ranges that are shorter and longer than the group.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstddef>
#include <vector>

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
       // Not aligned, on purpose.
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
       // Each sub-group has an element more than it has work-items.
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

int main() {
  sycl::queue q;
  for (std::size_t local : {1, 4, 37, 64})
    run(q, local);
  return check::result();
}
