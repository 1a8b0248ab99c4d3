// The extension sycl_ext_oneapi_matrix: a matrix that is distributed over the work-items of a
// sub-group.
//
// Each work-item has columns of B and of the accumulator, starting with its own number in steps of
// the sub-group's size, and all of A. So a product needs no exchange: a work-item multiplies A,
// which is the same for all of them, by its columns. On processors work-items are vector lanes,
// rows of B are vectors, and elements of A are broadcast.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major = 0, col_major = 1, dynamic = 3 };

namespace precision {
class tf32;
} // namespace precision

template <typename Group, typename ElementT, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout = layout::dynamic>
class joint_matrix;

} // namespace ext::oneapi::experimental::matrix

namespace detail {

// The storage of an element: tf32 is stored as float.
template <typename ElementT> struct matrix_element { using type = ElementT; };
template <> struct matrix_element<ext::oneapi::experimental::matrix::precision::tf32> {
  using type = float;
};
template <typename ElementT> using matrix_element_t = typename matrix_element<ElementT>::type;

// Access to the elements of a matrix.
struct matrix_access {
  using use = ext::oneapi::experimental::matrix::use;

  // The smallest sub-group size.
  static constexpr std::size_t smallest_sub_group = 4;

  // The largest number of columns in a work-item.
  static constexpr std::size_t most_columns(use role, std::size_t columns) {
    return role == use::a ? columns : (columns + smallest_sub_group - 1) / smallest_sub_group;
  }

  template <typename MatrixT> static auto &elements(MatrixT &matrix) { return matrix.elements_; }

  // Calls the function for each element of this work-item, with its row and column.
  template <typename GroupT, typename MatrixT, typename FunctionT>
  SCYTHE_ALWAYS_INLINE static void each(const GroupT &group, MatrixT &matrix,
                                        const FunctionT &function) {
    using Shape = std::remove_const_t<MatrixT>;
    const bool has_all = Shape::role == use::a;
    const std::size_t first = has_all ? 0 : group.get_local_linear_id();
    const std::size_t step = has_all ? 1 : group.get_local_linear_range();
    for (std::size_t place = 0; place < Shape::held; ++place) {
      const std::size_t column = first + place * step;
      if (column < Shape::columns)
        for (std::size_t row = 0; row < Shape::rows; ++row)
          function(matrix.elements_[row][place], row, column);
    }
  }
};

} // namespace detail

namespace ext::oneapi::experimental::matrix {

template <typename Group, typename ElementT, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
class joint_matrix {
  static_assert(std::is_same_v<Group, sub_group>, "joint_matrix: the group must be a sub_group");
  static_assert(Rows > 0 && Cols > 0, "joint_matrix: a matrix must have at least one row and one column");
  static_assert((Use == use::accumulator) == (Layout == layout::dynamic),
                "joint_matrix: A and B must have a layout, and that of an accumulator must be dynamic");

public:
  joint_matrix() = default;
  joint_matrix(const joint_matrix &) = delete;
  joint_matrix &operator=(const joint_matrix &) = delete;

private:
  friend sycl::detail::matrix_access;

  static constexpr use role = Use;
  static constexpr std::size_t rows = Rows;
  static constexpr std::size_t columns = Cols;
  static constexpr std::size_t held = sycl::detail::matrix_access::most_columns(Use, Cols);

  sycl::detail::matrix_element_t<ElementT> elements_[Rows][held];
};

} // namespace ext::oneapi::experimental::matrix
} // namespace sycl
