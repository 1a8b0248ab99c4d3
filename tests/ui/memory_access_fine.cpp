//! flags = "-Rscythe=memory-access"
//! accepted = true
// Efficient accesses, and accesses about which too little is known: no fix is suggested.
#include <sycl/sycl.hpp>

void matrix_product(sycl::queue &q, sycl::buffer<float, 2> &x, sycl::buffer<float, 2> &y, sycl::buffer<float, 2> &z) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a{x, h, sycl::read_only};
    sycl::accessor b{y, h, sycl::read_only};
    sycl::accessor c{z, h, sycl::write_only};
    const size_t n = x.get_range()[1];
    h.parallel_for(z.get_range(), [=](sycl::id<2> i) {
      float sum = 0;
      for (size_t k = 0; k < n; ++k)
        sum += a[i[0]][k] * b[k][i[1]];
      c[i] = sum;
    });
  });
}

void stencil(sycl::queue &q, const float *in, float *out, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
    const size_t i = id;
    const size_t left = i == 0 ? 0 : i - 1;
    const size_t right = i + 1 < n ? i + 1 : n - 1;
    out[i] = in[left] + in[i] + in[right];
  });
}

void windows(sycl::queue &q, const float *in, const float *weights, float *out, size_t n, int width) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
    float sum = 0;
    for (int k = 0; k < width; ++k)
      sum += in[i + k] * weights[k];
    out[i] = sum;
  });
}

void reversed(sycl::queue &q, const int *in, int *out, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i) { out[i] = in[n - 1 - i]; });
}

void gather(sycl::queue &q, const float *in, const int *index, float *out, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { out[i] = in[index[i]]; });
}

void sparse_product(sycl::queue &q, const int *start, const int *column, const float *value, const float *x, float *y, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
    float sum = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  });
}

void rows_of_a_table(sycl::queue &q, const float *table, const int *row, float *out, size_t n) {
  q.parallel_for(sycl::range<2>(n, n), [=](sycl::item<2> i) {
    out[i[0] * n + i[1]] = table[row[i[0]] * n + i[1]];
  });
}

void by_work_groups(sycl::queue &q, const float *in, float *out, size_t n) {
  q.parallel_for(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
    const size_t i = it.get_group(0) * it.get_local_range(0) + it.get_local_id(0);
    out[i] = in[i];
    if (it.get_local_id(0) == 0)
      out[n + it.get_group(0) * 1024] = 0;
  });
}

void grid_stride(sycl::queue &q, float *data, size_t n) {
  q.parallel_for(sycl::range<1>(4096), [=](sycl::item<1> it) {
    for (size_t i = it; i < n; i += it.get_range(0))
      data[i] *= 2;
  });
}

void volume(sycl::queue &q, sycl::buffer<double, 3> &cells) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor cell{cells, h};
    h.parallel_for(cells.get_range(), [=](sycl::id<3> i) { cell[i] += 1; });
  });
}

void rows_by_division(sycl::queue &q, float *data, unsigned width, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
    const size_t row = i / width, col = i % width;
    data[row * width + col] += 1;
  });
}

struct point {
  float x, y, z;
};

void whole_structures(sycl::queue &q, const point *points, float *out, size_t n) {
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
    const point p = points[i];
    out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
  });
}

void tiled_transpose(sycl::queue &q, const float *in, float *out, size_t n) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 2> tile(sycl::range<2>(16, 16), h);
    h.parallel_for(sycl::nd_range<2>({n, n}, {16, 16}), [=](sycl::nd_item<2> it) {
      const size_t y = it.get_local_id(0), x = it.get_local_id(1);
      const size_t top = it.get_group(0) * 16, left = it.get_group(1) * 16;
      tile[y][x] = in[(top + y) * n + left + x];
      sycl::group_barrier(it.get_group());
      out[(left + y) * n + top + x] = tile[x][y];
    });
  });
}
