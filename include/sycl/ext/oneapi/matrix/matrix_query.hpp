// The extension sycl_ext_oneapi_matrix: the matrices that a device supports.
#pragma once

#include <sycl/device.hpp>
#include <sycl/ext/oneapi/matrix/joint_matrix.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sycl::inline _V1::ext::oneapi::experimental {

namespace matrix {

enum class matrix_type {
  bf16, fp16, tf32, fp32, fp64,
  sint8, sint16, sint32, sint64,
  uint8, uint16, uint32, uint64
};

// All sizes up to `max_` are supported; if it is 0, only the size beside it.
struct combination {
  std::size_t max_msize;
  std::size_t max_nsize;
  std::size_t max_ksize;
  std::size_t msize;
  std::size_t nsize;
  std::size_t ksize;
  matrix_type atype;
  matrix_type btype;
  matrix_type ctype;
  matrix_type dtype;
};

} // namespace matrix

namespace info::device {

struct matrix_combinations : sycl::detail::device_descriptor {
  using return_type = std::vector<matrix::combination>;

  // Matrices are in private memory, which is sufficient for these sizes.
  static return_type get(const scythe_device *handle) {
    using matrix::matrix_type;
    constexpr std::size_t most = 64;
    const auto has = [&](aspect asp) {
      return scythe_device_has(handle, static_cast<std::uint32_t>(asp));
    };
    return_type all;
    const auto add = [&](matrix_type factor, matrix_type second, matrix_type sum) {
      all.push_back({most, most, most, 0, 0, 0, factor, second, sum, sum});
    };
    add(matrix_type::bf16, matrix_type::bf16, matrix_type::fp32);
    add(matrix_type::tf32, matrix_type::tf32, matrix_type::fp32);
    add(matrix_type::fp32, matrix_type::fp32, matrix_type::fp32);
    for (const matrix_type first : {matrix_type::sint8, matrix_type::uint8})
      for (const matrix_type second : {matrix_type::sint8, matrix_type::uint8})
        add(first, second, matrix_type::sint32);
    if (has(aspect::fp16)) {
      add(matrix_type::fp16, matrix_type::fp16, matrix_type::fp32);
      add(matrix_type::fp16, matrix_type::fp16, matrix_type::fp16);
    }
    if (has(aspect::fp64))
      add(matrix_type::fp64, matrix_type::fp64, matrix_type::fp64);
    return all;
  }
};

} // namespace info::device
} // namespace sycl::ext::oneapi::experimental
