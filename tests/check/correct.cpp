// Correct programs that resemble faulty ones: nothing must be reported.
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

constexpr std::size_t n = 256;

void check(bool good, const char *what) {
  if (!good)
    std::printf("wrong: %s\n", what), std::exit(1);
}

// Barriers order local and global memory of a work-group, also in loops.
void barriers(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  std::iota(p, p + n, 0);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> tile(32, h);
    h.parallel_for<class exchange>(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) {
      const auto l = it.get_local_id(0), g = it.get_global_id(0);
      for (int round = 0; round < 3; ++round) {
        tile[l] = p[g];
        sycl::group_barrier(it.get_group());
        const int other = tile[31 - l];
        sycl::group_barrier(it.get_group());
        p[g] = other;
        sycl::group_barrier(it.get_group());
        if (round == 1)
          p[g - l + 31 - l] += 0;
        sycl::group_barrier(it.get_group());
      }
    });
  }).wait();
  check(p[0] == 31 && p[n - 1] == n - 32, "exchange");
  sycl::free(p, q);
}

// An atomic store is the first access to local memory.
void atomic_stores(sycl::queue &q) {
  int *counts = sycl::malloc_shared<int>(n / 32, q);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> tile(1, h);
    h.parallel_for<class counts_items>(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group> count(tile[0]);
      if (it.get_local_id(0) == 0)
        count.store(0);
      sycl::group_barrier(it.get_group());
      ++count;
      sycl::group_barrier(it.get_group());
      counts[it.get_group(0)] = count.load();
    });
  }).wait();
  check(counts[0] == 32, "atomic stores");
  sycl::free(counts, q);
}

// Neighbours write bytes of one word.
void bytes(sycl::queue &q) {
  auto *p = sycl::malloc_shared<std::uint8_t>(n, q);
  auto *s = sycl::malloc_shared<std::uint16_t>(n, q);
  q.parallel_for<class of_bytes>(sycl::nd_range<1>(n, 1), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_id(0);
     p[i] = std::uint8_t(i);
     s[n - 1 - i] = std::uint16_t(p[i] + 1);
   }).wait();
  check(p[77] == 77 && s[n - 1 - 77] == 78, "bytes");
  sycl::free(p, q);
  sycl::free(s, q);
}

// The last work-group, which an atomic counter determines, adds up the sums of the others.
void last_group(sycl::queue &q) {
  int *p = sycl::malloc_device<int>(16, q);
  int *count = sycl::malloc_shared<int>(1, q);
  int *sum = sycl::malloc_shared<int>(1, q);
  *count = 0;
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> last(1, h);
    h.parallel_for<class combines>(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
      const int part = sycl::reduce_over_group(it.get_group(), 1, sycl::plus<>());
      if (it.get_local_id(0) == 0) {
        p[it.get_group(0)] = part;
        sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device> done(*count);
        last[0] = done.fetch_add(1) == 15;
      }
      sycl::group_barrier(it.get_group());
      if (last[0] && it.get_local_id(0) == 3) {
        int all = 0;
        for (int g = 0; g < 16; ++g)
          all += p[g];
        *sum = all;
      }
    });
  }).wait();
  check(*sum == n, "last group");
  sycl::free(p, q);
  sycl::free(count, q);
  sycl::free(sum, q);
}

// All write the same value, so the race cannot be observed.
void same_value(sycl::queue &q) {
  int *found = sycl::malloc_shared<int>(1, q);
  *found = 0;
  q.parallel_for<class finds>(sycl::range<1>(n), [=](sycl::id<1> i) {
     if (i[0] % 3 == 1)
       *found = 1;
   }).wait();
  check(*found == 1, "same value");
  sycl::free(found, q);
}

void reductions(sycl::queue &q) {
  std::vector<int> data(n, 2);
  int sum = 0;
  {
    sycl::buffer<int, 1> b(data), s(&sum, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only);
      auto r = sycl::reduction(s, h, sycl::plus<>());
      h.parallel_for<class reduces>(sycl::range<1>(n), r,
                                    [=](sycl::id<1> i, auto &all) { all += a[i]; });
    });
  }
  check(sum == 2 * n, "reduction");
}

// Copies into local memory, groups within groups, memory of a group.
void copies(sycl::queue &q) {
  float *p = sycl::malloc_shared<float>(n, q);
  std::fill(p, p + n, 1.5f);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 1> tile(32, h);
    h.parallel_for<class copied>(
        sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
          const auto first = it.get_group(0) * 32;
          using sycl::access::address_space;
          auto from = sycl::address_space_cast<address_space::global_space,
                                               sycl::access::decorated::yes>(p + first);
          auto to = tile.get_multi_ptr<sycl::access::decorated::yes>();
          it.wait_for(it.async_work_group_copy(to, from, 32));
          const auto l = it.get_local_id(0);
          const float own = tile[31 - l];
          sycl::group_barrier(it.get_group());
          tile[l] = own;
          sycl::group_barrier(it.get_sub_group());
          p[it.get_global_id(0)] = tile[l ^ 1] + 1;
        });
  }).wait();
  check(p[3] == 2.5f, "copies");
  sycl::free(p, q);
}

// One launch after the other on the same memory, by other work-items; host and device in turns.
void launches(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  p[7] = 3;
  for (int round = 0; round < 4; ++round) {
    q.parallel_for<class forward>(sycl::nd_range<1>(n, 8),
                                  [=](sycl::nd_item<1> it) { p[it.get_global_id(0)] = round; });
    q.wait();
    q.parallel_for<class backward>(sycl::nd_range<1>(n, 8), [=](sycl::nd_item<1> it) {
      p[n - 1 - it.get_global_id(0)] += 1;
    });
    q.wait();
    check(p[round] == round + 1, "launches");
    p[round] = 0;
  }
  auto event = q.submit([&](sycl::handler &h) { h.single_task<class before_host>([=] { p[0] = 5; }); });
  int seen = 0;
  q.submit([&](sycl::handler &h) {
    h.depends_on(event);
    h.host_task([=, &seen] { seen = p[0]; });
  });
  q.wait();
  check(seen == 5, "host task");
  sycl::free(p, q);
}

// Private arrays to their last elements, and accessors in parts.
void edges(sycl::queue &q) {
  sycl::buffer<int, 2> b({5, 7});
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for<class last>(sycl::range<2>(5, 7), [=](sycl::item<2> i) {
      int own[7];
      for (int k = 0; k < 7; ++k)
        own[6 - k] = k;
      a[i] = own[i[1]];
      a[i[0]][i[1]] += 1;
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range<2>(2, 3), sycl::id<2>(3, 4), sycl::read_write);
    h.parallel_for<class part>(sycl::range<2>(2, 3), [=](sycl::id<2> i) { a[i] += 10; });
  });
  sycl::host_accessor a(b, sycl::read_only);
  check(a[0][0] == 7 && a[4][6] == 11, "edges");
}

} // namespace

int main() {
  sycl::queue q;
  barriers(q);
  atomic_stores(q);
  bytes(q);
  last_group(q);
  same_value(q);
  reductions(q);
  copies(q);
  launches(q);
  edges(q);
  std::puts("right");
}
