// Kernels that need aspects of their device (SYCL 2020 §5.8.1): launches elsewhere
// are errors, and programs can ask before (§4.11.12).
#include "check.hpp"

using namespace sycl;

namespace {

template <aspect Needed> struct decorated {
  int *out;
  [[sycl::device_has(Needed)]] void operator()() const { ++*out; }
  [[sycl::device_has(Needed)]] void operator()(item<1>) const { ++*out; }
};

struct needs_nothing {
  int *out;
  [[sycl::device_has()]] void operator()() const { ++*out; }
};

// On a function that is no kernel it only tells what the function uses.
[[sycl::device_has(aspect::fp64)]] int rounded(double x) { return int(x + 0.5); }

template <aspect Needed> void check_aspect(queue &q, int *out) {
  const device dev = q.get_device();
  const bool there = dev.has(Needed);
  CHECK_EQ(is_compatible<decorated<Needed>>(dev), there);
  const auto bundle = get_kernel_bundle<bundle_state::executable>(q.get_context(), {dev});
  CHECK_EQ(bundle.has_kernel(get_kernel_id<decorated<Needed>>()), there);
  *out = 0;
  const auto by_object = [&] { q.single_task(decorated<Needed>{out}).wait(); };
  const auto by_lambda = [&] {
    q.submit([&](handler &h) {
       h.parallel_for(1, [=](item<1>) [[sycl::device_has(Needed, aspect::usm_shared_allocations)]] {
         ++*out;
       });
     }).wait();
  };
  if (there) {
    by_object();
    by_lambda();
  } else {
    CHECK_THROWS(errc::kernel_not_supported, by_object());
    CHECK_THROWS(errc::kernel_not_supported, by_lambda());
  }
  CHECK_EQ(*out, there ? 2 : 0);
}

} // namespace

int main() {
  queue q;
  int *out = malloc_shared<int>(1, q);
  check_aspect<aspect::cpu>(q, out);
  check_aspect<aspect::gpu>(q, out);
  check_aspect<aspect::custom>(q, out);
  check_aspect<aspect::usm_shared_allocations>(q, out);
  *out = 0;
  q.single_task(needs_nothing{out}).wait();
  CHECK_EQ(*out, 1);
  CHECK(is_compatible<needs_nothing>(q.get_device()));
  if (q.get_device().has(aspect::fp64)) {
    q.single_task([=]() [[sycl::device_has(static_cast<int>(aspect::fp64))]] {
       *out = rounded(*out + 1.5);
     }).wait();
    CHECK_EQ(*out, 3);
  }
  free(out, q);
  return check::result();
}
