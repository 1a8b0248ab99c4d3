// How often each value of a byte occurs. Work-groups count with atomics in local memory and add
// what they counted to the result with atomics.
#pragma once

#include "../harness.hpp"

#include <cstdint>

namespace histogram {

constexpr std::size_t bins = 256;
constexpr std::size_t work_group = 256;
constexpr std::size_t per_item = 64; ///< bytes that a work-item counts

struct Problem {
  static constexpr const char *name = "histogram";
  static constexpr double tolerance = 0;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return double(in.size()); }
  double flops() const { return 0; }

  bench::Values<std::uint8_t> in; ///< a multiple of a work-group's bytes
};

bench::Values<std::uint32_t> reference(const Problem &);
bench::Contender<std::uint32_t> with_sycl(const Problem &);
bench::Contender<std::uint32_t> with_openmp(const Problem &);
bench::Contender<std::uint32_t> with_opencl(const Problem &);

} // namespace histogram
