//! flags = "-Wall -Wextra -Werror"

// Conversions between multi_ptr types (SYCL 2020 §4.7.7.1): all pairs of element type and space against a direct
// statement of the rules, and then values.
#include "check.hpp"

#include <iterator>

using namespace sycl;
using access::decorated;
using space = access::address_space;

constexpr bool is_named(space s) {
  return s == space::global_space || s == space::local_space || s == space::private_space;
}

template <typename From, space A, typename To, space B> struct rules {
  static constexpr bool same = std::is_same_v<From, To> || std::is_same_v<const From, To>;
  static constexpr bool to_void = !std::is_void_v<From> && std::is_void_v<To> &&
                                  (std::is_const_v<To> || !std::is_const_v<From>);
  static constexpr bool from_void = std::is_void_v<From> && !std::is_void_v<To> &&
                                    (std::is_const_v<To> || !std::is_const_v<From>);
  static constexpr bool implicit =
      (A == B && (same || to_void)) || (is_named(A) && B == space::generic_space && same);
  static constexpr bool by_cast =
      implicit || (A == B && from_void) || (A == space::generic_space && is_named(B) && same);
};

template <typename From, space A, decorated D, typename To, space B, decorated E>
constexpr void check_pair() {
  using from = multi_ptr<From, A, D>;
  using to = multi_ptr<To, B, E>;
  using rule = rules<From, A, To, B>;
  static_assert(std::is_convertible_v<from, to> == rule::implicit);
  static_assert(std::is_constructible_v<to, from> == rule::by_cast);
  static_assert(std::is_assignable_v<to &, from> == rule::implicit);
}
template <typename From, space A, typename To, space B> constexpr void check_decorations() {
  check_pair<From, A, decorated::no, To, B, decorated::yes>();
  check_pair<From, A, decorated::yes, To, B, decorated::no>();
}
template <typename From, typename To, space A> constexpr void check_spaces_to() {
  check_decorations<From, A, To, space::global_space>();
  check_decorations<From, A, To, space::local_space>();
  check_decorations<From, A, To, space::constant_space>();
  check_decorations<From, A, To, space::private_space>();
  check_decorations<From, A, To, space::generic_space>();
}
template <typename From, typename To> constexpr void check_spaces() {
  check_spaces_to<From, To, space::global_space>();
  check_spaces_to<From, To, space::local_space>();
  check_spaces_to<From, To, space::constant_space>();
  check_spaces_to<From, To, space::private_space>();
  check_spaces_to<From, To, space::generic_space>();
}
template <typename... Tos> struct types {
  template <typename From> static constexpr void check_from() {
    (check_spaces<From, Tos>(), ...);
  }
  static constexpr void check_all() { (check_from<Tos>(), ...); }
};
// This takes long, and all devices have the same rules.
#if defined(SCYTHE_TEST_FULL) || !(defined(__SPIRV__) || defined(__NVPTX__))
template void types<int, const int, void, const void>::check_all();
#endif
template void check_decorations<int, space::local_space, float, space::local_space>();
template void check_decorations<int, space::generic_space, float, space::local_space>();

// Properties of every multi_ptr.
template <typename T, space S, decorated D> constexpr void check_traits() {
  using p = multi_ptr<T, S, D>;
  static_assert(std::is_trivially_copyable_v<p> && sizeof(p) == sizeof(void *));
  static_assert(is_device_copyable_v<p>);
  static_assert(p::is_decorated == (D == decorated::yes) && p::address_space == S);
  static_assert(std::is_same_v<typename p::value_type, T>);
  static_assert(std::is_same_v<remove_decoration_t<typename p::pointer>, T *>);
  static_assert(std::is_same_v<decltype(std::declval<p>().get_raw()), T *>);
  static_assert(std::is_same_v<decltype(std::declval<p>().get_decorated()),
                               typename multi_ptr<T, S, decorated::yes>::pointer>);
  static_assert(std::is_same_v<decltype(std::declval<p>().get()), typename p::pointer>);
  static_assert(std::is_nothrow_default_constructible_v<p>);
  static_assert(std::is_convertible_v<std::nullptr_t, p>);
  static_assert(std::is_assignable_v<p &, std::nullptr_t>);
  // A pointer becomes a multi_ptr when the program asks for it.
  static_assert(std::is_constructible_v<p, typename multi_ptr<T, S, decorated::yes>::pointer>);
  static_assert(!std::is_convertible_v<typename multi_ptr<T, S, decorated::yes>::pointer, p>);
  static_assert(std::is_convertible_v<p, typename p::pointer>);
#ifdef __SYCL_DEVICE_ONLY__
  // An undecorated pointer is one to generic memory.
  static_assert(std::is_constructible_v<p, T *> == (S == space::generic_space));
#endif
  if constexpr (!std::is_void_v<T>) {
    static_assert(std::is_same_v<remove_decoration_t<typename p::reference>, T &>);
    using traits = std::iterator_traits<p>;
    static_assert(std::is_same_v<typename traits::value_type, T>);
    static_assert(std::is_same_v<typename traits::difference_type, std::ptrdiff_t>);
    static_assert(
        std::is_same_v<typename traits::iterator_category, std::random_access_iterator_tag>);
  }
}
template <typename T, space S> constexpr void check_both() {
  check_traits<T, S, decorated::no>();
  check_traits<T, S, decorated::yes>();
}
template <typename T> constexpr bool check_all_traits() {
  check_both<T, space::global_space>();
  check_both<T, space::local_space>();
  check_both<T, space::constant_space>();
  check_both<T, space::private_space>();
  check_both<T, space::generic_space>();
  return true;
}
static_assert(check_all_traits<int>() && check_all_traits<const int>() &&
              check_all_traits<volatile int>() && check_all_traits<void>() &&
              check_all_traits<const void>());

