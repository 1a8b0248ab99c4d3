// Properties and reference semantics of buffers.
#include "check.hpp"

#include <mutex>
#include <unordered_set>
#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<int> v(32, 1);
  std::mutex mutex;
  {
    buffer<int> b(v.data(), 32,
                  {property::buffer::use_host_ptr(), property::buffer::use_mutex(mutex),
                   property::buffer::context_bound(q.get_context())});
    CHECK(b.has_property<property::buffer::use_host_ptr>());
    CHECK(b.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
    CHECK(b.get_property<property::buffer::context_bound>().get_context() == q.get_context());
    CHECK(!buffer<int>(range(1)).has_property<property::buffer::use_mutex>());
    CHECK_THROWS(errc::invalid, buffer<int>(range(1)).get_property<property::buffer::use_mutex>());
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(32, [=](int i) { a[i] += i; });
    });
    // The host accessor works on the very memory that was given.
    host_accessor access(b);
    CHECK(&access[0] == v.data());
  }
  CHECK_ALL(v, 32, [](std::size_t i) { return int(i) + 1; });

  static_assert(is_property_v<property::buffer::use_host_ptr>);
  static_assert(!is_property_v<int>);
  static_assert(is_property_of_v<property::buffer::use_mutex, buffer<float, 2>>);
  static_assert(!is_property_of_v<property::buffer::use_mutex, queue>);
  static_assert(is_property_of_v<property::queue::in_order, queue>);
  static_assert(is_property_of_v<property::no_init, accessor<int, 2>>);

  buffer<int> a(range(4)), other(range(4));
  buffer<int> copy = a;
  CHECK(copy == a && a != other);
  CHECK(std::hash<buffer<int>>()(copy) == std::hash<buffer<int>>()(a));
  std::unordered_set<buffer<int>> set{a, copy, other};
  CHECK_EQ(set.size(), 2u);
  buffer<int> moved = std::move(copy);
  CHECK(moved == a);
  other = a;
  CHECK(other == a);
  return check::result();
}
