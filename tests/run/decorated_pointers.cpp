//! also = ["-O2 -fno-scythe-mlir"]
//! flags = "-Wall -Wextra -Werror"

// The conversions between decorated pointers that SYCL mode supports; tests/ui has those that it does not support. On
// the host there are no decorations.
#include "check.hpp"

using namespace sycl;
using access::decorated;
using space = access::address_space;

#ifdef __SYCL_DEVICE_ONLY__
#define GLOBAL __attribute__((opencl_global))
#define GLOBAL_DEVICE __attribute__((opencl_global_device))
#define GLOBAL_HOST __attribute__((opencl_global_host))
#define LOCAL __attribute__((opencl_local))
#define PRIVATE __attribute__((opencl_private))

// The types a multi_ptr has are these.
static_assert(std::is_same_v<decorated_global_ptr<int>::pointer, GLOBAL int *>);
static_assert(std::is_same_v<decorated_local_ptr<int>::reference, LOCAL int &>);
static_assert(std::is_same_v<decorated_private_ptr<const int>::pointer, PRIVATE const int *>);
static_assert(std::is_same_v<decorated_generic_ptr<int>::pointer, int *>);
static_assert(std::is_same_v<constant_ptr<int>::pointer_t, GLOBAL int *>);
static_assert(std::is_same_v<remove_decoration_t<GLOBAL_DEVICE int *>, int *>);
static_assert(std::is_same_v<remove_decoration_t<GLOBAL_HOST const int &>, const int &>);
static_assert(std::is_same_v<remove_decoration_t<LOCAL int *const>, int *const>);

template <typename From, typename To>
inline constexpr bool only_by_cast = !std::is_convertible_v<From, To>;
static_assert(only_by_cast<int *, GLOBAL int *> && only_by_cast<int *, LOCAL int *> &&
              only_by_cast<int *, PRIVATE int *> && only_by_cast<int *, GLOBAL_DEVICE int *> &&
              only_by_cast<GLOBAL int *, GLOBAL_DEVICE int *> &&
              only_by_cast<GLOBAL int *, GLOBAL_HOST int *>);
#else
#define GLOBAL
#define GLOBAL_DEVICE
#define GLOBAL_HOST
#define LOCAL
#define PRIVATE
#endif

int main() {
  queue q;
  int *result = malloc_shared<int>(1, q);
  *result = -1;
  int data[4] = {1, 20, 300, 4000};
  {
    buffer b(data, range(4));
    q.submit([&](handler &h) {
      accessor a(b, h);
      local_accessor<int> l(1, h);
      h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
        int own = 50000;
        l[0] = 600000;
        // Explicitly from the default address space.
        GLOBAL int *global = (GLOBAL int *)&a[0];
        LOCAL int *local = (LOCAL int *)&l[0];
        PRIVATE int *mine = (PRIVATE int *)&own;
        GLOBAL_DEVICE int *on_device = (GLOBAL_DEVICE int *)&a[1];
        GLOBAL_HOST int *on_host = (GLOBAL_HOST int *)&a[2];
        // Implicitly to it, and explicitly.
        int *all[] = {global, local, mine, on_device, on_host, (int *)(global + 3)};
        int sum = 0;
        for (int *one : all)
          sum += *one;
        // Implicitly from the parts of global memory to the whole, and
        // explicitly; explicitly back.
        GLOBAL int *whole = on_device;
        whole = whole == on_device ? on_host : nullptr;
        bool ok = whole == (GLOBAL int *)on_host;
        on_device = (GLOBAL_DEVICE int *)global;
        on_host = (GLOBAL_HOST int *)(global + 1);
        ok = ok && *on_device == 1 && *on_host == 20;
        // A multi_ptr takes what becomes its pointer implicitly.
        raw_global_ptr<int> part(on_device);
        decorated_global_ptr<const int> rest(on_host);
        decorated_local_ptr<int> tile(local);
        ok = ok && *part == 1 && *rest == 20 && *tile == 600000;
        auto known = address_space_cast<space::global_space, decorated::yes>(on_host);
        ok = ok && known == decorated_global_ptr<int>(global + 1);
        *result = ok ? sum : -2;
      });
    });
  }
  q.wait();
  CHECK_EQ(*result, 654321);
  free(result, q);
  return check::result();
}
