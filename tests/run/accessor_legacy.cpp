//! also = ["-O0"]
// The SYCL 1.2.1 spellings, deprecated but still part of SYCL 2020.
#include "check.hpp"

#include <vector>

using namespace sycl;

// Accessors whose elements are atomic objects.
static void atomics(queue &q) {
  constexpr int n = 256;
  std::vector<int> sums(6, 0), grid(4, 0);
  int single = 5;
  float swapped = 1.5f;
  {
    buffer<int, 1> b(sums.data(), range<1>(6));
    buffer<int, 2> g(grid.data(), range<2>(2, 2));
    buffer<int, 1> s(&single, range<1>(1));
    buffer<float, 1> f(&swapped, range<1>(1));
    q.submit([&](handler &cgh) {
      auto a = b.get_access<access::mode::atomic>(cgh);
      auto two = g.get_access<access::mode::atomic>(cgh);
      accessor<int, 0, access::mode::atomic> one(s, cgh);
      auto real = f.get_access<access::mode::atomic>(cgh);
      accessor<int, 1, access::mode::atomic, access::target::local> local(range<1>(1), cgh);
      cgh.parallel_for<class legacy_atomics>(
          nd_range<1>(range<1>(n), range<1>(32)), [=](nd_item<1> i) {
            const int me = int(i.get_global_id(0));
            atomic<int, access::address_space::local_space> shared = local[0];
            if (i.get_local_id(0) == 0)
              shared.store(0);
            i.barrier(access::fence_space::local_space);
            shared.fetch_add(1);
            i.barrier(access::fence_space::local_space);
            a[0].fetch_add(me);
            a[id<1>(1)].fetch_max(me);
            atomic_fetch_or(a[2], 1 << (me % 8));
            atomic<int> third = a[3];
            int seen = third.load();
            while (!third.compare_exchange_strong(seen, seen + 2))
              ;
            if (i.get_local_id(0) == 0)
              atomic_fetch_add(a[4], atomic_load(shared));
            if (me == 0)
              atomic_store(a[5], 7);
            two[1][me % 2].fetch_sub(1);
            two[id<2>(0, 1)].fetch_xor(me);
            atomic<int> element = one;
            element.fetch_min(-me);
            if (me == 3)
              real[0].exchange(real[0].load() + 1);
          });
    });
  }
  const int want[] = {n * (n - 1) / 2, n - 1, 255, 2 * n, n, 7};
  CHECK_ALL(sums, 6, [&](std::size_t i) { return want[i]; });
  CHECK_EQ(grid[0], 0);
  CHECK_EQ(grid[1], 0); // all numbers below 256
  CHECK_EQ(grid[2], -n / 2);
  CHECK_EQ(grid[3], -n / 2);
  CHECK_EQ(single, 1 - n);
  CHECK_EQ(swapped, 2.5f);
}

int main() {
  queue q{default_selector{}};
  std::vector<float> v(16, 1.0f);
  {
    buffer<float, 1> b(v.data(), range<1>(v.size()));
    q.submit([&](handler &cgh) {
      auto in = b.get_access<access::mode::read>(cgh);
      static_assert(std::is_same_v<decltype(in), accessor<float, 1, access_mode::read>>);
      auto out = b.get_access<access::mode::write, access::target::global_buffer>(cgh);
      CHECK_EQ(in.get_count(), 16u);
      CHECK_EQ(in.get_size(), 64u);
      cgh.parallel_for<class legacy_add>(range<1>(16), [=](id<1> i) { out[i] = in[i] + i[0]; });
    });
    q.submit([&](handler &cgh) {
      auto part = b.get_access<access::mode::read_write>(cgh, range<1>(4), id<1>(8));
      auto constant = b.get_access<access::mode::read, access::target::constant_buffer>(cgh);
      cgh.parallel_for<class legacy_part>(range<1>(4), [=](id<1> i) { part[i] = constant[0] - 5; });
    });
    auto host = b.get_access<access::mode::read>();
    static_assert(
        std::is_same_v<decltype(host), accessor<float, 1, access_mode::read, target::host_buffer>>);
    CHECK_EQ(host[3], 4.0f);
    CHECK_EQ(host[9], -4.0f);
    CHECK_EQ(host.get_count(), 16u);
    CHECK(!host.is_placeholder());
  }
  {
    buffer<float, 1> b(v.data(), range<1>(v.size()));
    auto host = b.get_access<access::mode::discard_write>(range<1>(2), id<1>(14));
    host[0] = 50;
    host[1] = 51;
  }
  CHECK_EQ(v[14], 50.0f);
  CHECK_EQ(v[15], 51.0f);
  {
    buffer<float, 1> b(v.data(), range<1>(v.size()));
    q.submit([&](handler &cgh) {
      accessor<float, 1, access::mode::discard_read_write, access::target::global_buffer,
               access::placeholder::false_t>
          a(b, cgh);
      CHECK(a.has_property<property::no_init>());
      cgh.parallel_for<class legacy_discard>(range<1>(16), [=](id<1> i) { a[i] = 2; });
    });
    q.submit([&](handler &cgh) {
      accessor<float, 1, access::mode::write> a(b, cgh);
      cgh.parallel_for<class legacy_nd>(
          nd_range<1>(range<1>(16), range<1>(4)),
          [=](nd_item<1> i) { a[i.get_global_id(0)] = i.get_group(0); });
    });
  }
  CHECK_ALL(v, 16, [](std::size_t i) { return float(i / 4); });
  atomics(q);
  return check::result();
}
