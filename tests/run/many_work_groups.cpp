//! also = ["-O0"]

// More work-groups than some devices launch at once, in the dimensions that are not contiguous: ids, numbers of
// work-groups, and barriers.
#include "check.hpp"

using namespace sycl;

// Constant ranges, and ranges that the compiler does not know.
template <int Dimensions> range<Dimensions> volatile_range(range<Dimensions> sizes) {
  for (int d = 0; d < Dimensions; ++d) {
    volatile std::size_t size = sizes[d];
    sizes[d] = size;
  }
  return sizes;
}

void two_dimensions(queue &q) {
  const range<2> global = volatile_range<2>({140'002, 2}), local(2, 2);
  const std::size_t n = global.size();
  unsigned *ids = malloc_shared<unsigned>(n, q);
  unsigned *groups = malloc_shared<unsigned>(n, q);
  q.submit([&](handler &h) {
     local_accessor<unsigned> tile(4, h);
     h.parallel_for(nd_range<2>(global, local), [=](nd_item<2> it) {
       const std::size_t i = it.get_global_linear_id();
       tile[it.get_local_linear_id()] = unsigned(it.get_global_id(0));
       group_barrier(it.get_group());
       // The other row's.
       ids[i] = tile[it.get_local_linear_id() ^ 2u];
       groups[i] = unsigned(it.get_group(0) + it.get_group_range(0));
     });
   }).wait();
  CHECK_ALL(ids, n, [](std::size_t i) { return unsigned(i / 2 ^ 1); });
  CHECK_ALL(groups, n, [](std::size_t i) { return unsigned(i / 4 + 70'001); });
  sycl::free(ids, q);
  sycl::free(groups, q);
}

void three_dimensions(queue &q, range<3> groups) {
  const std::size_t n = groups.size();
  unsigned *out = malloc_shared<unsigned>(n, q);
  q.parallel_for(nd_range<3>(groups, range<3>(1, 1, 1)), [=](nd_item<3> it) {
     const id<3> at = it.get_group().get_group_id();
     const range<3> all = it.get_group_range();
     out[it.get_group_linear_id()] = unsigned((at[0] * all[1] + at[1]) * all[2] + at[2]);
   }).wait();
  CHECK_ALL(out, n, [](std::size_t i) { return unsigned(i); });
  sycl::free(out, q);
}

// Kernels that do not query their ids run once per work-item, too.
void without_ids(queue &q) {
  int *count = malloc_shared<int>(1, q);
  *count = 0;
  q.parallel_for(nd_range<2>(volatile_range<2>({70'000, 1}), range<2>(1, 1)), [=](nd_item<2>) {
     atomic_ref<int, memory_order::relaxed, memory_scope::device>(*count)++;
   }).wait();
  CHECK_EQ(*count, 70'000);
  sycl::free(count, q);
}

// A plain range and an offset.
void ranges(queue &q) {
  const range<3> sizes = volatile_range<3>({4'200'000, 1, 1});
  unsigned char *out = malloc_shared<unsigned char>(sizes[0], q);
  q.parallel_for(sizes, [=](item<3> it) {
     out[it.get_id(0)] = static_cast<unsigned char>(it.get_id(0) * 7 + it.get_range(1));
   }).wait();
  CHECK_ALL(out, sizes[0], [](std::size_t i) { return static_cast<unsigned char>(i * 7 + 1); });
  sycl::free(out, q);
}

int main() {
  queue q;
  two_dimensions(q);
  three_dimensions(q, volatile_range<3>({66'000, 2, 3}));
  three_dimensions(q, volatile_range<3>({2, 70'000, 1}));
  without_ids(q);
  ranges(q);
  return check::result();
}
