// Conversions between CUDA's objects and SYCL's (SYCL 2020 §4.5.1). On other devices every request is an error. The
// program has no kernels, so it also runs on drivers that only copy.
#include "check.hpp"

#include <sycl/backend/cuda.hpp>

#include <dlfcn.h>

#include <numeric>
#include <vector>

constexpr sycl::backend cuda = sycl::backend::ext_oneapi_cuda;
constexpr std::size_t n = 1000;

// The driver's functions from the library that the runtime uses, so that nothing has to be linked.
template <typename... Arguments> void call(const char *name, Arguments... arguments) {
  static void *const library = dlopen("libcuda.so.1", RTLD_NOW);
  auto *const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
  CHECK(function != nullptr);
  CHECK_EQ(function(arguments...), 0);
}

std::vector<int> numbers(int first) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

void refused(sycl::queue q) {
  using sycl::errc;
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<cuda>(q));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<cuda>(q.get_device()));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<cuda>(q.get_context()));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::make_queue<cuda>(nullptr, q.get_context()));
  CHECK_THROWS(errc::backend_mismatch,
               (void)(sycl::make_buffer<cuda, int>(CUdeviceptr(0), q.get_context())));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::make_event<cuda>(nullptr, q.get_context()));
}

void devices_and_contexts(sycl::queue q) {
  const CUdevice number = sycl::get_native<cuda>(q.get_device());
  CHECK(sycl::make_device<cuda>(number) == q.get_device());
  const CUcontext context = sycl::get_native<cuda>(q.get_context());
  const sycl::context made = sycl::make_context<cuda>(context);
  CHECK(made.get_devices().front() == q.get_device());
  CHECK_EQ(sycl::get_native<cuda>(made), context);
  const std::vector<CUdevice> all = sycl::get_native<cuda>(q.get_device().get_platform());
  CHECK(!all.empty());
  CHECK(sycl::make_platform<cuda>(all) == q.get_device().get_platform());
  CHECK_THROWS(sycl::errc::invalid, (void)sycl::make_platform<cuda>({}));
}

// Commands of SYCL and of CUDA alternate in one stream, without a wait in between.
void queues(sycl::queue q) {
  call("cuCtxSetCurrent", sycl::get_native<cuda>(q.get_context()));
  CUstream stream = nullptr;
  call("cuStreamCreate", &stream, 1u);
  {
    sycl::queue made = sycl::make_queue<cuda>(stream, q.get_context());
    CHECK(made.is_in_order() && made.get_device() == q.get_device());
    CHECK_EQ(sycl::get_native<cuda>(made), stream);
    int *const first = sycl::malloc_device<int>(n, made), *second = sycl::malloc_device<int>(n, made);
    const std::vector<int> values = numbers(5);
    std::vector<int> result(n);
    made.copy(values.data(), first, n);
    call("cuMemcpyAsync", reinterpret_cast<CUdeviceptr>(second), reinterpret_cast<CUdeviceptr>(first),
         n * sizeof(int), stream);
    made.fill(first, 7, n);
    const sycl::event last = made.copy(second, result.data(), n);
    call("cuStreamSynchronize", stream);
    CHECK(result == values);
    made.copy(first, result.data(), n).wait();
    CHECK(result == std::vector<int>(n, 7));
    // The same stream again, and the default queue.
    CHECK_EQ(sycl::get_native<cuda>(sycl::make_queue<cuda>(stream, q.get_context())), stream);
    sycl::queue on_default = sycl::make_queue<cuda>(nullptr, q.get_context());
    on_default.fill(first, 9, n).wait();
    on_default.copy(first, result.data(), n).wait();
    CHECK(result == std::vector<int>(n, 9));
    // Events go both ways.
    const CUevent event = sycl::get_native<cuda>(made.fill(second, 1, n));
    const sycl::event back = sycl::make_event<cuda>(event, q.get_context());
    q.submit([&](sycl::handler &group) {
       group.depends_on(back);
       group.copy(second, result.data(), n);
     }).wait();
    CHECK(result == std::vector<int>(n, 1));
    call("cuEventDestroy_v2", event);
    sycl::free(first, made);
    sycl::free(second, made);
  }
  call("cuStreamSynchronize", stream);
}

void buffers(sycl::queue q) {
  call("cuCtxSetCurrent", sycl::get_native<cuda>(q.get_context()));
  CUdeviceptr memory = 0;
  call("cuMemAlloc_v2", &memory, n * sizeof(int));
  const std::vector<int> values = numbers(3);
  int *const pointer = reinterpret_cast<int *>(memory);
  q.copy(values.data(), pointer, n).wait();
  {
    auto buffer = sycl::make_buffer<cuda, int>(memory, q.get_context());
    CHECK_EQ(buffer.size(), n);
    CHECK_EQ(sycl::host_accessor(buffer, sycl::read_only)[n - 1], values[n - 1]);
    q.submit([&](sycl::handler &group) {
      sycl::accessor all(buffer, group, sycl::write_only, sycl::no_init);
      group.fill(all, 11);
    });
    // Contents are in the memory when it is requested, and after the buffer has been destroyed.
    CHECK_EQ(sycl::get_native<cuda>(buffer), memory);
    int first = 0;
    q.copy(pointer, &first, 1).wait();
    CHECK_EQ(first, 11);
    sycl::host_accessor(buffer, sycl::read_write)[0] = 12;
  }
  std::vector<int> result(n);
  q.copy(pointer, result.data(), n).wait();
  CHECK_EQ(result[0], 12);
  CHECK_EQ(result[n - 1], 11);
  sycl::buffer<int> other{sycl::range<1>(4)};
  CHECK_EQ(sycl::get_native<cuda>(other), CUdeviceptr(0));
  call("cuMemFree_v2", memory);
  CHECK_THROWS(sycl::errc::invalid,
               (void)(sycl::make_buffer<cuda, int>(CUdeviceptr(16), q.get_context())));
}

// A host task that uses the buffer's memory and the queue's stream.
void host_tasks(sycl::queue q) {
  std::vector<int> values = numbers(1), result(n);
  {
    sycl::buffer<int> from(values), to(result);
    q.submit([&](sycl::handler &group) {
      sycl::accessor source(from, group, sycl::read_only);
      sycl::accessor target(to, group, sycl::write_only, sycl::no_init);
      group.host_task([=](sycl::interop_handle handle) {
        CHECK(handle.get_backend() == cuda);
        CHECK_EQ(handle.get_native_device<cuda>(), sycl::get_native<cuda>(q.get_device()));
        const CUstream stream = handle.get_native_queue<cuda>();
        if (q.is_in_order())
          CHECK_EQ(stream, sycl::get_native<cuda>(q));
        call("cuCtxSetCurrent", handle.get_native_context<cuda>());
        call("cuMemcpyAsync", handle.get_native_mem<cuda>(target), handle.get_native_mem<cuda>(source),
             n * sizeof(int), stream);
        call("cuStreamSynchronize", stream);
      });
    });
  }
  CHECK(result == values);
}

int main() {
  sycl::queue q, in_order{sycl::property::queue::in_order()};
  if (q.get_backend() != cuda) {
    refused(q);
    return check::result();
  }
  devices_and_contexts(q);
  queues(q);
  buffers(q);
  host_tasks(q);
  host_tasks(in_order);
  return check::result();
}
