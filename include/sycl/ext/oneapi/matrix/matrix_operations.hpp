// The extension sycl_ext_oneapi_matrix: what sub-groups do with matrices.
#pragma once

#include <sycl/ext/oneapi/matrix/joint_matrix.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

namespace detail {

// Where an element is in memory.
constexpr std::size_t matrix_place(ext::oneapi::experimental::matrix::layout layout,
                                   std::size_t stride, std::size_t row,
                                   std::size_t column) noexcept {
  const bool by_rows = layout == ext::oneapi::experimental::matrix::layout::row_major;
  return by_rows ? row * stride + column : column * stride + row;
}

} // namespace detail

namespace ext::oneapi::experimental::matrix {

// The nearest number with 10 bits of fraction, halves away from zero, as GPUs round.
inline float round_to_tf32(const float &elem) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, elem);
  const bool is_finite = (bits & 0x7f800000u) != 0x7f800000u;
  return is_finite ? __builtin_bit_cast(float, (bits + 0x1000u) & 0xffffe000u) : elem;
}

template <typename Group, typename T, std::size_t Rows, std::size_t Cols, use Use, layout Layout,
          typename Tv>
void joint_matrix_fill(Group sg, joint_matrix<Group, T, Use, Rows, Cols, Layout> &res, Tv v) {
  const auto value = static_cast<sycl::detail::matrix_element_t<T>>(v);
  sycl::detail::matrix_access::each(
      sg, res, [&](auto &element, std::size_t, std::size_t) { element = value; });
}

template <typename Group, typename T1, typename T2, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated IsDecorated>
void joint_matrix_load(
    Group sg, joint_matrix<Group, T1, use::accumulator, Rows, Cols, layout::dynamic> &res,
    multi_ptr<T2, Space, IsDecorated> src, std::size_t stride, layout Layout) {
  static_assert(
      std::is_same_v<sycl::detail::matrix_element_t<T1>, std::remove_const_t<T2>>,
      "joint_matrix_load: memory and matrix must have elements of one type");
  const T2 *const from = src.get_raw();
  sycl::detail::matrix_access::each(
      sg, res, [&](auto &element, std::size_t row, std::size_t column) {
        element = from[sycl::detail::matrix_place(Layout, stride, row, column)];
      });
}

template <typename Group, typename T1, typename T2, std::size_t Rows, std::size_t Cols, use Use,
          layout Layout, access::address_space Space, access::decorated IsDecorated,
          std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_load(Group sg, joint_matrix<Group, T1, Use, Rows, Cols, Layout> &res,
                       multi_ptr<T2, Space, IsDecorated> src, std::size_t stride) {
  static_assert(
      std::is_same_v<sycl::detail::matrix_element_t<T1>, std::remove_const_t<T2>>,
      "joint_matrix_load: memory and matrix must have elements of one type");
  const T2 *const from = src.get_raw();
  sycl::detail::matrix_access::each(
      sg, res, [&](auto &element, std::size_t row, std::size_t column) {
        element = from[sycl::detail::matrix_place(Layout, stride, row, column)];
      });
}

template <typename Group, typename T1, typename T2, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated IsDecorated>
void joint_matrix_store(
    Group sg, const joint_matrix<Group, T1, use::accumulator, Rows, Cols, layout::dynamic> &res,
    multi_ptr<T2, Space, IsDecorated> dest, std::size_t stride, layout Layout) {
  static_assert(std::is_same_v<T1, T2>,
                "joint_matrix_store: memory and matrix must have elements of one type");
  T2 *const to = dest.get_raw();
  sycl::detail::matrix_access::each(
      sg, res, [&](const auto &element, std::size_t row, std::size_t column) {
        to[sycl::detail::matrix_place(Layout, stride, row, column)] = element;
      });
}

// D = A * B + C, in the type of C. D may be C.
template <typename Group, typename Ta, typename Tb, typename Tc, typename Td, std::size_t M,
          std::size_t K, std::size_t N, layout LayoutA, layout LayoutB>
void joint_matrix_mad(Group sg,
                      joint_matrix<Group, Td, use::accumulator, M, N, layout::dynamic> &D,
                      const joint_matrix<Group, Ta, use::a, M, K, LayoutA> &A,
                      const joint_matrix<Group, Tb, use::b, K, N, LayoutB> &B,
                      const joint_matrix<Group, Tc, use::accumulator, M, N, layout::dynamic> &C) {
  using access = sycl::detail::matrix_access;
  const auto &a = access::elements(A);
  const auto &b = access::elements(B);
  const auto &c = access::elements(C);
  auto &d = access::elements(D);
  const std::size_t first = sg.get_local_linear_id(), step = sg.get_local_linear_range();
  for (std::size_t place = 0; place < access::most_columns(use::b, N); ++place) {
    if (first + place * step >= N)
      continue;
    for (std::size_t row = 0; row < M; ++row) {
      Tc sum = c[row][place];
      for (std::size_t k = 0; k < K; ++k)
        sum += static_cast<Tc>(a[row][k]) * static_cast<Tc>(b[k][place]);
      d[row][place] = static_cast<Td>(sum);
    }
  }
}

// All work-items hold A: there the function is called by each of them for all elements.
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout,
          typename F>
void joint_matrix_apply(Group sg, joint_matrix<Group, T, Use, Rows, Cols, Layout> &jm,
                        F &&lambda) {
  sycl::detail::matrix_access::each(
      sg, jm, [&](auto &element, std::size_t row, std::size_t column) {
        if constexpr (std::is_invocable_v<F &, decltype(element)>)
          lambda(element);
        else
          lambda(element, row, column);
      });
}

// The function gets elements of the same place in both.
template <typename Group, typename T0, typename T1, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout, typename F>
void joint_matrix_apply(Group sg, joint_matrix<Group, T0, Use, Rows, Cols, Layout> &jm0,
                        joint_matrix<Group, T1, Use, Rows, Cols, Layout> &jm1, F &&lambda) {
  auto &others = sycl::detail::matrix_access::elements(jm1);
  const std::size_t step = Use == use::a ? 1 : sg.get_local_linear_range();
  sycl::detail::matrix_access::each(
      sg, jm0, [&](auto &element, std::size_t row, std::size_t column) {
        lambda(element, others[row][column / step]);
      });
}

template <typename Group, typename T1, typename T2, std::size_t Rows, std::size_t Cols, use Use1,
          use Use2, layout Layout1, layout Layout2>
void joint_matrix_copy(Group sg, joint_matrix<Group, T1, Use1, Rows, Cols, Layout1> &src,
                       joint_matrix<Group, T2, Use2, Rows, Cols, Layout2> &dst) {
  using Element = sycl::detail::matrix_element_t<T2>;
  auto &from = sycl::detail::matrix_access::elements(src);
  if constexpr (Use1 != use::a && Use2 == use::a) {
    // All work-items get what one of them holds, so all of them have to come here for each element.
    auto &to = sycl::detail::matrix_access::elements(dst);
    const std::size_t step = sg.get_local_linear_range();
    for (std::size_t row = 0; row < Rows; ++row)
      for (std::size_t column = 0; column < Cols; ++column)
        to[row][column] = static_cast<Element>(
            select_from_group(sg, from[row][column / step], column % step));
  } else {
    const std::size_t step = Use1 == use::a ? 1 : sg.get_local_linear_range();
    sycl::detail::matrix_access::each(
        sg, dst, [&](auto &element, std::size_t row, std::size_t column) {
          element = static_cast<Element>(from[row][column / step]);
        });
  }
}

} // namespace ext::oneapi::experimental::matrix
} // namespace sycl
