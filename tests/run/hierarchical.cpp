//! also = ["-O0", "-O2 -fno-scythe-mlir"]
//! flags = "-Wall -Wextra -Werror"

// Kernels of parallel_for_work_group: code that runs once per work-group and code that runs once per work-item, sizes
// and variables of both, in one to three dimensions.
#include "check.hpp"

#include <vector>

using namespace sycl;

// The queries of an h_item, as numbers.
struct place {
  std::size_t global, global_size, logical, logical_size, physical, physical_size, runs;
};

template <int Dimensions>
std::size_t linear(const id<Dimensions> &at, const range<Dimensions> &all) {
  std::size_t result = 0;
  for (int d = 0; d < Dimensions; ++d)
    result = result * all[d] + at[d];
  return result;
}

template <int Dimensions> range<Dimensions> sizes(std::size_t a, std::size_t b, std::size_t c) {
  if constexpr (Dimensions == 1)
    return range<1>(a);
  else if constexpr (Dimensions == 2)
    return range<2>(a, b);
  else
    return range<3>(a, b, c);
}

template <int Dimensions> id<Dimensions> at_linear(std::size_t at, const range<Dimensions> &all) {
  id<Dimensions> result;
  for (int d = Dimensions - 1; d >= 0; --d) {
    result[d] = at % all[d];
    at /= all[d];
  }
  return result;
}

// Logical ranges: none, larger and smaller than the work-group, and another in
// every work-group.
template <int Dimensions> void places(queue &q) {
  const auto groups = sizes<Dimensions>(4, 3, 2), local = sizes<Dimensions>(3, 2, 5);
  for (int kind = 0; kind < 4; ++kind) {
    const auto logical_of = [=](const id<Dimensions> &group) {
      range<Dimensions> logical = kind == 1   ? sizes<Dimensions>(7, 4, 6)
                                  : kind == 2 ? sizes<Dimensions>(2, 2, 1)
                                              : local;
      for (int d = 0; kind == 3 && d < Dimensions; ++d)
        logical[d] = group[d];
      return logical;
    };
    const std::size_t most = sizes<Dimensions>(7, 4, 6).size();
    std::vector<place> got(groups.size() * most, place{});
    std::vector<int> group_runs(groups.size());
    {
      buffer out(got);
      buffer runs(group_runs);
      q.submit([&](handler &h) {
        accessor items(out, h);
        accessor counts(runs, h);
        h.parallel_for_work_group(groups, local, [=](group<Dimensions> group) {
          counts[group.get_group_linear_id()] += 1 + 10 * group.leader();
          const std::size_t first = group.get_group_linear_id() * most;
          const auto note = [&](h_item<Dimensions> it) {
            place &here = items[first + it.get_logical_local().get_linear_id()];
            here = {it.get_global().get_linear_id(),
                    it.get_global_range().size(),
                    linear(it.get_local_id(), it.get_local_range()),
                    it.get_logical_local_range().size(),
                    linear(it.get_physical_local_id(), it.get_physical_local_range()),
                    it.get_physical_local_range().size(),
                    here.runs + 1};
          };
          if (kind == 0)
            group.parallel_for_work_item(note);
          else
            group.parallel_for_work_item(logical_of(group.get_group_id()), note);
        });
      });
    }
    CHECK_ALL(group_runs, groups.size(), [](std::size_t) { return 11; });
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const auto group = at_linear(g, groups);
      const auto logical = logical_of(group);
      for (std::size_t i = 0; i < most; ++i) {
        const place &here = got[g * most + i];
        if (i >= logical.size()) {
          CHECK_EQ(here.runs, 0u);
          continue;
        }
        const id<Dimensions> physical = at_linear(i, logical) % id<Dimensions>(local);
        const id<Dimensions> global = group * id<Dimensions>(local) + physical;
        CHECK_EQ(here.runs, 1u);
        CHECK_EQ(here.logical, i);
        CHECK_EQ(here.logical_size, logical.size());
        CHECK_EQ(here.physical, linear(physical, local));
        CHECK_EQ(here.physical_size, local.size());
        CHECK_EQ(here.global, linear(global, groups * local));
        CHECK_EQ(here.global_size, (groups * local).size());
      }
    }
  }
}

int helper_sum(const int *values, std::size_t count) {
  int sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum += values[i];
  return sum;
}

struct counted {
  counted() : value(40) {}
  // Work-items do this at the same time.
  ~counted() {
    if (ends)
      ++atomic_ref<int, memory_order::relaxed, memory_scope::device>(*ends);
  }
  int value, *ends = nullptr;
};