template <typename P, typename = void> inline constexpr bool has_reference = false;
template <typename P>
inline constexpr bool has_reference<P, std::void_t<typename P::reference>> = true;
template <typename P, typename = void> inline constexpr bool has_prefetch = false;
template <typename P>
inline constexpr bool has_prefetch<P, std::void_t<decltype(std::declval<P>().prefetch(1))>> = true;
static_assert(has_reference<raw_global_ptr<int>> && !has_reference<raw_global_ptr<void>>);
static_assert(has_prefetch<raw_global_ptr<int>> && !has_prefetch<raw_local_ptr<int>> &&
              !has_prefetch<raw_generic_ptr<int>> && !has_prefetch<raw_global_ptr<const void>>);

static_assert(std::is_same_v<remove_decoration_t<int>, int>);
static_assert(std::is_same_v<remove_decoration_t<const int &>, const int &>);
static_assert(
    std::is_same_v<remove_decoration_t<decorated_local_ptr<const int>::reference>, const int &>);
static_assert(
    std::is_same_v<remove_decoration_t<const decorated_local_ptr<int>::pointer>, int *const>);

// All conversions keep the address.
template <typename T> bool same_address(raw_generic_ptr<T> p, const volatile void *address) {
  return p.get() == address;
}

int main() {
  queue q;
  int *failed = malloc_shared<int>(8, q);
  int data[4] = {1, 2, 3, 4};
  {
    buffer b(data, range(4));
    q.submit([&](handler &h) {
      accessor a(b, h);
      local_accessor<int> l(4, h);
      h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
        const std::size_t i = it.get_local_id(0);
        int own = int(i);
        bool ok = true;
        decorated_global_ptr<int> global = a;
        decorated_local_ptr<int> local = l;
        auto mine = address_space_cast<space::private_space, decorated::yes>(&own);

        ok &= same_address<int>(global, &a[0]) && same_address<int>(local, &l[0]) &&
              same_address<int>(mine, &own);
        ok &= same_address<const int>(global, &a[0]);

        // Into generic memory and back.
        raw_generic_ptr<int> generic = local;
        ok &= static_cast<decorated_local_ptr<int>>(generic) == local;
        generic = mine;
        ok &= static_cast<decorated_private_ptr<int>>(generic) == mine;
        ok &= *static_cast<raw_private_ptr<const int>>(generic) == own;
        generic = global;
        ok &= static_cast<raw_global_ptr<int>>(generic).get_raw() == &a[0];
        generic = nullptr;
        ok &= generic == nullptr && !(generic != nullptr) && nullptr == generic;

        // To void and back, to const.
        global_ptr<void, decorated::no> nothing = global + 1;
        ok &= *static_cast<raw_global_ptr<int>>(nothing) == 2;
        global_ptr<const void, decorated::yes> less = nothing;
        ok &= *static_cast<decorated_global_ptr<const int>>(less) == 2;
        ok &= less != nullptr && less == less && less <= less;
        raw_local_ptr<const int> constant = local;
        ok &= constant.get() == local.get_raw();

        // Decoration is added and removed.
        raw_global_ptr<int> raw = global;
        global = raw;
        ok &= global.get_raw() == raw.get();
        failed[i] = !ok;
      });
    });
  }
  q.wait();
  CHECK_ALL(failed, 4, [](std::size_t) { return 0; });
  free(failed, q);
  return check::result();
}
