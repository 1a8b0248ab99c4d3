// Matrices of sub-groups: products of all combinations against the host, in both layouts, with sizes that divide nothing
// and more columns than work-items; fill, apply and copies between the uses.
//! also = ["-O0"]
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstdint>
#include <vector>

using namespace sycl;
namespace mx = ext::oneapi::experimental::matrix;
using ext::oneapi::bfloat16;
using mx::layout, mx::use;

template <typename T> auto global(T *pointer) {
  return address_space_cast<access::address_space::global_space, access::decorated::no>(pointer);
}

constexpr std::size_t place(layout order, std::size_t rows, std::size_t columns, std::size_t row,
                            std::size_t column) {
  return order == layout::row_major ? row * columns + column : column * rows + row;
}

// D = 2 * (A * B + C), a tile for each of three sub-groups: small numbers, which every type represents exactly.
template <typename Ta, typename Tb, typename Tc, std::size_t M, std::size_t K, std::size_t N,
          layout OfA, layout OfB, int SubGroup>
void product(queue &q) {
  constexpr std::size_t tiles = 3;
  using Ma = detail::matrix_element_t<Ta>;
  using Mb = detail::matrix_element_t<Tb>;
  Ma *const a = malloc_shared<Ma>(tiles * M * K, q);
  Mb *const b = malloc_shared<Mb>(K * N, q);
  Tc *const c = malloc_shared<Tc>(tiles * M * N, q);
  Tc *const d = malloc_shared<Tc>(tiles * M * N, q);
  for (std::size_t i = 0; i < tiles * M * K; ++i)
    a[i] = Ma(float(i % 5));
  for (std::size_t i = 0; i < K * N; ++i)
    b[i] = Mb(float(i * 7 % 3));
  for (std::size_t i = 0; i < tiles * M * N; ++i)
    c[i] = Tc(float(i % 4)), d[i] = Tc(77.0f);
  const auto kernel = [=](nd_item<1> item) {
    const sub_group sg = item.get_sub_group();
    const std::size_t tile = item.get_global_id(0) / sg.get_max_local_range()[0];
    mx::joint_matrix<sub_group, Ta, use::a, M, K, OfA> ma;
    mx::joint_matrix<sub_group, Tb, use::b, K, N, OfB> mb;
    mx::joint_matrix<sub_group, Tc, use::accumulator, M, N> mc;
    mx::joint_matrix_load(sg, ma, global(a + tile * M * K), OfA == layout::row_major ? K : M);
    mx::joint_matrix_load(sg, mb, global(b), OfB == layout::row_major ? N : K);
    mx::joint_matrix_load(sg, mc, global(c + tile * M * N), N, layout::row_major);
    mx::joint_matrix_mad(sg, mc, ma, mb, mc);
    mx::joint_matrix_apply(sg, mc, [](Tc &element) { element = element * Tc(2.0f); });
    mx::joint_matrix_store(sg, mc, global(d + tile * M * N), M, layout::col_major);
  };
  const nd_range<1> range(tiles * SubGroup, tiles * SubGroup);
  q.parallel_for(range, [=](nd_item<1> item) [[sycl::reqd_sub_group_size(SubGroup)]] {
     kernel(item);
   }).wait();
  for (std::size_t tile = 0; tile < tiles; ++tile)
    for (std::size_t row = 0; row < M; ++row)
      for (std::size_t column = 0; column < N; ++column) {
        double sum = double(c[tile * M * N + row * N + column]);
        for (std::size_t k = 0; k < K; ++k)
          sum += double(float(a[tile * M * K + place(OfA, M, K, row, k)])) *
                 double(float(b[place(OfB, K, N, k, column)]));
        CHECK_EQ(double(d[tile * M * N + column * M + row]), 2 * sum);
      }
  free(a, q), free(b, q), free(c, q), free(d, q);
}

