//! also = ["-O0"]
//! flags = "-Wall -Wextra -Werror"

// Casts from undecorated pointers: static ones trust the program, dynamic ones determine the address space.
#include "check.hpp"

#include <vector>

using namespace sycl;
using access::decorated;
using space = access::address_space;

static_assert(SYCL_KHR_STATIC_ADDRSPACE_CAST == 1 && SYCL_KHR_DYNAMIC_ADDRSPACE_CAST == 1);
static_assert(SYCL_EXT_ONEAPI_ADDRESS_CAST == 1);

static const int table[4] = {2, 3, 5, 7};

// One bit for each address space, by each kind of cast.
template <typename T> int leads_to(T *p) {
  raw_generic_ptr<T> generic(p);
  int a = 0, b = 0, c = 0, d = 0;
  a |= khr::dynamic_addrspace_cast<space::global_space>(p) != nullptr ? 1 : 0;
  a |= khr::dynamic_addrspace_cast<space::local_space>(p) != nullptr ? 2 : 0;
  a |= khr::dynamic_addrspace_cast<space::private_space>(p) != nullptr ? 4 : 0;
  b |= khr::dynamic_addrspace_cast<space::global_space>(generic) != nullptr ? 1 : 0;
  b |= khr::dynamic_addrspace_cast<space::local_space>(generic) != nullptr ? 2 : 0;
  b |= khr::dynamic_addrspace_cast<space::private_space>(generic) != nullptr ? 4 : 0;
  c |= address_space_cast<space::global_space, decorated::yes>(p) != nullptr ? 1 : 0;
  c |= address_space_cast<space::local_space, decorated::no>(p) != nullptr ? 2 : 0;
  c |= make_ptr<T, space::private_space, decorated::legacy>(p) != nullptr ? 4 : 0;
  namespace oneapi = ext::oneapi::experimental;
  d |= oneapi::dynamic_address_cast<space::global_space>(p) != nullptr ? 1 : 0;
  d |= oneapi::dynamic_address_cast<space::local_space>(generic) != nullptr ? 2 : 0;
  d |= oneapi::dynamic_address_cast<space::private_space>(p) != nullptr ? 4 : 0;
  // Casts to the generic space always succeed.
  const bool everywhere = address_space_cast<space::generic_space, decorated::no>(p).get() == p;
  return a == b && a == c && a == d && everywhere ? a : -1;
}

template <typename T> T add(T *global, T *local, T *mine) {
  auto g = khr::static_addrspace_cast<space::global_space>(global);
  auto l = khr::static_addrspace_cast<space::local_space>(decorated_generic_ptr<T>(local));
  auto p = ext::oneapi::experimental::static_address_cast<space::private_space>(mine);
  static_assert(std::is_same_v<decltype(g), raw_global_ptr<T>>);
  static_assert(std::is_same_v<decltype(l), decorated_local_ptr<T>>);
  static_assert(std::is_same_v<decltype(p), raw_private_ptr<T>>);
  return *g + *l + *p;
}

int main() {
  queue q;
  constexpr int items = 64;
  constexpr int questions = 6;
  // The stack of a function that waits for the kernel is global memory, even if its thread helps to run the kernel.
  int on_stack[items] = {};
  std::vector<int> found(items * questions), sums(items);
  {
    buffer b(on_stack, range(items));
    buffer f(found), s(sums);
    q.submit([&](handler &h) {
      accessor a(b, h), out(f, h), sum(s, h);
      local_accessor<int> l(8, h);
      h.parallel_for(nd_range<1>(items, 8), [=](nd_item<1> it) {
        const int i = int(it.get_global_id(0));
        int own[3] = {i, 2 * i, 3 * i};
        a[i] = 100 * i;
        l[it.get_local_id(0)] = 10000 * i;
        int k = 0;
        auto note = [&](int where) { out[i * questions + k++] = where; };
        note(leads_to(&a[i]));
        note(leads_to(&l[it.get_local_id(0)]));
        note(leads_to(&own[i % 3]));
        // A private variable that lives across a barrier is private before and after it.
        group_barrier(it.get_group());
        note(leads_to(&own[(i + 1) % 3]));
        note(leads_to(table + i % 4));
        note(khr::dynamic_addrspace_cast<space::global_space>(static_cast<int *>(nullptr)) ==
             nullptr);
        sum[i] = add(&a[i], &l[it.get_local_id(0)], own);
      });
    });
  }
  const int want[questions] = {1, 2, 4, 4, 1, 1};
  CHECK_ALL(found, found.size(), [&](std::size_t i) { return want[i % questions]; });
  CHECK_ALL(sums, items, [](std::size_t i) { return 10101 * int(i); });
  return check::result();
}
