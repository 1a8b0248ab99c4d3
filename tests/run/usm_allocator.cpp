// usm_allocator with standard containers.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  using shared = usm_allocator<int, usm::alloc::shared>;
  using host64 = usm_allocator<int, usm::alloc::host, 64>;
  {
    std::vector<int, shared> v(100, 1, shared(q));
    for (int i = 0; i < 1000; ++i)
      v.push_back(i);
    CHECK(get_pointer_type(v.data(), q.get_context()) == usm::alloc::shared);
    int *p = v.data();
    q.parallel_for(v.size(), [=](id<1> i) { p[i] += 5; }).wait();
    CHECK_ALL(v, v.size(), [](std::size_t i) { return i < 100 ? 6 : int(i) - 95; });

    std::vector<int, host64> w(17, host64(q.get_context(), q.get_device()));
    CHECK_EQ(reinterpret_cast<std::uintptr_t>(w.data()) % 64, 0u);
    CHECK(get_pointer_type(w.data(), q.get_context()) == usm::alloc::host);
    std::vector<int, shared> copy = v;
    CHECK(copy == v && copy.get_allocator() == v.get_allocator());
  }
  shared a(q), b(q.get_context(), q.get_device());
  CHECK(a == b);
  CHECK(shared(context(q.get_device()), q.get_device()) != a);
  CHECK((a != usm_allocator<int, usm::alloc::shared, 32>(q)));
  usm_allocator<double, usm::alloc::shared> rebound(a);
  double *d = rebound.allocate(8);
  CHECK(d != nullptr);
  rebound.deallocate(d, 8);
  CHECK_THROWS(errc::memory_allocation, a.allocate(std::size_t(1) << 60));
  return check::result();
}
