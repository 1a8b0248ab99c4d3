//! also = ["-O0"]
//! flags = "-Wall -Wextra -Werror"

// async_work_group_copy of groups and nd_items, with and without strides, in both directions; numbers of elements
// that work-groups do not divide.
#include "check.hpp"

#include <numeric>
#include <vector>

using namespace sycl;
using access::decorated;

template <int Dimensions> void copies(queue &q, range<Dimensions> local) {
  const std::size_t groups = 3, items = local.size(), share = items + 5;
  range<Dimensions> global = local;
  global[0] *= groups;
  std::vector<int> in(groups * share * 2), plain(groups * share), strided(groups * share * 3, -1);
  std::iota(in.begin(), in.end(), 0);
  {
    buffer source(in), to(plain), far(strided);
    q.submit([&](handler &h) {
      accessor from(source, h, read_only);
      accessor near(to, h, write_only, no_init);
      accessor apart(far, h);
      local_accessor<int> tile(share, h), other(share, h);
      h.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) {
        auto group = it.get_group();
        const std::size_t first = group.get_group_linear_id() * share;
        auto in = from.template get_multi_ptr<decorated::yes>() + 2 * first;
        auto out = near.template get_multi_ptr<decorated::yes>() + first;
        auto spread = apart.template get_multi_ptr<decorated::yes>() + 3 * first;
        auto one = tile.template get_multi_ptr<decorated::yes>();
        auto two = other.template get_multi_ptr<decorated::yes>();
        device_event loaded = group.async_work_group_copy(one, in, share);
        device_event picked = it.async_work_group_copy(two, in, share, 2);
        group.wait_for(loaded, picked);
        // Elements of neighbours: all work-items see the copies.
        for (std::size_t i = it.get_local_linear_id(); i < share; i += items)
          two[i] += one[share - 1 - i];
        group_barrier(group);
        it.wait_for(it.async_work_group_copy(out, two, share));
        group.async_work_group_copy(spread, two, share, 3).wait();
      });
    });
  }
  auto want = [&](std::size_t i) {
    const std::size_t base = 2 * (i / share * share), k = i % share;
    return int(base + 2 * k + base + share - 1 - k);
  };
  CHECK_ALL(plain, plain.size(), want);
  CHECK_ALL(strided, strided.size(),
            [&](std::size_t i) { return i % 3 ? -1 : want(i / 3); });
}

void legacy(queue &q) {
  std::vector<float> data(16);
  std::iota(data.begin(), data.end(), 0.5f);
  {
    buffer b(data);
    q.submit([&](handler &h) {
      accessor a(b, h);
      local_accessor<float> tile(8, h);
      h.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> it) {
        auto memory = a.get_pointer() + 8 * it.get_group(0);
        it.async_work_group_copy(tile.get_pointer(), memory, 8).wait();
        const std::size_t i = it.get_local_id(0);
        const float swapped = tile[7 - i];
        tile[7 - i] = tile[i];
        tile[i] = swapped;
        group_barrier(it.get_group());
        it.wait_for(it.get_group().async_work_group_copy(memory, tile.get_pointer(), 8));
      });
    });
  }
  CHECK_ALL(data, 16, [](std::size_t i) { return float(i / 8 * 8 + 7 - i % 8) + 0.5f; });
}

int main() {
  queue q;
  copies<1>(q, {7});
  copies<2>(q, {2, 5});
  copies<3>(q, {2, 3, 2});
  legacy(q);
  return check::result();
}
