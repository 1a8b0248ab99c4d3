//! also = ["-O0"]
//! flags = "-Wall -Wextra -Werror"

// Kernels as objects: ids, bundles in their three states, launches that use a bundle with values of specialization
// constants, and queries of kernels.
#include "check.hpp"

#include <cstring>
#include <set>
#include <unordered_set>
#include <vector>

using namespace sycl;

constexpr specialization_id<int> factor(3);
constexpr specialization_id<double> unused(0.5);

class scales;
class adds;

struct required {
  int *out;
  [[sycl::reqd_work_group_size(4)]] void operator()(nd_item<1> it) const {
    out[it.get_global_id(0)] = 1;
  }
};

void launch_scales(handler &h, int *out) {
  h.single_task<scales>(
      [=](kernel_handler kh) { *out = 2 * kh.get_specialization_constant<factor>(); });
}
void launch_adds(handler &h, int *out) {
  h.parallel_for<adds>(range(4), [=](id<1> i) { out[i] += 5; });
}

template <typename T> bool has(const std::vector<T> &all, const T &wanted) {
  for (const T &each : all)
    if (each == wanted)
      return true;
  return false;
}

void ids(queue &q, int *out) {
  const kernel_id scale = get_kernel_id<scales>(), add = get_kernel_id<adds>();
  CHECK(scale == get_kernel_id<scales>());
  CHECK(scale != add);
  CHECK(std::strstr(scale.get_name(), "scales") != nullptr);
  CHECK_EQ(std::hash<kernel_id>()(scale), std::hash<kernel_id>()(get_kernel_id<scales>()));
  const std::vector<kernel_id> all = get_kernel_ids();
  CHECK(has(all, scale) && has(all, add) && has(all, get_kernel_id<required>()));
  CHECK_EQ(std::unordered_set<kernel_id>(all.begin(), all.end()).size(), all.size());
  CHECK(is_compatible(all, q.get_device()));
  CHECK(is_compatible<scales>(q.get_device()));
  class no_kernel;
  CHECK_THROWS(errc::invalid, get_kernel_id<no_kernel>());
  q.submit([&](handler &h) { h.parallel_for(nd_range(range(8), range(4)), required{out}); });
  q.wait_and_throw();
  CHECK_ALL(out, 8, [](std::size_t) { return 1; });
}

template <bundle_state State> void states(const context &ctx, const device &dev) {
  const kernel_id scale = get_kernel_id<scales>(), add = get_kernel_id<adds>();
  CHECK(has_kernel_bundle<State>(ctx));
  CHECK(has_kernel_bundle<State>(ctx, {dev}));
  CHECK(has_kernel_bundle<State>(ctx, {dev}, {scale, add}));
  CHECK(has_kernel_bundle<State>(ctx, {scale}));
  CHECK((has_kernel_bundle<scales, State>(ctx)));
  CHECK((has_kernel_bundle<scales, State>(ctx, {dev})));
  const auto all = get_kernel_bundle<State>(ctx);
  CHECK(!all.empty());
  CHECK(all.get_context() == ctx);
  CHECK(all.get_backend() == ctx.get_backend());
  CHECK(all.has_kernel(scale) && all.has_kernel(add, dev));
  CHECK(all.template has_kernel<scales>() && all.template has_kernel<adds>(dev));
  CHECK_EQ(all.get_kernel_ids().size(), get_kernel_ids().size());
  const auto one = get_kernel_bundle<State>(ctx, {dev, dev}, {scale});
  CHECK_EQ(one.get_devices().size(), 1u);
  CHECK(one.has_kernel(scale) && !one.has_kernel(add));
  CHECK(one == (get_kernel_bundle<scales, State>(ctx, {dev})));
  CHECK(one != get_kernel_bundle<State>(ctx, {dev}, {add}));
  CHECK(one.contains_specialization_constants());
  CHECK(one.template has_specialization_constant<factor>());
  CHECK(!one.template has_specialization_constant<unused>());
  CHECK_EQ(one.native_specialization_constant(), dev.get_backend() == backend::opencl);
  const auto selected = get_kernel_bundle<State>(
      ctx, {dev}, [&](const device_image<State> &image) { return image.has_kernel(add, dev); });
  CHECK(!selected.has_kernel(scale) && selected.has_kernel(add));
  CHECK(!selected.contains_specialization_constants());
  std::size_t images = 0;
  for (const device_image<State> &image : one)
    images += image.has_kernel(scale) && image == *one.begin();
  CHECK_EQ(images, 1u);
  const auto joined = join(std::vector{one, selected, one});
  CHECK(joined.has_kernel(scale) && joined.has_kernel(add));
  CHECK_EQ(joined.get_kernel_ids().size(), 2u);
  CHECK(join<State>({}).empty() && join<State>({}).get_devices().empty());
  CHECK_THROWS(errc::invalid, get_kernel_bundle<State>(ctx, std::vector<device>()));
  CHECK_THROWS(errc::invalid, has_kernel_bundle<State>(ctx, std::vector<device>()));
  const context other(dev);
  CHECK_THROWS(errc::invalid, join(std::vector{one, get_kernel_bundle<State>(other)}));
}

