// any_of, all_of and none_of over work-groups: with a bool, with a predicate, over ranges.
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

struct Above {
  int limit;
  bool operator()(int x) const { return x > limit; }
};

// Asks everything about the values that are above `limit`; one bit per answer.
template <typename Group> unsigned ask(Group group, int x, int limit, const int *first, const int *last) {
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

int main() {
  sycl::queue q;
  run(q, sycl::range<1>(1));
  run(q, sycl::range<1>(13));
  run(q, sycl::range<1>(64));
  run(q, sycl::range<2>(3, 5));
  run(q, sycl::range<3>(2, 3, 4));
  return check::result();
}
