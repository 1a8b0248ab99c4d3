// 3mm: G = (A B) (C D), square matrices of a size that is known when the program runs.
#pragma once

#include "../frame.hpp"

namespace three_mm {

using hostdev::Values;

struct Problem {
  static constexpr const char *name = "3mm";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool quick) : n(quick ? 100 : 400) {}

  std::size_t n;
  Values<float> a = hostdev::random_values(n * n, 1);
  Values<float> b = hostdev::random_values(n * n, 2);
  Values<float> c = hostdev::random_values(n * n, 3);
  Values<float> d = hostdev::random_values(n * n, 4);

  Values<float> reference() const { return product(product(a, b), product(c, d)); }

private:
  Values<float> product(const Values<float> &left, const Values<float> &right) const {
    Values<float> result(n * n);
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t k = 0; k < n; k++)
        for (std::size_t j = 0; j < n; j++)
          result[i * n + j] += left[i * n + k] * right[k * n + j];
    return result;
  }
};

} // namespace three_mm
