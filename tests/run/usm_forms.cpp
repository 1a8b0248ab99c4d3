//! plain_kernels = true

// Every form of USM allocation, deallocation and query.
#include "check.hpp"

#include <cstdint>
#include <vector>

using namespace sycl;

static queue *the_queue;

static void check_memory(void *memory, usm::alloc kind, std::size_t alignment, int line) {
  queue &q = *the_queue;
  const context ctx = q.get_context();
  check::report(memory != nullptr, __FILE__, line, "allocation failed");
  check::report(reinterpret_cast<std::uintptr_t>(memory) % alignment == 0, __FILE__, line,
                "wrong alignment");
  check::report(get_pointer_type(memory, ctx) == kind, __FILE__, line, "wrong pointer type");
  check::report(get_pointer_type(static_cast<char *>(memory) + 63, ctx) == kind, __FILE__, line,
                "wrong type of an interior pointer");
  check::report(get_pointer_device(memory, ctx) == q.get_device(), __FILE__, line,
                "wrong pointer device");
  int *data = static_cast<int *>(memory);
  q.parallel_for(16, [=](int i) { data[i] = i * 3; }).wait();
  int back[16] = {};
  q.memcpy(back, data, sizeof back).wait();
  check::elements(back, 16, [](std::size_t i) { return int(3 * i); }, __FILE__, line, "data");
  if (line % 2)
    sycl::free(memory, q);
  else
    sycl::free(memory, ctx);
  check::report(get_pointer_type(memory, ctx) == usm::alloc::unknown, __FILE__, line,
                "still known after free");
}
#define ALLOCATED(kind, alignment, ...)                                                            \
  check_memory(__VA_ARGS__, usm::alloc::kind, alignment, __LINE__)

int main() {
  queue q;
  the_queue = &q;
  const device dev = q.get_device();
  const context ctx = q.get_context();
  const property_list none{};
  constexpr std::size_t natural = alignof(std::max_align_t);

  ALLOCATED(device, natural, malloc_device(64, q));
  ALLOCATED(device, natural, malloc_device(64, q, none));
  ALLOCATED(device, natural, malloc_device(64, dev, ctx));
  ALLOCATED(device, natural, malloc_device(64, dev, ctx, none));
  ALLOCATED(device, 4, malloc_device<int>(16, q));
  ALLOCATED(device, 4, malloc_device<int>(16, dev, ctx, none));
  ALLOCATED(device, 128, aligned_alloc_device(128, 64, q));
  ALLOCATED(device, 128, aligned_alloc_device(128, 64, dev, ctx, none));
  ALLOCATED(device, 64, aligned_alloc_device<int>(64, 16, q, none));
  ALLOCATED(device, 64, aligned_alloc_device<int>(64, 16, dev, ctx));

  ALLOCATED(shared, natural, malloc_shared(64, q));
  ALLOCATED(shared, natural, malloc_shared(64, dev, ctx, none));
  ALLOCATED(shared, 4, malloc_shared<int>(16, q, none));
  ALLOCATED(shared, 4, malloc_shared<int>(16, dev, ctx));
  ALLOCATED(shared, 4096, aligned_alloc_shared(4096, 64, q));
  ALLOCATED(shared, 256, aligned_alloc_shared(256, 64, dev, ctx, none));
  ALLOCATED(shared, 4, aligned_alloc_shared<int>(1, 16, q));
  ALLOCATED(shared, 512, aligned_alloc_shared<int>(512, 16, dev, ctx, none));

  ALLOCATED(host, natural, malloc_host(64, q));
  ALLOCATED(host, natural, malloc_host(64, ctx, none));
  ALLOCATED(host, 4, malloc_host<int>(16, q, none));
  ALLOCATED(host, 4, malloc_host<int>(16, ctx));
  ALLOCATED(host, 64, aligned_alloc_host(64, 64, q));
  ALLOCATED(host, 64, aligned_alloc_host(64, 64, ctx, none));
  ALLOCATED(host, 64, aligned_alloc_host<int>(64, 16, q));
  ALLOCATED(host, 64, aligned_alloc_host<int>(64, 16, ctx, none));

  ALLOCATED(device, natural, sycl::malloc(64, q, usm::alloc::device));
  ALLOCATED(shared, natural, sycl::malloc(64, dev, ctx, usm::alloc::shared, none));
  ALLOCATED(host, 4, sycl::malloc<int>(16, q, usm::alloc::host, none));
  ALLOCATED(host, 4, sycl::malloc<int>(16, dev, ctx, usm::alloc::host));
  ALLOCATED(device, 64, sycl::aligned_alloc(64, 64, q, usm::alloc::device, none));
  ALLOCATED(shared, 64, sycl::aligned_alloc(64, 64, dev, ctx, usm::alloc::shared));
  ALLOCATED(host, 64, sycl::aligned_alloc<int>(64, 16, q, usm::alloc::host));
  ALLOCATED(shared, 64, sycl::aligned_alloc<int>(64, 16, dev, ctx, usm::alloc::shared, none));

  struct alignas(128) wide { int v[32]; };
  ALLOCATED(shared, 128, malloc_shared<wide>(1, q));

  // Contexts are distinguished.
  const context other(dev);
  int *p = malloc_shared<int>(4, dev, other);
  CHECK(get_pointer_type(p, other) == usm::alloc::shared);
  CHECK(get_pointer_type(p, ctx) == usm::alloc::unknown);
  CHECK_THROWS(errc::invalid, get_pointer_device(p, ctx));
  free(p, other);

  int local = 0;
  CHECK(get_pointer_type(&local, ctx) == usm::alloc::unknown);
  CHECK(get_pointer_type(nullptr, ctx) == usm::alloc::unknown);
  CHECK_THROWS(errc::invalid, get_pointer_device(&local, ctx));
  free(nullptr, q);
  free(nullptr, ctx);

  // Requests that cannot be met return null pointers.
  CHECK(malloc_shared<char>(std::size_t(1) << 60, q) == nullptr);
  CHECK(malloc_device<long>(SIZE_MAX / 2, q) == nullptr);
  CHECK(aligned_alloc_shared(3, 64, q) == nullptr);
  CHECK(aligned_alloc_host<int>(24, 4, ctx) == nullptr);
  return check::result();
}
