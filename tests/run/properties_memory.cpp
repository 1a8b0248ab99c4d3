// Properties of accessors and of pointers: part of their types.
#include "check.hpp"

#include <vector>

using namespace sycl::ext::oneapi::experimental;
namespace oneapi = sycl::ext::oneapi;

struct foo {
  static constexpr const char *meta_name = "vendor-foo";
  template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
};
template <int N> inline constexpr foo::value_t<N> foo_v;

struct pair {
  int first;
  int second;
};

// Function objects with annotated members.
struct scale {
  annotated_ptr<int, properties_t<foo::value_t<1>, oneapi::alignment::value_t<4>>> data;
  int factor;
  void operator()(sycl::id<1> i) const { data[static_cast<std::ptrdiff_t>(i[0])] *= factor; }
};

int main() {
  constexpr std::size_t size = 64;
  sycl::queue q;
  std::vector<int> from(size), to(size);
  for (std::size_t i = 0; i < size; ++i)
    from[i] = static_cast<int>(i);
  {
    using sycl::ext::oneapi::property_list;
    sycl::buffer<int> source(from.data(), size), target(to.data(), size);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor in(source, cgh, sycl::read_only,
                        property_list{oneapi::no_alias_v, foo_v<32>});
      sycl::accessor out(target, cgh, sycl::range<1>(32), sycl::id<1>(16), sycl::read_write,
                         properties{foo_v<7>});
      sycl::accessor both(target, cgh, property_list{foo_v<32>});
      static_assert(decltype(in)::has_property<foo>());
      static_assert(decltype(in)::get_property<foo>().value == 32);
      static_assert(decltype(in)::has_property<oneapi::no_alias>());
      static_assert(std::is_same_v<decltype(both)::value_type, int>);
      static_assert(sizeof(in) == sizeof(sycl::accessor<int, 1, sycl::access_mode::read>));
      CHECK(!out.has_property<sycl::property::no_init>());
      cgh.parallel_for(sycl::range<1>(32), [=](sycl::id<1> i) {
        out[i] = in[i] * 2;
        if (i[0] == 0)
          both[0] = -1;
      });
    });
    // Placeholders, conversions, copies in command groups.
    sycl::accessor placeholder(target, property_list{foo_v<1>});
    int first[size] = {};
    q.submit([&](sycl::handler &cgh) {
      cgh.require(placeholder);
      cgh.copy(placeholder, first);
    });
    q.wait();
    CHECK_EQ(first[0], -1);
    CHECK_EQ(first[17], 2);
    // The list of properties with values at run time.
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor<int, 1, sycl::access_mode::write, sycl::target::device,
                     sycl::access::placeholder::false_t, oneapi::property_list_t<foo::value_t<3>>>
          out(target, cgh, sycl::no_init);
      CHECK(out.has_property<sycl::property::no_init>());
      cgh.fill(out, 9);
    });
  }
  CHECK_ALL(to, size, [](std::size_t) { return 9; });

  int *memory = sycl::malloc_shared<int>(size, q);
  for (std::size_t i = 0; i < size; ++i)
    memory[i] = static_cast<int>(i);
  q.parallel_for(sycl::range<1>(size), scale{decltype(scale::data)(memory), 3}).wait();
  CHECK_ALL(memory, size, [](std::size_t i) { return static_cast<int>(i) * 3; });
  annotated_ptr plain(memory);
  annotated_ptr annotated(memory, properties{foo_v<2>, alignment<4>});
  annotated_ptr listed(memory, foo_v<2>, alignment<4>);
  static_assert(std::is_same_v<decltype(annotated), decltype(listed)>);
  static_assert(decltype(annotated)::has_property<foo>());
  static_assert(decltype(annotated)::get_property<alignment_key>().value == 4);
  static_assert(sizeof(annotated) == sizeof(int *));
  static_assert(sycl::is_device_copyable_v<decltype(annotated)>);
  plain = annotated;
  annotated_ptr<pair, oneapi::property_list_t<foo::value_t<5>>> objects(
      sycl::malloc_shared<pair>(2, q));
  q.single_task([=] {
     *annotated = 5;
     annotated[1] = *annotated + 1;
     annotated[2] += 10;
     ++annotated[3];
     const int old = annotated[4]++;
     annotated[5] = old;
     annotated[6] = annotated[5];
     *(annotated + 7) = static_cast<int>((annotated + 9) - annotated);
     int *raw = annotated;
     raw[8] = annotated ? 1 : 0;
     objects->first = 1;
     (objects + 1)->second = 2;
     auto moving = plain;
     ++moving;
     moving[8] = *moving;
   }).wait();
  const int want[] = {5, 6, 16, 10, 13, 12, 12, 9, 1, 6};
  CHECK_ALL(memory, 10, [&](std::size_t i) { return want[i]; });
  CHECK_EQ(objects->first, 1);
  CHECK_EQ(objects.get()[1].second, 2);
  sycl::free(objects.get(), q);
  sycl::free(memory, q);
  return check::result();
}
