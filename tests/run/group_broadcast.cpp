//! opt = ["-O2", "-O2 -fno-scythe-mlir"]
//! also = ["-O0"]
// group_broadcast over work-groups: the first work-item's value, by linear id and by id, in all
// numbers of dimensions, of scalars, pointers and structures of odd sizes.
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

template <std::size_t Size> struct Bytes {
  unsigned char data[Size];
};
struct Mixed {
  double d;
  const int *p;
  short s[3];
  bool b;
};

template <std::size_t Size> Bytes<Size> bytes(std::size_t seed) {
  Bytes<Size> result;
  for (std::size_t i = 0; i < Size; ++i)
    result.data[i] = static_cast<unsigned char>(seed * 31 + i * 7);
  return result;
}
template <std::size_t Size> bool same(const Bytes<Size> &value, std::size_t seed) {
  const Bytes<Size> want = bytes<Size>(seed);
  bool result = true;
  for (std::size_t i = 0; i < Size; ++i)
    result &= value.data[i] == want.data[i];
  return result;
}

// One bit for each value that is not that of the work-item `from`.
template <std::size_t... Sizes, typename Broadcast>
unsigned structures(Broadcast broadcast, std::size_t mine, std::size_t from) {
  unsigned wrong = 0, bit = 1;
  ((wrong |= same<Sizes>(broadcast(bytes<Sizes>(mine)), from) ? 0u : bit, bit <<= 1), ...);
  return wrong;
}
template <typename Broadcast>
unsigned scalars(Broadcast broadcast, std::size_t mine, std::size_t from, const int *base) {
  unsigned wrong = 0;
  wrong |= broadcast(mine % 2 == 0) == (from % 2 == 0) ? 0u : 1u;
  wrong |= broadcast(static_cast<char>(mine)) == static_cast<char>(from) ? 0u : 2u;
  wrong |= broadcast(static_cast<short>(mine)) == static_cast<short>(from) ? 0u : 4u;
  wrong |= broadcast(static_cast<float>(mine) + 0.5f) == static_cast<float>(from) + 0.5f ? 0u : 8u;
  wrong |= broadcast(static_cast<double>(mine) / 3) == static_cast<double>(from) / 3 ? 0u : 16u;
  wrong |= broadcast(base + mine) == base + from ? 0u : 32u;
  const Mixed mixed = broadcast(
      Mixed{double(mine), base + mine, {1, short(mine), 3}, mine % 3 == 0});
  wrong |= mixed.d == double(from) && mixed.p == base + from && mixed.s[0] == 1 &&
                   mixed.s[1] == short(from) && mixed.s[2] == 3 && mixed.b == (from % 3 == 0)
               ? 0u
               : 64u;
  return wrong;
}

template <int Dimensions> sycl::id<Dimensions> last_of(sycl::range<Dimensions> extent) {
  sycl::id<Dimensions> result;
  for (int d = 0; d < Dimensions; ++d)
    result[d] = extent[d] - 1;
  return result;
}

template <int Dimensions> void run(sycl::queue &q, sycl::range<Dimensions> local) {
  sycl::range<Dimensions> global = local;
  global[Dimensions - 1] *= 3;
  const std::size_t n = global.size(), size = local.size();
  unsigned *wrong = sycl::malloc_shared<unsigned>(n * 4, q);
  int *base = sycl::malloc_shared<int>(n, q);
  q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
     const auto group = it.get_group();
     const std::size_t mine = reference::position(it), start = mine - it.get_local_linear_id();
     const std::size_t linear = it.get_group_linear_id() % size;
     // Only ids depend on the number of dimensions.
     if constexpr (Dimensions == 1) {
       wrong[mine * 4] = scalars([&](auto x) { return sycl::group_broadcast(group, x); }, mine,
                                 start, base);
       wrong[mine * 4 + 1] =
           scalars([&](auto x) { return sycl::group_broadcast(group, x, linear); }, mine,
                   start + linear, base);
       wrong[mine * 4 + 3] = structures<1, 2, 3, 5, 7, 8, 9, 12, 15, 24>(
           [&](auto x) { return sycl::group_broadcast(group, x, linear); }, mine, start + linear);
     } else {
       wrong[mine * 4] = sycl::group_broadcast(group, mine) == start ? 0 : 1;
       wrong[mine * 4 + 1] = sycl::group_broadcast(group, mine, linear) == start + linear ? 0 : 1;
       wrong[mine * 4 + 3] = structures<5, 24>(
           [&](auto x) { return sycl::group_broadcast(group, x, linear); }, mine, start + linear);
     }
     const sycl::id<Dimensions> last = last_of(group.get_local_range());
     wrong[mine * 4 + 2] =
         scalars([&](auto x) { return sycl::group_broadcast(group, x, last); }, mine,
                 start + size - 1, base);
   }).wait();
  for (std::size_t i = 0; i < n * 4; ++i)
    CHECK_EQ(wrong[i], 0u);
  sycl::free(wrong, q);
  sycl::free(base, q);
}

int main() {
  sycl::queue q;
  run(q, sycl::range<1>(1));
  run(q, sycl::range<1>(37));
  run(q, sycl::range<2>(3, 5));
  run(q, sycl::range<3>(2, 3, 5));
  return check::result();
}
