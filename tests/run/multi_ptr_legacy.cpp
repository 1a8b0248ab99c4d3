//! flags = "-Wall -Wextra -Werror"

// The pointer classes of SYCL 1.2.1: they convert from and to undecorated
// pointers implicitly.
#include "check.hpp"

using namespace sycl;
using access::decorated;
using space = access::address_space;

static_assert(std::is_same_v<global_ptr<int>, multi_ptr<int, space::global_space>>);
static_assert(std::is_same_v<constant_ptr<int>,
                             multi_ptr<int, space::constant_space, decorated::legacy>>);
static_assert(std::is_same_v<global_ptr<int>::element_type, int>);
static_assert(std::is_same_v<local_ptr<int>::pointer_t, decorated_local_ptr<int>::pointer>);
static_assert(std::is_same_v<local_ptr<int>::const_reference_t,
                             decorated_local_ptr<const int>::reference>);
static_assert(std::is_trivially_copyable_v<local_ptr<int>>);

static_assert(std::is_convertible_v<int *, global_ptr<int>>);
static_assert(std::is_convertible_v<global_ptr<int>, int *>);
static_assert(!std::is_convertible_v<const int *, global_ptr<int>>);
static_assert(std::is_convertible_v<global_ptr<int>, global_ptr<const int>>);
static_assert(std::is_convertible_v<global_ptr<int>, global_ptr<void>>);
static_assert(std::is_convertible_v<global_ptr<const int>, global_ptr<const void>>);
static_assert(!std::is_constructible_v<global_ptr<void>, global_ptr<const int>>);
static_assert(!std::is_convertible_v<global_ptr<void>, global_ptr<int>>);
static_assert(std::is_constructible_v<global_ptr<int>, global_ptr<void>>);
// The classes of SYCL 2020 convert to those of 1.2.1 as they convert to each other; the other direction needs a cast.
template <typename From, typename To> constexpr bool to_legacy(bool implicitly, bool by_cast) {
  static_assert(!std::is_convertible_v<To, From> && std::is_constructible_v<From, From>);
  return std::is_convertible_v<From, To> == implicitly && std::is_constructible_v<To, From> == by_cast;
}
template <decorated D> constexpr bool conversions() {
  return to_legacy<global_ptr<int, D>, global_ptr<int>>(true, true) &&
         to_legacy<global_ptr<int, D>, global_ptr<const int>>(true, true) &&
         to_legacy<local_ptr<int, D>, local_ptr<void>>(true, true) &&
         to_legacy<private_ptr<int, D>, private_ptr<const void>>(true, true) &&
         to_legacy<global_ptr<int, D>, generic_ptr<int>>(true, true) &&
         to_legacy<local_ptr<int, D>, generic_ptr<const int>>(true, true) &&
         to_legacy<global_ptr<void, D>, global_ptr<int>>(false, true) &&
         to_legacy<generic_ptr<int, D>, local_ptr<int>>(false, true) &&
         to_legacy<global_ptr<const int, D>, global_ptr<int>>(false, false) &&
         to_legacy<global_ptr<int, D>, local_ptr<int>>(false, false) &&
         std::is_constructible_v<global_ptr<int, D>, global_ptr<int>> &&
         std::is_constructible_v<local_ptr<int, D>, generic_ptr<int>> &&
         !std::is_constructible_v<local_ptr<int, D>, global_ptr<int>>;
}
static_assert(conversions<decorated::yes>() && conversions<decorated::no>());
static_assert(std::is_convertible_v<global_ptr<int>, generic_ptr<int>>);
static_assert(!std::is_convertible_v<generic_ptr<int>, global_ptr<int>>);
static_assert(std::is_constructible_v<global_ptr<int>, generic_ptr<int>>);
static_assert(!std::is_convertible_v<global_ptr<int>, local_ptr<int>>);
static_assert(!std::is_convertible_v<local_ptr<int>, private_ptr<int>>);

int main() {
  queue q;
  int data[4] = {1, 2, 3, 4}, out[5] = {};
  const int limits[2] = {10, 20};
  {
    buffer b(data, range(4)), o(out, range(5));
    buffer<int> c(limits, range(2));
    q.submit([&](handler &h) {
      auto a = b.get_access<access::mode::read_write>(h);
      auto result = o.get_access<access::mode::write>(h);
      auto constant = c.get_access<access::mode::read, access::target::constant_buffer>(h);
      accessor<int, 1, access::mode::read_write, access::target::local> l(range<1>(4), h);
      h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
        global_ptr<int> global = a.get_pointer();
        local_ptr<int> local = l.get_pointer();
        static_assert(std::is_same_v<decltype(a.get_pointer()), global_ptr<int>>);
        static_assert(std::is_same_v<decltype(l.get_pointer()), local_ptr<int>>);
        static_assert(std::is_same_v<decltype(constant.get_pointer()), constant_ptr<int>>);
        for (int i = 0; i < 4; ++i)
          local[i] = global[i] * 10;
        int own[4];
        private_ptr<int> mine = own;
        for (auto from = local; from != local + 4; ++from)
          *mine++ = *from;
        mine -= 4;
        result[0] = mine[0] + own[1] + *(mine + 2) + mine.get_raw()[3];
        // A raw pointer converts to any of these.
        int *raw = global;
        global_ptr<int> again(raw + 1);
        again = raw + 2;
        again = again - 1;
        result[1] = *again + (again > global) + (again != nullptr) + (nullptr < again);
        // Comparisons with pointers, decorated ones too.
        result[1] += 10 * ((again == raw + 1) + (raw < again) + (again.get_decorated() >= again));
        global_ptr<const void> nothing = global_ptr<const int>(again);
        result[2] = *static_cast<global_ptr<const int>>(nothing);
        const void *address = raw + 1;
        result[2] += 10 * ((nothing == address) + (address != nothing));
        constant_ptr<int> edge = constant.get_pointer();
        constant_ptr<int> whole(constant);
        result[3] = edge[1] - *whole;
        generic_ptr<int> anywhere = own;
        anywhere = raw + 3;
        global.prefetch(4);
        const raw_global_ptr<int> plain(global);
        const decorated_global_ptr<int> decorated(global);
        global_ptr<void> forgotten = decorated;
        generic_ptr<int> first{plain};
        result[0] += (forgotten == raw) + (first == raw) + (global == plain) + (decorated == global) - 4;
        result[4] = *anywhere + *make_ptr<int, space::global_space, decorated::legacy>(raw);
      });
    });
  }
  CHECK_EQ(out[0], 100);
  CHECK_EQ(out[1], 2 + 3 + 30);
  CHECK_EQ(out[2], 2 + 10);
  CHECK_EQ(out[3], 10);
  CHECK_EQ(out[4], 5);

  buffer b(data, range(4));
  host_accessor host(b);
  static_assert(std::is_same_v<decltype(host.get_pointer()), int *>);
  CHECK_EQ(*host.get_pointer(), 1);
  return check::result();
}
