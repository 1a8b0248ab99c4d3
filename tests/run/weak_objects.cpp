// Weak references to the state that copies of SYCL objects share (sycl_ext_oneapi_weak_object).
#include "check.hpp"

#include <map>
#include <optional>
#include <utility>

using sycl::ext::oneapi::owner_less;
using sycl::ext::oneapi::weak_object;

template <typename Object, typename Make> void expires(Make make) {
  weak_object<Object> empty, watched;
  CHECK(empty.expired() && !empty.try_lock());
  CHECK_THROWS(sycl::errc::invalid, (void)empty.lock());
  {
    const Object object = make();
    watched = object;
    const weak_object<Object> copy(watched);
    CHECK(!watched.expired() && watched.lock() == object && *copy.try_lock() == object);
    CHECK(!watched.owner_before(copy) && !copy.owner_before(watched));
    CHECK(!watched.owner_before(object) && !object.ext_oneapi_owner_before(watched));
    CHECK(empty.owner_before(watched) && owner_less<Object>()(empty, object));
    const Object other = make();
    CHECK(watched.owner_before(other) != weak_object<Object>(other).owner_before(watched));
    CHECK(object.ext_oneapi_owner_before(other) != other.ext_oneapi_owner_before(object));
    std::map<weak_object<Object>, int, owner_less<Object>> numbers;
    numbers[object] = 1;
    numbers[other] = 2;
    CHECK_EQ(numbers[copy], 1);
    empty.swap(watched);
    CHECK(watched.expired() && !empty.expired());
    empty.swap(watched);
  }
  CHECK(watched.expired() && !watched.try_lock());
  CHECK_THROWS(sycl::errc::invalid, (void)watched.lock());
  watched.reset();
  CHECK(watched.expired());
}

// Accessors of command groups, local accessors and streams, which share nothing with their
// copies.
template <typename Object> void is_held(const Object &object, const Object &other) {
  weak_object<Object> empty, watched(object);
  CHECK(empty.expired() && !watched.expired());
  CHECK(watched.lock() == object && *watched.try_lock() == object);
  CHECK(!object.ext_oneapi_owner_before(watched) && !watched.owner_before(object));
  CHECK(object.ext_oneapi_owner_before(other) != other.ext_oneapi_owner_before(object));
  CHECK(owner_less<Object>()(object, other) != owner_less<Object>()(other, object));
  CHECK(empty.owner_before(watched) && !watched.owner_before(empty));
  watched.reset();
  CHECK(watched.expired());
  CHECK_THROWS(sycl::errc::invalid, (void)watched.lock());
}

class nothing;
class named;

int main() {
  sycl::queue q;
  expires<sycl::queue>([] { return sycl::queue(); });
  expires<sycl::context>([] { return sycl::context(); });
  expires<sycl::buffer<int>>([] { return sycl::buffer<int>(5); });
  expires<sycl::buffer<float, 2>>([] { return sycl::buffer<float, 2>({3, 4}); });
  using executable = sycl::kernel_bundle<sycl::bundle_state::executable>;
  const auto bundle = [&] {
    return sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  };
  expires<executable>(bundle);
  expires<sycl::kernel>([&] { return bundle().get_kernel<nothing>(); });
  q.single_task<nothing>([] {}).wait();
  expires<sycl::event>([&] {
    sycl::event done = q.single_task([] {});
    q.wait();
    return done;
  });
  sycl::buffer<int> numbers(8), others(8);
  sycl::buffer<float, 2> table({3, 4});
  expires<sycl::host_accessor<int, 1, sycl::access_mode::read>>([&, first = true]() mutable {
    return std::exchange(first, false) ? sycl::host_accessor(numbers, sycl::read_only)
                                       : sycl::host_accessor(others, sycl::read_only);
  });
  using old = sycl::accessor<float, 2, sycl::access_mode::read, sycl::target::host_buffer>;
  expires<old>([&] { return old(table); });
  // The buffer is free again although there is a weak reference to the accessor.
  auto writer = std::make_optional<sycl::host_accessor<int>>(numbers);
  const weak_object<sycl::host_accessor<int>> watched(*writer);
  (*watched.try_lock())[3] = 5;
  CHECK_EQ((*writer)[3], 5);
  writer.reset();
  q.submit([&](sycl::handler &h) {
     const sycl::accessor all(numbers, h);
     const sycl::accessor some(numbers, h, sycl::range<1>(4), sycl::id<1>(2));
     is_held(all, some);
     is_held(sycl::accessor(table, h), sycl::accessor(table, h, {2, 4}));
     is_held(sycl::local_accessor<int, 2>({2, 2}, h), sycl::local_accessor<int, 2>({2, 2}, h));
     using old_local = sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::local>;
     is_held(old_local({4}, h), old_local({4}, h));
     is_held(sycl::stream(64, 16, h), sycl::stream(64, 16, h));
     const auto locked = weak_object<std::remove_const_t<decltype(all)>>(all).lock();
     h.parallel_for<named>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
       locked[it.get_global_id()] += 1;
     });
   }).wait();
  CHECK_EQ(sycl::host_accessor(numbers)[3], 6);
  is_held(sycl::get_kernel_id<nothing>(), sycl::get_kernel_id<named>());
  // The last copy may be another object, and parts of a buffer stay parts.
  sycl::buffer<int> whole(128);
  const sycl::buffer<int> part(whole, sycl::id<1>(64), sycl::range<1>(32));
  const weak_object<sycl::buffer<int>> weak(part);
  CHECK(weak.lock() == part && weak.lock().is_sub_buffer() && weak.lock().size() == 32);
  const weak_object<sycl::device> device(q.get_device());
  CHECK(!device.expired() && device.lock() == q.get_device());
  CHECK(weak_object<sycl::platform>(q.get_device().get_platform()).lock() ==
        q.get_device().get_platform());
  return check::result();
}
