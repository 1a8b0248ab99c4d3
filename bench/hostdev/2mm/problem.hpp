// 2mm: D = alpha A B C + beta D. Sizes are constants.
#pragma once

#include "../frame.hpp"

namespace two_mm {

using hostdev::Values;

constexpr std::size_t ni = 400, nj = 450, nk = 350, nl = 400;

struct Problem {
  static constexpr const char *name = "2mm";
  static constexpr double tolerance = 1e-4;

  explicit Problem(bool) {}

  Values<float> a = hostdev::random_values(ni * nk, 1);
  Values<float> b = hostdev::random_values(nk * nj, 2);
  Values<float> c = hostdev::random_values(nj * nl, 3);
  Values<float> d = hostdev::random_values(ni * nl, 4);

  Values<float> reference() const {
    Values<float> product(ni * nj), result = d;
    for (std::size_t i = 0; i < ni; i++)
      for (std::size_t k = 0; k < nk; k++)
        for (std::size_t j = 0; j < nj; j++)
          product[i * nj + j] += 1.5f * a[i * nk + k] * b[k * nj + j];
    for (float &value : result)
      value *= 0.75f;
    for (std::size_t i = 0; i < ni; i++)
      for (std::size_t k = 0; k < nj; k++)
        for (std::size_t j = 0; j < nl; j++)
          result[i * nl + j] += product[i * nj + k] * c[k * nl + j];
    return result;
  }
};

} // namespace two_mm
