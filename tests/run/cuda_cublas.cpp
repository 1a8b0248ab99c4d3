//! skip_device = { cpu = "calls a library of CUDA", opencl = "calls a library of CUDA" }
// Host tasks call cuBLAS (SYCL 2020 §4.10.2): on memory of buffers and of USM, in the stream of an in-order queue and
// in that of another, between kernels that write its input and read its output. The library is loaded at run time, so
// neither it nor CUDA's headers are needed to compile this.
#include "check.hpp"

#include <sycl/backend/cuda.hpp>

#include <dlfcn.h>

#include <string>
#include <vector>

namespace {

constexpr sycl::backend cuda = sycl::backend::ext_oneapi_cuda;

// Sizes of matrices in columns: c (m by n) = alpha a (m by k) b (k by n) + beta c. None divides another.
constexpr int m = 67, n = 45, k = 129;

void *open_library(const char *name) {
  for (const char *version : {".13", ".12", ".11", ""})
    for (const char *folder : {"", "/usr/local/cuda/lib64/"})
      if (void *library = dlopen((folder + std::string(name) + ".so" + version).c_str(), RTLD_NOW))
        return library;
  return nullptr;
}

template <typename... Arguments>
void call(void *library, const char *name, Arguments... arguments) {
  auto *const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
  CHECK(function != nullptr);
  if (function)
    CHECK_EQ(function(arguments...), 0);
}

/// cuBLAS, for one stream.
class Blas {
public:
  Blas(void *library, CUstream stream) : library(library) {
    call(library, "cublasCreate_v2", &handle);
    call(library, "cublasSetStream_v2", handle, stream);
  }
  Blas(const Blas &) = delete;
  ~Blas() { call(library, "cublasDestroy_v2", handle); }

  void gemm(float alpha, CUdeviceptr a, CUdeviceptr b, float beta, CUdeviceptr c) const {
    gemm_as("cublasSgemm_v2", alpha, a, b, beta, c);
  }
  void gemm(double alpha, CUdeviceptr a, CUdeviceptr b, double beta, CUdeviceptr c) const {
    gemm_as("cublasDgemm_v2", alpha, a, b, beta, c);
  }

private:
  template <typename T>
  void gemm_as(const char *name, T alpha, CUdeviceptr a, CUdeviceptr b, T beta, CUdeviceptr c) const {
    const auto pointer = [](CUdeviceptr address) { return reinterpret_cast<T *>(address); };
    const int as_they_are = 0;
    call(library, name, handle, as_they_are, as_they_are, m, n, k, &alpha, pointer(a), m, pointer(b), k,
         &beta, pointer(c), m);
  }

  void *library;
  void *handle = nullptr;
};

// Small integers, so that all sums are exact in any order.
template <typename T> T in_a(std::size_t i) { return T(int(i * 7 % 11) - 5); }
template <typename T> T in_b(std::size_t i) { return T(int(i * 5 % 13) - 6); }
template <typename T> T in_c(std::size_t i) { return T(int(i % 3)); }

// 2 a b + 3 c + 1
template <typename T> std::vector<T> expected() {
  std::vector<T> c(m * n);
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row) {
      T sum = 0;
      for (int i = 0; i < k; ++i)
        sum += in_a<T>(i * m + row) * in_b<T>(column * k + i);
      T &element = c[column * m + row];
      element = 2 * sum + 3 * in_c<T>(column * m + row) + 1;
    }
  return c;
}

template <typename T, typename A, typename B, typename C> void fill(sycl::handler &h, A a, B b, C c) {
  h.parallel_for(sycl::range<1>(m * k + k * n + m * n), [=](sycl::id<1> id) {
    const std::size_t i = id[0];
    if (i < m * k)
      a[i] = in_a<T>(i);
    else if (i < m * k + k * n)
      b[i - m * k] = in_b<T>(i - m * k);
    else
      c[i - m * k - k * n] = in_c<T>(i - m * k - k * n);
  });
}

// Work that a host task enqueues in the stream of an in-order queue is ordered with the queue's commands; for other
// queues, the host task waits until it is complete.
void end(const sycl::queue &q, void *driver, CUstream stream) {
  if (!q.is_in_order())
    call(driver, "cuStreamSynchronize", stream);
}

template <typename T> void with_buffers(sycl::queue q, void *library, void *driver) {
  sycl::buffer<T> a{sycl::range<1>(m * k)}, b{sycl::range<1>(k * n)}, c{sycl::range<1>(m * n)};
  q.submit([&](sycl::handler &h) {
    fill<T>(h, sycl::accessor(a, h, sycl::write_only, sycl::no_init),
            sycl::accessor(b, h, sycl::write_only, sycl::no_init),
            sycl::accessor(c, h, sycl::write_only, sycl::no_init));
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor from_a(a, h, sycl::read_only), from_b(b, h, sycl::read_only);
    sycl::accessor to(c, h);
    h.host_task([=](sycl::interop_handle handle) {
      call(driver, "cuCtxSetCurrent", handle.get_native_context<cuda>());
      const CUstream stream = handle.get_native_queue<cuda>();
      const Blas blas(library, stream);
      blas.gemm(T(2), handle.get_native_mem<cuda>(from_a), handle.get_native_mem<cuda>(from_b), T(3),
                handle.get_native_mem<cuda>(to));
      end(q, driver, stream);
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor values(c, h);
    h.parallel_for(sycl::range<1>(m * n), [=](sycl::id<1> i) { values[i] += 1; });
  });
  const std::vector<T> want = expected<T>();
  const sycl::host_accessor found(c, sycl::read_only);
  CHECK_ALL(found, std::size_t(m * n), [&](std::size_t i) { return want[i]; });
}

template <typename T> void with_usm(sycl::queue q, void *library, void *driver) {
  T *const a = sycl::malloc_device<T>(m * k, q), *const b = sycl::malloc_device<T>(k * n, q),
          *const c = sycl::malloc_shared<T>(m * n, q);
  const sycl::event filled = q.submit([&](sycl::handler &h) { fill<T>(h, a, b, c); });
  const sycl::event multiplied = q.submit([&](sycl::handler &h) {
    h.depends_on(filled);
    h.host_task([=](sycl::interop_handle handle) {
      call(driver, "cuCtxSetCurrent", handle.get_native_context<cuda>());
      const CUstream stream = handle.get_native_queue<cuda>();
      const Blas blas(library, stream);
      blas.gemm(T(2), CUdeviceptr(a), CUdeviceptr(b), T(3), CUdeviceptr(c));
      end(q, driver, stream);
    });
  });
  q.parallel_for(sycl::range<1>(m * n), multiplied, [=](sycl::id<1> i) { c[i] += 1; }).wait();
  const std::vector<T> want = expected<T>();
  CHECK_ALL(c, std::size_t(m * n), [&](std::size_t i) { return want[i]; });
  for (T *memory : {a, b, c})
    sycl::free(memory, q);
}

} // namespace

int main() {
  void *const library = open_library("libcublas"), *const driver = open_library("libcuda");
  if (!library) {
    std::puts("skipped: cuBLAS is not installed");
    return 0;
  }
  sycl::queue any, in_order{sycl::property::queue::in_order()};
  for (const sycl::queue &q : {any, in_order}) {
    with_buffers<float>(q, library, driver);
    with_buffers<double>(q, library, driver);
    with_usm<float>(q, library, driver);
    with_usm<double>(q, library, driver);
  }
  return check::result();
}
