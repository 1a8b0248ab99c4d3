// Group algorithms and reductions accept the standard library's function objects as SYCL's, and SYCL's under the
// names of sycl::ext::oneapi.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <functional>
#include <type_traits>

static_assert(std::is_same_v<sycl::ext::oneapi::plus<int>, sycl::plus<int>> &&
              std::is_same_v<sycl::ext::oneapi::multiplies<>, sycl::multiplies<>> &&
              std::is_same_v<sycl::ext::oneapi::bit_and<>, sycl::bit_and<>> &&
              std::is_same_v<sycl::ext::oneapi::bit_or<>, sycl::bit_or<>> &&
              std::is_same_v<sycl::ext::oneapi::bit_xor<>, sycl::bit_xor<>> &&
              std::is_same_v<sycl::ext::oneapi::logical_and<>, sycl::logical_and<>> &&
              std::is_same_v<sycl::ext::oneapi::logical_or<>, sycl::logical_or<>> &&
              std::is_same_v<sycl::ext::oneapi::minimum<>, sycl::minimum<>> &&
              std::is_same_v<sycl::ext::oneapi::maximum<>, sycl::maximum<>>);
static_assert(sycl::known_identity_v<std::plus<>, float> == 0 &&
              sycl::known_identity_v<std::multiplies<int>, int> == 1 &&
              sycl::known_identity_v<std::bit_and<>, short> == -1 &&
              sycl::known_identity_v<std::logical_and<bool>, bool> &&
              sycl::has_known_identity_v<std::bit_xor<>, int> &&
              !sycl::has_known_identity_v<std::minus<>, int>);

// All algorithms on one value, folded into one number.
template <typename Group, typename T, typename Op>
long all_of_them(Group g, T x, T init, const T *first, const T *last, T *scanned, Op op) {
  long result = long(sycl::reduce_over_group(g, x, op));
  result = result * 31 + long(sycl::reduce_over_group(g, x, init, op));
  result = result * 31 + long(sycl::inclusive_scan_over_group(g, x, op));
  result = result * 31 + long(sycl::inclusive_scan_over_group(g, x, op, init));
  result = result * 31 + long(sycl::exclusive_scan_over_group(g, x, op));
  result = result * 31 + long(sycl::exclusive_scan_over_group(g, x, init, op));
  result = result * 31 + long(sycl::joint_reduce(g, first, last, op));
  sycl::joint_inclusive_scan(g, first, last, scanned, op);
  result = result * 31 + long(scanned[last - first - 1]);
  sycl::group_barrier(g);
  sycl::joint_exclusive_scan(g, first, last, scanned, init, op);
  return result * 31 + long(scanned[last - first - 1]);
}

template <typename T, typename Standard, typename Ours>
void same(sycl::queue &q, Standard standard, Ours ours, int line) {
  constexpr std::size_t groups = 3, local = 21, range = 50, n = groups * local;
  T *in = sycl::malloc_shared<T>(range + n, q);
  T *scanned = sycl::malloc_shared<T>(groups * range, q);
  long *out = sycl::malloc_shared<long>(4 * n, q);
  for (std::size_t i = 0; i < range + n; ++i)
    in[i] = std::is_same_v<T, bool> ? T(i % 5 != 2) : T(i % 7 + 1);
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const std::size_t at = it.get_global_id(0);
     const T x = in[range + at], init = in[1];
     T *mine = scanned + it.get_group(0) * range;
     const auto wg = it.get_group();
     out[at] = all_of_them(wg, x, init, in, in + range, mine, standard);
     sycl::group_barrier(wg);
     out[n + at] = all_of_them(wg, x, init, in, in + range, mine, ours);
     const auto sg = it.get_sub_group();
     out[2 * n + at] = long(sycl::reduce_over_group(sg, x, standard)) * 100 +
                       long(sycl::exclusive_scan_over_group(sg, x, standard));
     out[3 * n + at] = long(sycl::reduce_over_group(sg, x, ours)) * 100 +
                       long(sycl::exclusive_scan_over_group(sg, x, ours));
   }).wait();
  const std::string name = "operators of line " + std::to_string(line);
  check::elements(out, n, [&](std::size_t i) { return out[n + i]; }, __FILE__, line, name);
  check::elements(out + 2 * n, n, [&](std::size_t i) { return out[3 * n + i]; }, __FILE__, line,
                  name + ", sub-groups");
  sycl::free(in, q);
  sycl::free(scanned, q);
  sycl::free(out, q);
}

void reductions(sycl::queue &q) {
  constexpr std::size_t n = 1000;
  int *out = sycl::malloc_shared<int>(3, q);
  out[0] = 5, out[1] = 0, out[2] = -1;
  q.parallel_for(sycl::range<1>(n), sycl::reduction(out, std::plus<>()),
                 sycl::reduction(out + 1, std::bit_or<int>()),
                 sycl::reduction(out + 2, std::bit_and<>()),
                 [=](sycl::id<1> i, auto &sum, auto &some, auto &all) {
                   sum += int(i[0]);
                   some |= int(i[0]);
                   all.combine(int(i[0]) | 64);
                 })
      .wait();
  CHECK_EQ(out[0], 5 + int(n * (n - 1) / 2));
  CHECK_EQ(out[1], 1023);
  CHECK_EQ(out[2], 64);
  q.parallel_for(sycl::nd_range<1>(n, 50),
                 sycl::reduction(out, std::plus<int>(),
                                 sycl::property::reduction::initialize_to_identity()),
                 [=](sycl::nd_item<1>, auto &sum) { ++sum; })
      .wait();
  CHECK_EQ(out[0], int(n));
  sycl::free(out, q);
}

// The operators that remain, as reductions.
template <typename Group> long remaining(Group g, int x) {
  return long(sycl::reduce_over_group(g, x, std::bit_and<>()) ==
              sycl::reduce_over_group(g, x, sycl::bit_and<>())) +
         long(sycl::reduce_over_group(g, x, std::bit_xor<int>()) ==
              sycl::reduce_over_group(g, x, sycl::bit_xor<int>())) +
         long(sycl::reduce_over_group(g, x > 3, std::logical_and<bool>()) ==
              sycl::reduce_over_group(g, x > 3, sycl::logical_and<bool>())) +
         long(sycl::reduce_over_group(g, x > 3, std::logical_or<>()) ==
              sycl::reduce_over_group(g, x > 3, sycl::logical_or<>()));
}

int main() {
  sycl::queue q;
  same<int>(q, std::plus<>(), sycl::plus<>(), __LINE__);
  same<float>(q, std::multiplies<float>(), sycl::multiplies<float>(), __LINE__);
  same<unsigned char>(q, std::bit_or<>(), sycl::bit_or<>(), __LINE__);
  long *out = sycl::malloc_shared<long>(42, q);
  q.parallel_for(sycl::nd_range<1>(42, 21), [=](sycl::nd_item<1> it) {
     const int x = int(it.get_global_id(0) % 11);
     out[it.get_global_id(0)] = remaining(it.get_group(), x) + remaining(it.get_sub_group(), x);
   }).wait();
  CHECK_ALL(out, 42, [](std::size_t) { return 8; });
  sycl::free(out, q);
  reductions(q);
  return check::result();
}
