//! flags = "-Rscythe=memory-access"
//! accepted = true
// Inefficient accesses: each gets the fix that improves it and makes no other access worse.
#include <sycl/sycl.hpp>

void wrong_order(sycl::queue &q, const float *a, const float *b, float *c, size_t n) {
  q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
    const size_t row = i[1], col = i[0];
    float sum = 0;
    for (size_t k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  });
}

void transpose(sycl::queue &q, const float *in, float *out, size_t n) {
  q.parallel_for(sycl::range<2>(n, n), [=](sycl::item<2> i) { out[i[1] * n + i[0]] = in[i[0] * n + i[1]]; });
}

void transpose_of_accessors(sycl::queue &q, sycl::buffer<float, 2> &from, sycl::buffer<float, 2> &to) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{from, h, sycl::read_only};
    sycl::accessor out{to, h, sycl::write_only};
    h.parallel_for(from.get_range(), [=](sycl::item<2> i) { out[sycl::id<2>(i[1], i[0])] = in[i]; });
  });
}

void down_the_columns(sycl::queue &q, float *image) {
  q.parallel_for(sycl::range<2>(512, 1024), [=](sycl::id<2> i) { image[i[1] * 512 + i[0]] *= 2; });
}

void row_sums(sycl::queue &q, const double *matrix, double *sums, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
    double sum = 0;
    for (size_t k = 0; k < n; ++k)
      sum += matrix[i * n + k];
    sums[i] = sum;
  });
}

void product_with_a_transposed_matrix(sycl::queue &q, const float *a, const float *b, float *c, size_t n) {
  q.parallel_for(sycl::nd_range<2>({n, n}, {16, 16}), [=](sycl::nd_item<2> it) {
    const size_t row = it.get_global_id(0), col = it.get_global_id(1);
    float sum = 0;
    for (size_t k = 0; k < n; ++k)
      sum += a[row * n + k] * b[col * n + k];
    c[row * n + col] = sum;
  });
}

struct particle {
  double mass;
  float x, y, z;
  int kind;
};

void one_member(sycl::queue &q, sycl::buffer<particle> &all, float *out) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor particles{all, h, sycl::read_only};
    h.parallel_for(all.get_range(), [=](sycl::id<1> i) { out[i] = particles[i].y; });
  });
}
