#include "stream_omp.hpp"

#include <omp.h>

namespace omp_stream {

void start() {
  // Idle threads sleep at once: spinning ones would take cores from the side that is timed next.
  kmp_set_blocktime(0);
#pragma omp parallel
  {
  }
}

void init(double *a, double *b, double *c, std::size_t n, double va, double vb, double vc) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++) {
    a[i] = va;
    b[i] = vb;
    c[i] = vc;
  }
}

void copy(const double *a, double *c, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    c[i] = a[i];
}

void mul(double *b, const double *c, double scalar, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    b[i] = scalar * c[i];
}

void add(const double *a, const double *b, double *c, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

void triad(double *a, const double *b, const double *c, double scalar, std::size_t n) {
#pragma omp parallel for
  for (std::size_t i = 0; i < n; i++)
    a[i] = b[i] + scalar * c[i];
}

double dot(const double *a, const double *b, std::size_t n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

} // namespace omp_stream