// Variables of the work-group, of its work-items, and local memory; the calls in
// loops and branches, with implicit barriers between them.
void variables(queue &q) {
  constexpr std::size_t groups = 5, items = 48, rounds = 3;
  std::vector<int> got(groups * items), ends(groups), sums(groups);
  {
    buffer out(got), ended(ends), summed(sums);
    q.submit([&](handler &h) {
      accessor result(out, h), end(ended, h), sum(summed, h);
      local_accessor<int> tile(items, h);
      h.parallel_for_work_group<class variables_of_groups>(
          range(groups), range(items), [=](group<1> group) {
            const int number = static_cast<int>(group.get_group_id(0));
            int shared[items];
            int round_sum = 0;
            private_memory<counted> mine(group);
            private_memory<double> doubles(group);
            group.parallel_for_work_item([&](h_item<1> it) {
              const int i = static_cast<int>(it.get_local_id(0));
              mine(it).value += i;
              mine(it).ends = &end[number];
              doubles(it) = 0.5 * i;
              tile[it.get_local_id()] = i * number;
            });
            for (std::size_t round = 0; round < rounds; ++round) {
              group.parallel_for_work_item([&](h_item<1> it) {
                const std::size_t i = it.get_local_id(0);
                shared[i] = tile[(i + 1) % items] + static_cast<int>(round);
              });
              if (number % 2 == 0)
                group.parallel_for_work_item([&](h_item<1> it) {
                  const std::size_t i = it.get_local_id(0);
                  tile[i] = shared[items - 1 - i];
                  mine(it).value += static_cast<int>(2 * doubles(it));
                });
              round_sum += helper_sum(shared, items);
            }
            sum[number] = round_sum;
            group.parallel_for_work_item([&](h_item<1> it) {
              result[it.get_global_id()] = mine(it).value + 1000 * tile[it.get_local_id()];
            });
          });
    });
  }
  for (std::size_t number = 0; number < groups; ++number) {
    int tile[items], shared[items], mine[items], sum = 0;
    for (std::size_t i = 0; i < items; ++i) {
      tile[i] = static_cast<int>(i * number);
      mine[i] = static_cast<int>(40 + i);
    }
    for (std::size_t round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < items; ++i)
        shared[i] = tile[(i + 1) % items] + static_cast<int>(round);
      for (std::size_t i = 0; number % 2 == 0 && i < items; ++i) {
        tile[i] = shared[items - 1 - i];
        mine[i] += static_cast<int>(i);
      }
      sum += helper_sum(shared, items);
    }
    CHECK_EQ(ends[number], static_cast<int>(items));
    CHECK_EQ(sums[number], sum);
    for (std::size_t i = 0; i < items; ++i)
      CHECK_EQ(got[number * items + i], mine[i] + 1000 * tile[i]);
  }
}

// A kernel in a class, whose work-groups get their size from the runtime; copies
// of the whole work-group.
struct chosen_size {
  accessor<int> in, out;
  local_accessor<int> tile;

  template <typename Group> void operator()(Group group) const {
    const std::size_t first = group.get_group_linear_id() * tile.size();
    using access::decorated;
    group.wait_for(group.async_work_group_copy(
        tile.get_multi_ptr<decorated::yes>(),
        in.get_multi_ptr<decorated::yes>() + first, tile.size()));
    group.parallel_for_work_item(range<3>(1, 1, tile.size()), [=, this_ = *this](h_item<3> it) {
      this_.tile[it.get_logical_local_id(2)] *= 3;
    });
    group.wait_for(group.async_work_group_copy(
        out.get_multi_ptr<decorated::yes>() + first,
        tile.get_multi_ptr<decorated::yes>(), tile.size()));
  }
};

void sizes_of_ours(queue &q) {
  constexpr std::size_t groups = 6, share = 77;
  std::vector<int> in(groups * share), out(groups * share);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<int>(i) - 100;
  {
    buffer from(in), to(out);
    q.submit([&](handler &h) {
      h.parallel_for_work_group(range<3>(2, 1, 3),
                                chosen_size{accessor<int>(from, h), accessor<int>(to, h),
                                            local_accessor<int>(share, h)});
    });
  }
  CHECK_ALL(out, out.size(), [&](std::size_t i) { return 3 * in[i]; });
}

constexpr specialization_id<int> factor(5);

void with_kernel_handler(queue &q) {
  std::vector<int> got(8);
  {
    buffer out(got);
    q.submit([&](handler &h) {
      accessor result(out, h);
      h.set_specialization_constant<factor>(7);
      h.parallel_for_work_group(range(2), range(4), [=](const group<1> &group, kernel_handler kh) {
        const int times = kh.get_specialization_constant<factor>();
        group.parallel_for_work_item([&](const h_item<1> &it) {
          result[it.get_global_id()] = times * static_cast<int>(it.get_global_id(0));
        });
      });
    });
  }
  CHECK_ALL(got, 8, [](std::size_t i) { return 7 * static_cast<int>(i); });
}

// A kernel's required size is what the program observes, not the size that runs it.
void required_sizes(queue &q) {
  std::vector<int> got(24, 0);
  const auto launch = [&](range<1> groups, range<1> local) {
    buffer b(got);
    q.submit([&](handler &h) {
      accessor result(b, h);
      h.parallel_for_work_group(
          groups, local, [=](group<1> group) [[sycl::reqd_work_group_size(8)]] {
            const int size = int(group.get_local_range(0));
            group.parallel_for_work_item([&](h_item<1> it) {
              result[it.get_global_id()] = size * 100 + int(it.get_local_id(0));
            });
          });
    });
  };
  launch(3, 8);
  CHECK_ALL(got, 24, [](std::size_t i) { return 800 + int(i) % 8; });
  CHECK_THROWS(errc::nd_range, launch(3, 4));
  const auto too_large = [&] {
    q.submit([&](handler &h) {
      constexpr std::size_t huge = std::size_t(1) << 32;
      h.parallel_for_work_group(range(1), range(huge),
                                [=](group<1>) [[sycl::reqd_work_group_size(huge)]] {});
    });
  };
  if (q.get_backend() != backend::opencl)
    CHECK_THROWS(errc::kernel_not_supported, too_large());
}

void wrong_sizes(queue &q) {
  const auto launch = [&](range<2> local) {
    q.submit([&](handler &h) {
      h.parallel_for_work_group(range<2>(2, 2), local, [=](group<2>) {});
    });
  };
  CHECK_THROWS(errc::nd_range, launch({4, 0}));
  const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();
  CHECK_THROWS(errc::nd_range, launch({2, most}));
  launch({1, 16});
  q.wait_and_throw();
}

int main() {
  queue q;
  places<1>(q);
  places<2>(q);
  places<3>(q);
  variables(q);
  sizes_of_ours(q);
  with_kernel_handler(q);
  required_sizes(q);
  wrong_sizes(q);
  return check::result();
}
