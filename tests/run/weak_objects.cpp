// References that do not keep what copies of SYCL objects share
// (sycl_ext_oneapi_weak_object).
#include "check.hpp"

#include <map>

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

class nothing;

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
  // The last copy may be another one, and parts of a buffer stay parts.
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
