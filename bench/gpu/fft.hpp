// A Fourier transform in passes of radix 4 after Stockham, with complex numbers in `float2`. The input is a sum of a
// few tones, so that the result is known.
#pragma once

#include "harness.hpp"

#include <complex>

/// Real and imaginary part.
struct Complex {
  float re, im;
};

struct Problem {
  explicit Problem(bool small) : passes(small ? 6 : 12), count(1 << (2 * passes)), in(count) {
    using Number = std::complex<double>;
    for (const Tone &tone : tones) {
      const Number step = std::polar(1.0, 6.283185307179586 * (tone.frequency % count) / count);
      Number value(tone.re, tone.im);
      for (Complex &sample : in) {
        sample.re += float(value.real());
        sample.im += float(value.imag());
        value *= step;
      }
    }
  }

  bench::Row row() const { return {"fft", bench::Unit::bytes, 16.0 * passes * count}; }

  std::string check(const bench::Values<Complex> &out) const {
    bench::Values<Complex> expected(count);
    for (const Tone &tone : tones)
      expected[tone.frequency % count] = {tone.re, tone.im};
    for (int i = 0; i < count; i++)
      for (const auto part : {&Complex::re, &Complex::im}) {
        const std::string reason = bench::agrees(i, out[i].*part / count, expected[i].*part, 1e-5);
        if (!reason.empty())
          return reason;
      }
    return "";
  }

  int passes, count;
  bench::Values<Complex> in;

private:
  struct Tone {
    int frequency;
    float re, im;
  };
  static constexpr Tone tones[] = {{3, 1.0f, 0.5f}, {1000001, -0.25f, 1.0f}, {12345678, 0.5f, -0.75f}};
};