// Every element is copied from an accumulator to A, and from there to B; a second matrix is applied with it.
template <int SubGroup> void copies(queue &q) {
  constexpr std::size_t M = 5, N = 9;
  float *const data = malloc_shared<float>(3 * M * N, q);
  for (std::size_t i = 0; i < M * N; ++i)
    data[i] = float(i);
  q.parallel_for(nd_range<1>(SubGroup, SubGroup),
                 [=](nd_item<1> item) [[sycl::reqd_sub_group_size(SubGroup)]] {
                   const sub_group sg = item.get_sub_group();
                   mx::joint_matrix<sub_group, float, use::accumulator, M, N> from, to, filled;
                   mx::joint_matrix<sub_group, bfloat16, use::a, M, N, layout::row_major> a;
                   mx::joint_matrix<sub_group, half, use::b, M, N, layout::row_major> b;
                   mx::joint_matrix_load(sg, from, global(data), N, layout::row_major);
                   mx::joint_matrix_copy(sg, from, a);
                   mx::joint_matrix_copy(sg, a, b);
                   mx::joint_matrix_copy(sg, b, to);
                   mx::joint_matrix_fill(sg, filled, 100);
                   mx::joint_matrix_apply(sg, filled, from, [](float &x, float &y) { x -= y; });
                   mx::joint_matrix_store(sg, to, global(data + M * N), N, layout::row_major);
                   mx::joint_matrix_store(sg, filled, global(data + 2 * M * N), N,
                                          layout::row_major);
                 })
      .wait();
  for (std::size_t i = 0; i < M * N; ++i) {
    CHECK_EQ(data[M * N + i], float(i));
    CHECK_EQ(data[2 * M * N + i], 100.0f - float(i));
  }
  free(data, q);
}

template <int SubGroup> void some(queue &q) {
  product<float, float, float, 1, 3, 40, layout::col_major, layout::col_major, SubGroup>(q);
#ifndef SCYTHE_TEST_FULL
  if constexpr (SubGroup == 32)
#endif
    if (q.get_device().has(aspect::fp16))
      copies<SubGroup>(q);
}

template <int SubGroup> void all(queue &q) {
  constexpr layout rows = layout::row_major, columns = layout::col_major;
  some<SubGroup>(q);
#ifdef SCYTHE_TEST_FULL
  // Intel's OpenCL runtime compiles this one for ten seconds.
  product<bfloat16, bfloat16, float, 8, 16, 16, rows, rows, SubGroup>(q);
#else
  product<bfloat16, bfloat16, float, 4, 8, 16, rows, rows, SubGroup>(q);
#endif
  product<mx::precision::tf32, mx::precision::tf32, float, 16, 8, 16, rows, columns, SubGroup>(q);
  product<std::int8_t, std::uint8_t, std::int32_t, 5, 7, 3, columns, rows, SubGroup>(q);
  if (q.get_device().has(aspect::fp64))
    product<double, double, double, 3, 4, 5, rows, rows, SubGroup>(q);
  if (q.get_device().has(aspect::fp16)) {
    product<half, half, float, 4, 5, 33, rows, columns, SubGroup>(q);
#ifdef SCYTHE_TEST_FULL
    product<half, half, half, 4, 4, 4, columns, rows, SubGroup>(q);
#endif
  }
}

int main() {
  queue q;
  for (const std::size_t size : q.get_device().get_info<info::device::sub_group_sizes>()) {
    if (size == 8)
      some<8>(q);
    if (size == 32)
      all<32>(q);
  }
  // The precision that is left: 10 bits of fraction.
  CHECK_EQ(mx::round_to_tf32(1.0f + 0x1p-11f), 1.0f + 0x1p-10f);
  CHECK_EQ(mx::round_to_tf32(-1.0f - 0x1p-12f), -1.0f);
  int floats = 0;
  for (const mx::combination &each :
       q.get_device().get_info<ext::oneapi::experimental::info::device::matrix_combinations>())
    if (each.atype == mx::matrix_type::bf16 && each.ctype == mx::matrix_type::fp32)
      floats += each.max_msize >= 16 || each.msize > 0;
  CHECK(floats > 0);
  return check::result();
}