int scaled(queue &q, int *out, const kernel_bundle<bundle_state::executable> &bundle) {
  q.submit([&](handler &h) {
     h.use_kernel_bundle(bundle);
     CHECK_THROWS(errc::invalid, h.get_specialization_constant<factor>());
     launch_scales(h, out);
   }).wait_and_throw();
  return *out;
}

// The kernels of a bundle use the values that it was built with.
void constants(queue &q, int *out) {
  const context ctx = q.get_context();
  auto input = get_kernel_bundle<bundle_state::input>(ctx);
  const auto before = build(input);
  input.set_specialization_constant<factor>(10);
  CHECK_EQ(input.get_specialization_constant<factor>(), 10);
  CHECK_EQ(input.get_specialization_constant<unused>(), 0.5);
  const auto object = compile(input, {q.get_device()});
  input.set_specialization_constant<factor>(20);
  const auto linked = link(object);
  const auto built = build(input, {q.get_device()});
  CHECK_EQ(scaled(q, out, before), 6);
  CHECK_EQ(scaled(q, out, linked), 20);
  CHECK_EQ(scaled(q, out, built), 40);
  CHECK_EQ(scaled(q, out, get_kernel_bundle<bundle_state::executable>(ctx)), 6);
  CHECK_EQ(linked.get_specialization_constant<factor>(), 10);
  CHECK(linked != built);
  const auto only_adds = get_kernel_bundle<adds, bundle_state::executable>(ctx);
  CHECK_EQ(scaled(q, out, join(std::vector{only_adds, built})), 40);
  CHECK_THROWS(errc::kernel_not_supported, scaled(q, out, only_adds));
  CHECK_THROWS(errc::invalid, scaled(q, out, get_kernel_bundle<bundle_state::executable>(
                                                 context(q.get_device()))));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.set_specialization_constant<factor>(1);
    h.use_kernel_bundle(built);
  }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.use_kernel_bundle(built);
    h.set_specialization_constant<factor>(1);
  }));
  for (int i = 0; i < 4; ++i)
    out[i] = i;
  q.submit([&](handler &h) {
     h.use_kernel_bundle(only_adds);
     launch_adds(h, out);
   }).wait_and_throw();
  CHECK_ALL(out, 4, [](std::size_t i) { return static_cast<int>(i) + 5; });
}

void queries(const context &ctx, const device &dev) {
  namespace specific = info::kernel_device_specific;
  const auto bundle = get_kernel_bundle<bundle_state::executable>(ctx);
  const kernel plain = bundle.get_kernel<adds>();
  const kernel sized = bundle.get_kernel(get_kernel_id<required>());
  CHECK(plain == bundle.get_kernel(get_kernel_id<adds>()) && plain != sized);
  CHECK(plain.get_context() == ctx && plain.get_backend() == dev.get_backend());
  CHECK(plain.get_kernel_bundle() == bundle);
  CHECK_EQ(plain.get_info<info::kernel::attributes>(), std::string());
  CHECK_EQ(sized.get_info<info::kernel::attributes>(), std::string("reqd_work_group_size(4)"));
  CHECK_THROWS(errc::invalid, plain.get_info<info::kernel::num_args>());
  const std::size_t most = plain.get_info<specific::work_group_size>(dev);
  CHECK(most >= 1 && most <= dev.get_info<info::device::max_work_group_size>());
  const std::size_t multiple = plain.get_info<specific::preferred_work_group_size_multiple>(dev);
  CHECK(multiple >= 1 && multiple <= most);
  CHECK(plain.get_info<specific::compile_work_group_size>(dev) == range<3>(0, 0, 0));
  CHECK(sized.get_info<specific::compile_work_group_size>(dev) == range<3>(4, 1, 1));
  CHECK_EQ(plain.get_info<specific::compile_sub_group_size>(dev), 0u);
  CHECK_EQ(plain.get_info<specific::compile_num_sub_groups>(dev), 0u);
  CHECK(plain.get_info<specific::max_sub_group_size>(dev) >= 1);
  CHECK(plain.get_info<specific::max_num_sub_groups>(dev) >= 1);
  CHECK(plain.get_info<specific::private_mem_size>(dev) < (std::size_t(1) << 32));
  CHECK_THROWS(errc::invalid, plain.get_info<specific::global_work_size>(dev));
  queue q(ctx, dev);
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { h.single_task(plain); }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { h.parallel_for(range(4), plain); }));
  const auto others = get_kernel_bundle<scales, bundle_state::executable>(ctx);
  CHECK_THROWS(errc::invalid, others.get_kernel<adds>());
}

int main() {
  queue q;
  int *const out = malloc_shared<int>(8, q);
  ids(q, out);
  states<bundle_state::input>(q.get_context(), q.get_device());
  states<bundle_state::object>(q.get_context(), q.get_device());
  states<bundle_state::executable>(q.get_context(), q.get_device());
  constants(q, out);
  queries(q.get_context(), q.get_device());
  free(out, q);
  return check::result();
}
