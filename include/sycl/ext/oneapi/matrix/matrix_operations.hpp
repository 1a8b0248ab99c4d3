// The extension sycl_ext_oneapi_matrix: operations of sub-groups on matrices.
#pragma once

#include <sycl/ext/oneapi/matrix/joint_matrix.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

namespace detail {

// The position of an element in memory.
constexpr std::size_t matrix_place(ext::oneapi::experimental::matrix::layout layout,
                                   std::size_t stride, std::size_t row,
                                   std::size_t column) noexcept {
  const bool by_rows = layout == ext::oneapi::experimental::matrix::layout::row_major;
  return by_rows ? row * stride + column : column * stride + row;
}

} // namespace detail

namespace ext::oneapi::experimental::matrix {

// The nearest number with 10 bits of fraction, halves away from zero, as on GPUs.
inline float round_to_tf32(const float &elem) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, elem);
  const bool is_finite = (bits & 0x7f800000u) != 0x7f800000u;
  return is_finite ? __builtin_bit_cast(float, (bits + 0x1000u) & 0xffffe000u) : elem;
}

template <typename Group, typename ElementT, std::size_t Rows, std::size_t Cols, use Use, layout Layout,
          typename FillT>
void joint_matrix_fill(Group own_group, joint_matrix<Group, ElementT, Use, Rows, Cols, Layout> &res, FillT filled) {
  const auto value = static_cast<sycl::detail::matrix_element_t<ElementT>>(filled);
  sycl::detail::matrix_access::each(
      own_group, res, [&](auto &element, std::size_t, std::size_t) { element = value; });
}

template <typename Group, typename FirstT, typename SecondT, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated IsDecorated>
void joint_matrix_load(
    Group own_group, joint_matrix<Group, FirstT, use::accumulator, Rows, Cols, layout::dynamic> &res,
    multi_ptr<SecondT, Space, IsDecorated> src, std::size_t stride, layout Layout) {
  static_assert(
      std::is_same_v<sycl::detail::matrix_element_t<FirstT>, std::remove_const_t<SecondT>>,
      "joint_matrix_load: memory and matrix must have elements of one type");
  const SecondT *const from = src.get_raw();
  sycl::detail::matrix_access::each(
      own_group, res, [&](auto &element, std::size_t row, std::size_t column) {
        element = from[sycl::detail::matrix_place(Layout, stride, row, column)];
      });
}

template <typename Group, typename FirstT, typename SecondT, std::size_t Rows, std::size_t Cols, use Use,
          layout Layout, access::address_space Space, access::decorated IsDecorated,
          std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_load(Group own_group, joint_matrix<Group, FirstT, Use, Rows, Cols, Layout> &res,
                       multi_ptr<SecondT, Space, IsDecorated> src, std::size_t stride) {
  static_assert(
      std::is_same_v<sycl::detail::matrix_element_t<FirstT>, std::remove_const_t<SecondT>>,
      "joint_matrix_load: memory and matrix must have elements of one type");
  const SecondT *const from = src.get_raw();
  sycl::detail::matrix_access::each(
      own_group, res, [&](auto &element, std::size_t row, std::size_t column) {
        element = from[sycl::detail::matrix_place(Layout, stride, row, column)];
      });
}

template <typename Group, typename FirstT, typename SecondT, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated IsDecorated>
void joint_matrix_store(
    Group own_group, const joint_matrix<Group, FirstT, use::accumulator, Rows, Cols, layout::dynamic> &res,
    multi_ptr<SecondT, Space, IsDecorated> dest, std::size_t stride, layout Layout) {
  static_assert(std::is_same_v<FirstT, SecondT>,
                "joint_matrix_store: memory and matrix must have elements of one type");
  SecondT *const target_matrix = dest.get_raw();
  sycl::detail::matrix_access::each(
      own_group, res, [&](const auto &element, std::size_t row, std::size_t column) {
        target_matrix[sycl::detail::matrix_place(Layout, stride, row, column)] = element;
      });
}

// D = A * B + C, in the type of C. D may be C.
template <typename Group, typename LeftT, typename RightT, typename SumT, typename ResultT, std::size_t RowCount,
          std::size_t InnerCount, std::size_t ColumnCount, layout LayoutA, layout LayoutB>
