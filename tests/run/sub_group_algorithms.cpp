// Reductions and scans over sub-groups of every size, with short last sub-groups and with rows of work-items that are
// not a multiple of the size.
#include "group_algorithms.hpp"

// The same algorithms in kernels that require a size.
template <typename T, typename Op, int Dimensions, typename Launch>
void run_sized(sycl::queue &q, sycl::range<Dimensions> local, unsigned size, Op op, Launch launch) {
  sycl::range<Dimensions> global = local;
  global[0] *= 2;
  const std::size_t n = global.size();
  T *in = sycl::malloc_shared<T>(n, q);
  T *memory = sycl::malloc_shared<T>(n * groups::results<T>::count, q);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = groups::value<T, Op>(i);
  const T init = groups::value<T, Op>(n + 1);
  const groups::results<T> out(memory, n);
  launch(sycl::nd_range<Dimensions>(global, local), in, init, out);
  groups::compare(op, in, init, out, reference::parts(n, local.size(), size),
                  "sub-groups of " + std::to_string(size) + " in groups of " +
                      std::to_string(local.size()));
  sycl::free(in, q);
  sycl::free(memory, q);
}

// Every size of every type and operator is a kernel to compile, so most have one size; `FullSizes` are for the full tests.
template <unsigned... Sizes> struct FullSizes {};

template <typename T, unsigned... Sizes, unsigned... More, typename Op, int Dimensions>
void sizes(sycl::queue &q, sycl::range<Dimensions> local, Op op, FullSizes<More...>) {
#ifdef SCYTHE_TEST_FULL
  constexpr auto is_tried = [](unsigned size) { return ((Sizes == size) || ...) || ((More == size) || ...); };
#else
  constexpr auto is_tried = [](unsigned size) { return ((Sizes == size) || ...); };
#endif
#define WITH_SIZE(N)                                                                               \
  if constexpr (is_tried(N))                                                                        \
  if (check::has_sub_groups_of(N, q))                                                              \
  run_sized<T>(q, local, N, op,                                                                    \
               [&](sycl::nd_range<Dimensions> range, T *in, T init, groups::results<T> out) {      \
                 q.parallel_for(range, [=](sycl::nd_item<Dimensions> it)                           \
                                           [[sycl::reqd_sub_group_size(N)]] {                      \
                                             const std::size_t at = reference::position(it);       \
                                             groups::apply(it.get_sub_group(), in[at], init, op,   \
                                                           at, out);                               \
                                           })                                                      \
                     .wait();                                                                      \
               });
  WITH_SIZE(4)
  WITH_SIZE(8)
  WITH_SIZE(16)
  WITH_SIZE(32)
#undef WITH_SIZE
}

int main() {
  sycl::queue q;
  for (std::size_t local : {1, 7, 32, 75}) {
    sizes<int, 4, 8, 16, 32>(q, sycl::range<1>(local), sycl::plus<int>(), FullSizes<>());
    sizes<float, 32>(q, sycl::range<1>(local), sycl::plus<float>(), FullSizes<4>());
    sizes<double, 16>(q, sycl::range<1>(local), sycl::minimum<double>(), FullSizes<8>());
  }
  sizes<unsigned char, 4>(q, sycl::range<1>(35), sycl::maximum<unsigned char>(), FullSizes<32>());
  sizes<bool, 32>(q, sycl::range<1>(48), sycl::logical_or<bool>(), FullSizes<8, 16>());
  sizes<long, 8>(q, sycl::range<1>(45), sycl::bit_xor<long>(), FullSizes<32>());
  // Drivers may divide multi-dimensional groups into sub-groups in other ways.
  if (q.get_backend() != sycl::backend::opencl) {
    sizes<unsigned char, 16>(q, sycl::range<2>(5, 7), sycl::maximum<unsigned char>(), FullSizes<4>());
    sizes<bool>(q, sycl::range<2>(4, 12), sycl::logical_or<bool>(), FullSizes<32>());
    sizes<long, 32>(q, sycl::range<3>(3, 3, 5), sycl::bit_xor<long>(), FullSizes<8>());
  }
  for (std::size_t local : {9, 64}) {
    const sycl::range<1> group(local);
    groups::run_operators<groups::of_sub_group, short, sycl::plus, sycl::minimum, sycl::bit_and>(q, group);
    groups::run_operators<groups::of_sub_group, unsigned, sycl::multiplies, sycl::maximum, sycl::bit_or,
                          sycl::bit_xor>(q, group);
    groups::run_operators<groups::of_sub_group, float, sycl::multiplies, sycl::maximum>(q, group);
  }
  return check::result();
}
