// The OpenMP side of the stream benchmark: the same loops as plain C++, compiled by plain clang.
#pragma once

#include <cstddef>

namespace omp_stream {

/// Readies the OpenMP threads; call before anything is timed.
void start();

/// Writes every element from the thread that will use it (first touch).
void init(double *a, double *b, double *c, std::size_t n, double va, double vb, double vc);

void copy(const double *a, double *c, std::size_t n);
void mul(double *b, const double *c, double scalar, std::size_t n);
void add(const double *a, const double *b, double *c, std::size_t n);
void triad(double *a, const double *b, const double *c, double scalar, std::size_t n);
double dot(const double *a, const double *b, std::size_t n);

} // namespace omp_stream