void joint_matrix_mad(Group own_group,
                      joint_matrix<Group, ResultT, use::accumulator, RowCount, ColumnCount, layout::dynamic> &ResultMatrix,
                      const joint_matrix<Group, LeftT, use::a, RowCount, InnerCount, LayoutA> &LeftMatrix,
                      const joint_matrix<Group, RightT, use::b, InnerCount, ColumnCount, LayoutB> &RightMatrix,
                      const joint_matrix<Group, SumT, use::accumulator, RowCount, ColumnCount, layout::dynamic> &SumMatrix) {
  using access = sycl::detail::matrix_access;
  const auto &a = access::elements(LeftMatrix);
  const auto &b = access::elements(RightMatrix);
  const auto &sum_value = access::elements(SumMatrix);
  auto &result_value = access::elements(ResultMatrix);
  const std::size_t first = own_group.get_local_linear_id(), step = own_group.get_local_linear_range();
  for (std::size_t place = 0; place < access::most_columns(use::b, ColumnCount); ++place) {
    if (first + place * step >= ColumnCount)
      continue;
    for (std::size_t row = 0; row < RowCount; ++row) {
      SumT sum = sum_value[row][place];
      for (std::size_t inner_index = 0; inner_index < InnerCount; ++inner_index)
        sum += static_cast<SumT>(a[row][inner_index]) * static_cast<SumT>(b[inner_index][place]);
      result_value[row][place] = static_cast<ResultT>(sum);
    }
  }
}

// All work-items have A: there, each of them calls the function for all elements.
template <typename Group, typename ElementT, use Use, std::size_t Rows, std::size_t Cols, layout Layout,
          typename Function>
void joint_matrix_apply(Group own_group, joint_matrix<Group, ElementT, Use, Rows, Cols, Layout> &changed_matrix,
                        Function &&lambda) {
  sycl::detail::matrix_access::each(
      own_group, changed_matrix, [&](auto &element, std::size_t row, std::size_t column) {
        if constexpr (std::is_invocable_v<Function &, decltype(element)>)
          lambda(element);
        else
          lambda(element, row, column);
      });
}

// The function gets corresponding elements of both.
template <typename Group, typename ZerothT, typename FirstT, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout, typename Function>
void joint_matrix_apply(Group own_group, joint_matrix<Group, ZerothT, Use, Rows, Cols, Layout> &jm0,
                        joint_matrix<Group, FirstT, Use, Rows, Cols, Layout> &jm1, Function &&lambda) {
  auto &others = sycl::detail::matrix_access::elements(jm1);
  const std::size_t step = Use == use::a ? 1 : own_group.get_local_linear_range();
  sycl::detail::matrix_access::each(
      own_group, jm0, [&](auto &element, std::size_t row, std::size_t column) {
        lambda(element, others[row][column / step]);
      });
}

template <typename Group, typename FirstT, typename SecondT, std::size_t Rows, std::size_t Cols, use Use1,
          use Use2, layout Layout1, layout Layout2>
void joint_matrix_copy(Group own_group, joint_matrix<Group, FirstT, Use1, Rows, Cols, Layout1> &src,
                       joint_matrix<Group, SecondT, Use2, Rows, Cols, Layout2> &dst) {
  using Element = sycl::detail::matrix_element_t<SecondT>;
  auto &from = sycl::detail::matrix_access::elements(src);
  if constexpr (Use1 != use::a && Use2 == use::a) {
    // All work-items get an element of one of them, so all have to call this for each element.
    auto &target_matrix = sycl::detail::matrix_access::elements(dst);
    const std::size_t step = own_group.get_local_linear_range();
    for (std::size_t row = 0; row < Rows; ++row)
      for (std::size_t column = 0; column < Cols; ++column)
        target_matrix[row][column] = static_cast<Element>(
            select_from_group(own_group, from[row][column / step], column % step));
  } else {
    const std::size_t step = Use1 == use::a ? 1 : own_group.get_local_linear_range();
    sycl::detail::matrix_access::each(
        own_group, dst, [&](auto &element, std::size_t row, std::size_t column) {
          element = static_cast<Element>(from[row][column / step]);
        });
  }
}

} // namespace ext::oneapi::experimental::matrix
} // namespace sycl
