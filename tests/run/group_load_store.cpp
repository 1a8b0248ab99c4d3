// group_load and group_store (sycl_ext_oneapi_group_load_store): scalars, vectors and spans,
// blocked and striped, with and without properties, by work-groups and sub-groups, full and short,
// from all kinds of iterators.
#include "check.hpp"
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>

namespace ex = sycl::ext::oneapi::experimental;

// The index of the work-item's element `i` of `count`.
template <bool Striped>
std::size_t place(std::size_t item, std::size_t items, std::size_t i, std::size_t count) {
  return Striped ? item + items * i : item * count + i;
}

constexpr std::size_t each = 3, all = 1 + each + 4;

// Loads all elements of the group from `in` and stores the doubled values.
template <typename Group, typename In, typename Out, typename... Properties>
void copy(Group g, In in, Out out, double *seen, Properties... properties) {
  const std::size_t items = g.get_local_linear_range();
  const auto step = [&](std::size_t elements) {
    in += std::ptrdiff_t(items * elements), out += std::ptrdiff_t(items * elements);
  };
  double one;
  ex::group_load(g, in, one, properties...);
  *seen++ = one;
  ex::group_store(g, 2 * one, out, properties...);
  step(1);
  double three[each];
  ex::group_load(g, in, sycl::span{three}, properties...);
  for (double &value : three) {
    *seen++ = value;
    value *= 2;
  }
  ex::group_store(g, sycl::span<double, each>(three), out, properties...);
  step(each);
  sycl::vec<double, 4> four;
  ex::group_load(g, in, four, properties...);
  for (int i = 0; i < 4; ++i)
    *seen++ = four[i];
  ex::group_store(g, four * 2.0, out, properties...);
}

template <bool Striped, bool SubGroups, typename Properties>
void run(sycl::queue &q, std::size_t local, Properties properties) {
  const std::size_t n = 2 * local;
  std::vector<float> in(n * all);
  std::vector<int> out(n * all, -1);
  double *seen = sycl::malloc_shared<double>(n * all, q);
  std::size_t *sizes = sycl::malloc_shared<std::size_t>(n, q);
  for (std::size_t i = 0; i < n * all; ++i)
    in[i] = float(i * 7 % 1001);
  {
    sycl::buffer<float> from(in.data(), in.size());
    sycl::buffer<int> to(out.data(), out.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor source(from, h, sycl::read_only);
      sycl::accessor sink(to, h, sycl::write_only);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
        const std::size_t at = it.get_global_id(0);
        const auto multi = sink.get_multi_ptr<sycl::access::decorated::no>();
        if constexpr (SubGroups) {
          const auto sg = it.get_sub_group();
          const std::size_t first = at - sg.get_local_linear_id();
          sizes[at] = sg.get_max_local_range()[0];
          const auto start = std::ptrdiff_t(first * all);
          copy(sg, source.begin() + start, multi + start, seen + at * all, properties);
        } else {
          const std::size_t first = it.get_group(0) * local;
          sizes[at] = local;
          const float *plain = &source[0] + first * all;
          copy(it.get_group(), plain, sink.begin() + std::ptrdiff_t(first * all), seen + at * all,
               properties);
        }
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t begin = i % local / sizes[i] * sizes[i];
    const std::size_t items = std::min(sizes[i], local - begin), item = i % local - begin;
    const std::size_t first = (i / local * local + begin) * all;
    for (std::size_t element = 0; element < all; ++element) {
      const std::size_t part = element == 0 ? 0 : element <= each ? 1 : 1 + each;
      const std::size_t count = element == 0 ? 1 : element <= each ? each : 4;
      const std::size_t at =
          first + items * part + place<Striped>(item, items, element - part, count);
      CHECK_EQ(seen[i * all + element], in[at]);
      CHECK_EQ(out[at], int(2 * in[at]));
    }
  }
  sycl::free(seen, q);
  sycl::free(sizes, q);
}

int main() {
  sycl::queue q;
  constexpr ex::properties striped{ex::data_placement_striped};
  constexpr ex::properties promised{ex::data_placement_striped, ex::contiguous_memory,
                                    ex::full_group};
  constexpr ex::properties blocked{ex::contiguous_memory,
                                   ex::data_placement<ex::data_placement_enum::blocked>};
  static_assert(promised.has_property<ex::full_group_key>() &&
                !striped.has_property<ex::full_group_key>() &&
                ex::is_property_key_v<ex::data_placement_key>);
  for (std::size_t local : {1, 64, 45}) {
    run<false, false>(q, local, ex::properties{});
    run<true, false>(q, local, promised);
    run<false, true>(q, local, blocked);
    run<true, true>(q, local, striped);
  }
  // Without a list of properties.
  int *data = sycl::malloc_shared<int>(20, q);
  for (int i = 0; i < 20; ++i)
    data[i] = i;
  q.parallel_for(sycl::nd_range<1>(10, 10), [=](sycl::nd_item<1> it) {
     sycl::int2 two;
     ex::group_load(it.get_group(), data, two);
     // Memory that others have read may be overwritten immediately.
     ex::group_store(it.get_group(), two[0] + two[1], data);
     ex::group_store(it.get_group(), -two[1], data + 10);
   }).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return i < 10 ? 4 * int(i) + 1 : -2 * int(i - 10) - 1; });
  sycl::free(data, q);
  return check::result();
}
