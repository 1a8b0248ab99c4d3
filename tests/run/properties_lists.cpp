//! plain_kernels = true

// Compile-time properties.
#include "check.hpp"

#include <string_view>

using namespace sycl::ext::oneapi::experimental;
namespace oneapi = sycl::ext::oneapi;

// A property of a program: a key whose values are types.
struct foo {
  static constexpr const char *meta_name = "vendor-foo";
  template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
};
template <int N> inline constexpr foo::value_t<N> foo_v;
// One that has no meaning for the compiler.
struct quiet {
  using value_t = property_value<quiet>;
};
template <> struct sycl::ext::oneapi::experimental::is_property_key<quiet> : std::true_type {};
// One that is a class of its own.
struct own {
  static constexpr const char *meta_name = "vendor-own";
  static constexpr double meta_value = 1.5;
};
// One with a value at run time.
struct amount {
  constexpr amount(int value) : value(value) {}
  int value;
};
template <> struct sycl::ext::oneapi::experimental::is_property_key<amount> : std::true_type {};

constexpr properties all{work_group_size<8, 16>, sub_group_size<4>, foo_v<3>, own{}, amount(7)};
constexpr properties other_order{foo_v<3>, amount(8), sub_group_size<4>, work_group_size<8, 16>,
                                 own{}};
static_assert(std::is_same_v<decltype(all), decltype(other_order)>);
static_assert(!std::is_same_v<decltype(properties{foo_v<1>}), decltype(properties{foo_v<2>})>);

static_assert(all.has_property<foo>() && all.has_property<own>() && all.has_property<amount>());
static_assert(!all.has_property<quiet>() && !all.has_property<device_has_key>());
static_assert(all.get_property<foo>() == foo_v<3> && all.get_property<foo>() != foo_v<4>);
static_assert(all.get_property<foo>().value == 3);
static_assert(all.get_property<amount>().value == 7);
static_assert(other_order.get_property<amount>().value == 8);
static_assert(all.get_property<work_group_size_key>()[0] == 8 &&
              all.get_property<work_group_size_key>()[1] == 16);

// The strings and values that the compiler gets.
template <typename T> constexpr std::string_view name(T) { return T::meta_name; }
template <typename T> constexpr std::string_view text(T) { return T::meta_value; }
static_assert(name(foo_v<3>) == "vendor-foo" && foo_v<3>.meta_value == 3);
static_assert(name(work_group_size<8, 16>) == "sycl-work-group-size");
static_assert(text(work_group_size<8, 16>) == "8,16" && work_group_size<8>.meta_value == 8);
static_assert(text(work_group_size_hint<1, 20, 300>) == "1,20,300");
static_assert(text(oneapi::max_work_group_size_v<4, 2>) == "4,2");
static_assert(text(device_has<sycl::aspect::fp16, sycl::aspect::fp64>) == "6,7");
static_assert(text(device_image_scope).empty() && name(no_alias) == "sycl-no-alias");
static_assert(text(host_access_read) == "read" && text(host_access_none) == "none");
static_assert(text(host_access_read_write) == "read_write" && text(init_mode_reset) == "reset");
static_assert(implement_in_csr_on.meta_value && oneapi::alignment_v<16>.meta_value == 16);

// The former names.
static_assert(std::is_same_v<
              decltype(oneapi::property_list{oneapi::sub_group_size_v<4>, foo_v<3>}),
              oneapi::property_list_t<foo::value_t<3>, oneapi::sub_group_size::value_t<4>>>);
static_assert(std::is_same_v<oneapi::property_list_t<>, oneapi::property_list<>>);
static_assert(oneapi::property_list{foo_v<3>}.get_property<foo>().value == 3);

static_assert(is_property_list_v<empty_properties_t>);
static_assert(is_property_list_v<oneapi::property_list<>> && !is_property_list_v<foo>);
static_assert(!is_property_list_v<sycl::property_list>);
static_assert(is_property_key_v<foo> && is_property_key_v<quiet> && is_property_key_v<amount>);
static_assert(!is_property_key_v<foo::value_t<1>> && !is_property_key_v<int>);
static_assert(is_property_value_v<foo::value_t<1>> && is_property_value_v<quiet::value_t>);
static_assert(is_property_value_v<own> && is_property_value_v<amount> && !is_property_value_v<int>);
static_assert(is_property_key_of_v<host_access_key, device_global<int>>);
static_assert(!is_property_key_of_v<work_group_size_key, device_global<int>>);
static_assert(std::is_same_v<decltype(properties{}), empty_properties_t>);
static_assert(std::is_same_v<decltype(properties{properties{foo_v<1>}}),
                             properties_t<foo::value_t<1>>>);

int main() {
  // At run time, in a kernel.
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(3, q);
  const properties list{foo_v<6>, amount(*out = 4), quiet::value_t()};
  q.single_task(properties{quiet::value_t()}, [=] {
     out[0] = list.get_property<amount>().value;
     out[1] = list.get_property<foo>().value;
     out[2] = list.has_property<quiet>();
   }).wait();
  CHECK_EQ(out[0], 4);
  CHECK_EQ(out[1], 6);
  CHECK_EQ(out[2], 1);
  sycl::free(out, q);
  return check::result();
}
