//! also = ["-O0"]
// Classes of the standard library are device copyable if their elements are (SYCL 2020 3.13.1), also
// those that are not trivially so.
#if SYCL_DEVICE_COPYABLE != 1
#error "the macro is predefined"
#endif
#if __SYCL_UNNAMED_LAMBDA__ != 1
#error "kernels need no names, and libraries ask for it before they include SYCL's headers"
#endif

#include "check.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

// Neither is trivially copyable; each is declared device copyable in one of the two ways.
struct by_trait {
  by_trait(int v) : value(v) {}
  by_trait(const by_trait &other) : value(other.value) {}
  by_trait &operator=(const by_trait &other) = default;
  ~by_trait() {}
  int value;
};
struct by_variable {
  by_variable(int v) : value(v) {}
  by_variable(const by_variable &other) : value(other.value) {}
  int value;
};
struct neither {
  ~neither() {}
};
template <> struct sycl::is_device_copyable<by_trait> : std::true_type {};
template <> inline constexpr bool sycl::is_device_copyable_v<by_variable> = true;

template <typename... Ts> constexpr bool all = (sycl::is_device_copyable_v<Ts> && ...);
template <typename... Ts> constexpr bool none = (!sycl::is_device_copyable_v<Ts> && ...);
template <typename T>
constexpr bool with_qualifiers = all<T, const T, volatile T, const volatile T, T[3], const T[3],
                                     volatile T[3], const volatile T[3], T[2][3]>;
static_assert(with_qualifiers<int> && with_qualifiers<by_trait> && with_qualifiers<by_variable>);
static_assert(all<std::array<by_trait, 2>, std::optional<by_variable>, std::variant<int, by_trait>,
                  std::pair<by_trait, by_variable>, std::tuple<int, by_trait, by_variable>,
                  std::tuple<>, std::array<neither, 0>, std::string_view, std::u16string_view>);
static_assert(none<neither, const neither, neither[2], std::array<neither, 1>,
                   std::optional<neither>, std::variant<int, neither>, std::pair<neither, int>,
                   std::tuple<int, neither>>);
static_assert(with_qualifiers<std::tuple<by_trait>> && with_qualifiers<std::optional<int>>);

struct holds {
  by_trait one;
  std::pair<by_variable, int> two[2];
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(16, q);
  char *text = sycl::malloc_shared<char>(4, q);
  std::copy_n("xyz", 4, text);
  std::array<std::array<int, 2>, 2> array{{{1, 2}, {3, 4}}};
  std::tuple<int, float, by_trait> tuple(5, 6.5f, 7);
  std::pair<by_variable, char> pair(8, 'p');
  std::optional<int> some(9), nothing;
  std::optional<by_trait> some_more(by_trait(10));
  std::variant<float, by_variable> variant(by_variable(11));
  std::string_view view(text, 3);
  by_trait own(12);
  holds held{{13}, {{14, 15}, {16, 17}}};
  const auto inner = [own](int x) { return own.value + x; };
  q.single_task([=] {
     out[0] = array[1][0];
     out[1] = std::get<0>(tuple) + static_cast<int>(std::get<1>(tuple) * 2);
     out[2] = std::get<2>(tuple).value;
     out[3] = pair.first.value + pair.second;
     out[4] = *some + nothing.has_value();
     out[5] = some_more->value;
     out[6] = std::get_if<by_variable>(&variant)->value;
     out[7] = view[2] + static_cast<int>(view.size());
     out[8] = own.value;
     out[9] = held.one.value + held.two[1].first.value + held.two[1].second;
     out[10] = inner(100);
   }).wait();
  const int want[] = {3, 18, 7, 8 + 'p', 9, 10, 11, 'z' + 3, 12, 46, 112};
  CHECK_ALL(out, 11, [&](std::size_t i) { return want[i]; });
  sycl::free(out, q);
  sycl::free(text, q);
  return check::result();
}
