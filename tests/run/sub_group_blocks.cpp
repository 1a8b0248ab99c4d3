//! also = ["-O0"]
// sub_group::load and store: neighbours hold neighbours; with several elements each, arrays of the
// sub-group's size follow each other.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

constexpr std::size_t most = 4; // elements of a work-item

template <typename T> void run(sycl::queue &q, std::size_t local, std::size_t groups) {
  using sycl::access::address_space;
  // A sub-group that is not full reads and writes with gaps: the arrays have room for full ones.
  std::size_t largest = 1;
  for (std::size_t size : q.get_device().get_info<sycl::info::device::sub_group_sizes>())
    largest = std::max(largest, size);
  const std::size_t n = local * groups, room = n * largest * most;
  T *in = sycl::malloc_shared<T>(room, q), *out = sycl::malloc_shared<T>(room * 4, q);
  // The start of a work-item's sub-group, and the distance between its arrays.
  std::size_t *place = sycl::malloc_shared<std::size_t>(n * 3, q);
  for (std::size_t i = 0; i < room; ++i)
    in[i] = T(i * 3 + 1);
  for (std::size_t i = 0; i < room * 4; ++i)
    out[i] = T(0);
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const sycl::sub_group g = it.get_sub_group();
     const std::size_t at = it.get_global_id(0), step = g.get_max_local_range()[0];
     const std::size_t first = (at - g.get_local_linear_id()) * largest * most;
     place[at * 3] = first;
     place[at * 3 + 1] = step;
     place[at * 3 + 2] = g.get_local_linear_id();
     const auto from = sycl::address_space_cast<address_space::global_space,
                                                sycl::access::decorated::yes>(in + first);
     const auto to = [=](std::size_t copy) {
       return sycl::address_space_cast<address_space::global_space, sycl::access::decorated::no>(
           out + copy * room + first);
     };
     g.store(out + first, g.load(in + first));
     g.store(to(1), g.load(from));
     g.store<2>(to(2), g.load<2>(from));
     g.store(to(3), g.load<4>(from));
   }).wait();
  std::vector<T> want(room * 4, T(0));
  const std::size_t counts[] = {1, 1, 2, 4};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t copy = 0; copy < 4; ++copy)
      for (std::size_t k = 0; k < counts[copy]; ++k) {
        const std::size_t element = place[i * 3] + k * place[i * 3 + 1] + place[i * 3 + 2];
        want[copy * room + element] = in[element];
      }
  CHECK_ALL(out, room * 4, [&](std::size_t i) { return want[i]; });
  sycl::free(in, q);
  sycl::free(out, q);
  sycl::free(place, q);
}

int main() {
  sycl::queue q;
  for (std::size_t local : {1, 13, 32}) {
    run<int>(q, local, 3);
    run<unsigned char>(q, local, 2);
    run<float>(q, local, 2);
  }
  return check::result();
}
