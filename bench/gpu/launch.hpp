// What kernels cost that do next to nothing: launches, launches that are waited for, and chains of kernels each of
// which needs the one before it. The same SYCL is measured beside launches by CUDA's runtime and, in the rows with
// `driver`, by the driver.
#pragma once

#include "harness.hpp"

constexpr int length = 2000; ///< kernels of a chain
constexpr int elements = 1024;

/// The row of something that launches so many kernels.
inline bench::Row row(const char *name, int kernels) {
  return {name, bench::Unit::launches, double(kernels)};
}

/// What is wrong with the elements after `chains` chains, each kernel of which adds one to each element.
inline std::string check(const bench::Values<int> &found, int chains) {
  return bench::agrees(found, 0, elements, [&](std::size_t) { return chains * length; });
}
