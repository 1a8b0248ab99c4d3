// Programs with one fault each, by name. `//~` with a name and texts marks the line that the report must name; the
// report must also contain the texts. The tests read these comments (tests/suite/check.rs).
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr std::size_t n = 64;

struct Wide {
  int parts[6];
};

constexpr int table[4] = {1, 2, 3, 5};

void accessor_1d(sycl::queue &q) {
  sycl::buffer<int, 1> b(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for<class one>(n, [=](sycl::id<1> i) {
      a[i[0] + 1] = 1; //~ accessor_1d: index of an accessor | global id [63] | 64 in dimension 0 of 1 | range is 64 | kernel   one
    });
  }).wait();
}

void accessor_2d(sycl::queue &q) {
  sycl::buffer<float, 2> b({8, 6});
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for<class two>(sycl::nd_range<2>({8, 6}, {4, 3}), [=](sycl::nd_item<2> it) {
      const sycl::id<2> at(it.get_global_id(0), it.get_global_id(1) + it.get_global_id(0) / 7);
      a[at] = 1; //~ accessor_2d: global id [7,5], local id [3,2], group id [1,1] | 6 in dimension 1 of 2 | range is 6
    });
  }).wait();
}

void accessor_slices(sycl::queue &q) {
  sycl::buffer<int, 3> b({2, 3, 4});
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.parallel_for<class slices>(sycl::range<3>(2, 3, 4), [=](sycl::item<3> i) {
      const int wrong = i[0] == 1 && i[1] == 2 && i[2] == 0;
      a[i[0]][i[1] + wrong][i[2]] = 1; //~ accessor_slices: global id [1,2,0] | 3 in dimension 1 of 3 | range is 3
    });
  }).wait();
}

void accessor_ranged(sycl::queue &q) {
  std::vector<int> data(n);
  sycl::buffer<int, 1> b(data.data(), n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range<1>(16), sycl::id<1>(8), sycl::write_only);
    h.parallel_for<class ranged>(17, [=](sycl::id<1> i) {
      a[i] = 1; //~ accessor_ranged: global id [16] | 16 in dimension 0 of 1 | range is 16
    });
  }).wait();
}

void accessor_pointer(sycl::queue &q) {
  std::vector<int> data(2 * n);
  sycl::buffer<int, 1> b(data.data(), n); // made here
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for<class pointer>(n, [=](sycl::id<1> i) {
      int *p = a.get_multi_ptr<sycl::access::decorated::no>().get();
      p[2 * i] = 1; //~ accessor_pointer: outside of a buffer | buffer of 256 bytes | 0 bytes past its end | global id [32] | made at
    });
  }).wait();
}

void host_accessor(sycl::queue &) {
  sycl::buffer<int, 1> b(n);
  sycl::host_accessor a(b, sycl::write_only);
  a[n] = 1; //~ host_accessor: index of an accessor | 64 in dimension 0 of 1 | on the host
}

void local_1d(sycl::queue &q) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> a(16, h);
    h.parallel_for<class local_one>(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
      a[it.get_local_id(0) + 1] = 1; //~ local_1d: index of a local accessor | local id [15] | 16 in dimension 0 of 1
    });
  }).wait();
}

void local_2d(sycl::queue &q) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 2> a({4, 4}, h);
    h.parallel_for<class local_two>(sycl::nd_range<2>({4, 8}, {4, 4}), [=](sycl::nd_item<2> it) {
      const auto x = it.get_local_id(1), y = it.get_local_id(0);
      a[y][x + (it.get_group(1) == 1 && x == 3)] = 1; //~ local_2d: index of a local accessor | group id [0,1] | 4 in dimension 1 of 2
    });
  }).wait();
}

void local_variable(sycl::queue &q) {
  q.parallel_for<class local_var>(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> it) {
     auto &tile = *sycl::ext::oneapi::group_local_memory_for_overwrite<int[8]>(it.get_group());
     tile[it.get_local_id(0) + it.get_group(0)] = 1; //~ local_variable: local memory | local id [7], group id [1]
   }).wait();
}

void usm_over(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class over>(n + 1, [=](sycl::id<1> i) {
     p[i] = 1; //~ usm_over: write of 4 bytes outside of a USM allocation | USM shared allocation of 256 bytes | 0 bytes past its end | global id [64] | in usm_over
   }).wait();
  sycl::free(p, q);
}

void usm_under(sycl::queue &q) {
  double *p = sycl::malloc_device<double>(n, q);
  q.parallel_for<class under>(n, [=](sycl::item<1> i) {
     p[i] = 1;
     double *before = p - 1;
     before[i] += 1; //~ usm_under: read of 8 bytes outside of a USM allocation | USM device allocation of 512 bytes | 8 bytes before its start | global id [0]
   }).wait();
  sycl::free(p, q);
}

void usm_far(sycl::queue &q) {
  int *p = sycl::malloc_host<int>(n, q);
  q.single_task<class far>([=] {
     p[1000000] = 1; //~ usm_far: USM host allocation of 256 bytes | 3999744 bytes past its end
   }).wait();
  sycl::free(p, q);
}

void usm_into_other(sycl::queue &q) {
  char *p = sycl::malloc_shared<char>(n, q);
  char *other = sycl::malloc_shared<char>(n, q);
  const std::ptrdiff_t distance = other - p;
  q.parallel_for<class into_other>(sycl::range<1>(4), [=](sycl::id<1> i) {
     p[distance + std::ptrdiff_t(i[0])] = 1; //~ usm_into_other: write of 1 bytes outside of a USM allocation | of 64 bytes
   }).wait();
  sycl::free(p, q);
  sycl::free(other, q);
}

void usm_too_long(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class too_long>(n / 4, [=](sycl::id<1> i) {
     Wide wide = {{1, 2, 3, 4, 5, 6}};
     if (i[0] == n / 4 - 1)
       __builtin_memcpy(p + 4 * i[0], &wide, sizeof wide); //~ usm_too_long: write of 24 bytes | at byte 240 and 8 bytes too long | global id [15]
   }).wait();
  sycl::free(p, q);
}

void private_array(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class private_one>(n, [=](sycl::id<1> i) {
     int own[8] = {};
     for (std::size_t k = 0; k <= i[0] % 9; ++k)
       own[k] = int(k); //~ private_array: access outside of a private variable | `own` of 32 bytes | at byte 32 | global id [8]
     p[i] = own[3];
   }).wait();
  sycl::free(p, q);
}

int sum(const int *from, int count) {
  int all = 0;
  for (int k = 0; k < count; ++k)
    all += from[k];
  return all;
}

void private_by_pointer(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class private_two>(sycl::nd_range<1>(n, 8), [=](sycl::nd_item<1> it) {
     int own[5] = {1, 2, 3, 4, 5};
     const int wrong = int(it.get_global_id(0) == 13);
     own[4 + wrong] = 3; //~ private_by_pointer: outside of a private variable | global id [13], local id [5], group id [1]
     p[it.get_global_id(0)] = sum(own, 5);
   }).wait();
  sycl::free(p, q);
}

void constant_table(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class constants>(5, [=](sycl::id<1> i) {
     p[i] = table[i]; //~ constant_table: outside of a variable | of 16 bytes | at byte 16 | global id [4]
   }).wait();
  sycl::free(p, q);
}

void freed_read(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  int *out = sycl::malloc_shared<int>(n, q);
  sycl::free(p, q);
  q.parallel_for<class after_free>(n, [=](sycl::id<1> i) {
     out[i] = p[i]; //~ freed_read: use after free: read of 4 bytes | USM shared allocation of 256 bytes | made at | freed at | global id [0]
   }).wait();
  sycl::free(out, q);
}

void freed_write(sycl::queue &q) {
  float *p = sycl::malloc_device<float>(n, q);
  sycl::free(p, q);
  q.parallel_for<class after_free_2>(sycl::range<2>(8, 8), [=](sycl::item<2> i) {
     if (i[0] == 2 && i[1] == 3)
       p[i.get_linear_id()] = 1; //~ freed_write: use after free: write of 4 bytes | at byte 76 | global id [2,3]
   }).wait();
}

void null_pointer(sycl::queue &q) {
  int *p = nullptr;
  int *volatile hidden = p;
  int *q0 = hidden;
  q.parallel_for<class null>(4, [=](sycl::id<1> i) {
     if (i[0] == 2)
       q0[i] = 1; //~ null_pointer: null pointer: write of 4 bytes | address  0x8 | global id [2]
   }).wait();
}

void barrier_return(sycl::queue &q) {
  q.parallel_for<class returns>(sycl::nd_range<1>(32, 16), [=](sycl::nd_item<1> it) {
     if (it.get_global_id(0) == 19)
       return;
     sycl::group_barrier(it.get_group()); //~ barrier_return: divergent barrier | group id [1] | local id [3], group id [1] is done
   }).wait();
}

void barrier_branch(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class branches>(sycl::nd_range<2>({2, 8}, {2, 8}), [=](sycl::nd_item<2> it) {
     const auto i = it.get_global_linear_id();
     if (it.get_local_id(1) % 2 == 0) {
       p[i] = 1;
       sycl::group_barrier(it.get_group()); //~ barrier_branch: divergent barrier | local id [0,0] | waits at
     } else {
       p[i] = 2;
       sycl::group_barrier(it.get_group());
     }
   }).wait();
  sycl::free(p, q);
}

void barrier_loop(sycl::queue &q) {
  q.parallel_for<class loops>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
     for (std::size_t k = 0; k < 4 + it.get_local_id(0) / 7; ++k)
       sycl::group_barrier(it.get_group()); //~ barrier_loop: divergent barrier | by       work-item with global id [7]
   }).wait();
}

void barrier_collective(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class collective>(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> it) {
     int sum = 0;
     if (it.get_local_id(0) < 5)
       sum = sycl::reduce_over_group(it.get_group(), 1, sycl::plus<>()); //~ barrier_collective: divergent barrier | is done
     p[it.get_global_id(0)] = sum;
   }).wait();
  sycl::free(p, q);
}

void race_local(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> tile(16, h);
    h.parallel_for<class exchange>(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
      const auto l = it.get_local_id(0);
      tile[l] = int(l);
      sycl::group_barrier(it.get_group());
      p[it.get_global_id(0)] = tile[l ^ 1];
      tile[l] = 1; //~ race_local: data race between work-items of a work-group | local memory | write after a read at
    });
  }).wait();
  sycl::free(p, q);
}

void race_local_loop(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> tile(8, h);
    h.parallel_for<class next_iteration>(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> it) {
      const auto l = it.get_local_id(0);
      int all = 0;
      for (int k = 0; k < 3; ++k) {
        tile[l] = k; //~ race_local_loop: data race between work-items of a work-group | write after a read at
        sycl::group_barrier(it.get_group());
        all += tile[(l + 1) % 8];
      }
      p[it.get_global_id(0)] = all;
    });
  }).wait();
  sycl::free(p, q);
}

void race_global(sycl::queue &q) {
  int *p = sycl::malloc_device<int>(n, q);
  q.parallel_for<class same_element>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
     p[it.get_local_id(0) / 2] = int(it.get_local_id(0)); //~ race_global: between work-items of a work-group | write after a write at | by       work-item with global id [1], local id [1], group id [0] | by the work-item with global id [0] | USM device allocation | made at
   }).wait();
  sycl::free(p, q);
}

void race_sub_groups(sycl::queue &q) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> tile(16, h);
    h.parallel_for<class sub_groups>(
        sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
          const auto l = it.get_local_id(0);
          tile[l] = int(l);
          sycl::group_barrier(it.get_sub_group());
          const int own = tile[l ^ 1];
          const int far = tile[(l + 8) % 16]; //~ race_sub_groups: between work-items of a work-group | read after a write at
          sycl::group_barrier(it.get_group());
          tile[l] = own + far;
        });
  }).wait();
}

void uninitialised(sycl::queue &q) {
  float *p = sycl::malloc_shared<float>(n, q);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float, 1> tile(16, h);
    h.parallel_for<class nobody_wrote>(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> it) {
      const auto l = it.get_local_id(0);
      tile[l] = 1;
      sycl::group_barrier(it.get_group());
      p[it.get_global_id(0)] = tile[l + 1]; //~ uninitialised: uninitialised local memory: read of 4 bytes | local id [7]
    });
  }).wait();
  sycl::free(p, q);
}

void uninitialised_group(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 2> tile({2, 4}, h);
    h.parallel_for<class first_group>(sycl::nd_range<2>({2, 8}, {2, 4}), [=](sycl::nd_item<2> it) {
      const auto y = it.get_local_id(0), x = it.get_local_id(1);
      if (it.get_group(1) == 0)
        tile[y][x] = 1;
      sycl::group_barrier(it.get_group());
      p[it.get_global_linear_id()] = tile[y][x]; //~ uninitialised_group: uninitialised local memory | group id [0,1]
    });
  }).wait();
  sycl::free(p, q);
}

void race_groups(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q);
  q.parallel_for<class groups_write>(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1> it) {
     p[it.get_local_id(0)] = int(it.get_group(0)); //~ race_groups: data race between work-groups | write after a write at | USM shared allocation of 256 bytes
   }).wait();
  sycl::free(p, q);
}

void race_groups_read(sycl::queue &q) {
  std::vector<int> data(n + 1, 1);
  sycl::buffer<int, 1> b(data.data(), n + 1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.parallel_for<class in_place>(sycl::nd_range<1>(n, 1), [=](sycl::nd_item<1> it) {
      const auto i = it.get_global_id(0);
      const int next = a[i + 1];
      a[i] = next + int(i); //~ race_groups_read: data race between work-groups | write after a read at | buffer of 260 bytes
    });
  }).wait();
}

void race_atomic(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  q.parallel_for<class mixed>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> count(*p);
     if (it.get_global_id(0) == 6)
       *p = 100; //~ race_atomic: data race between | write after a atomic write at | global id [6], local id [2], group id [1]
     else
       count += 1;
   }).wait();
  sycl::free(p, q);
}

void host_read(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(n, q); // made here
  auto event = q.parallel_for<class not_awaited>(n, [=](sycl::id<1> i) { p[i] = int(i[0]); });
  const int early = p[3]; //~ host_read: host read of 4 bytes without waiting for a kernel | not_awaited | writes there | USM shared allocation of 256 bytes; the access is at byte 12 | made at
  event.wait();
  if (early != p[3])
    std::puts("early");
  sycl::free(p, q);
}

void host_write(sycl::queue &q) {
  int *p = sycl::malloc_host<int>(n, q);
  int *out = sycl::malloc_device<int>(n, q);
  std::memset(p, 0, n * sizeof(int));
  q.parallel_for<class still_reads>(n, [=](sycl::id<1> i) { out[i] = p[i]; });
  p[5] = 1; //~ host_write: host write of 4 bytes without waiting for a kernel | still_reads | reads there | USM host allocation of 256 bytes
  q.wait();
  sycl::free(p, q);
  sycl::free(out, q);
}

void deadlock(sycl::queue &q) {
  sycl::buffer<int, 1> b(n);
  sycl::host_accessor held(b, sycl::write_only); // made here
  auto event = q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only);
    h.parallel_for<class waits>(n, [=](sycl::id<1> i) { a[i] = 1; });
  });
  try {
    event.wait(); //~ deadlock: deadlock: waiting for a command that waits for a host accessor | waits | accessor made at | in deadlock
  } catch (const sycl::exception &) {
  }
}

} // namespace

int main(int argc, char **argv) {
  const std::map<std::string, void (*)(sycl::queue &)> faults = {
#define FAULT(name) {#name, name}
      FAULT(accessor_1d),     FAULT(accessor_2d),        FAULT(accessor_slices),
      FAULT(accessor_ranged), FAULT(accessor_pointer),   FAULT(host_accessor),
      FAULT(local_1d),        FAULT(local_2d),           FAULT(local_variable),
      FAULT(usm_over),        FAULT(usm_under),          FAULT(usm_far),
      FAULT(usm_into_other),  FAULT(usm_too_long),       FAULT(private_array),
      FAULT(private_by_pointer), FAULT(constant_table),  FAULT(freed_read),
      FAULT(freed_write),     FAULT(null_pointer),       FAULT(barrier_return),
      FAULT(barrier_branch),  FAULT(barrier_loop),       FAULT(barrier_collective),
      FAULT(race_local),      FAULT(race_local_loop),    FAULT(race_global),
      FAULT(race_sub_groups), FAULT(uninitialised),      FAULT(uninitialised_group),
      FAULT(race_groups),     FAULT(race_groups_read),   FAULT(race_atomic),
      FAULT(host_read),       FAULT(host_write),         FAULT(deadlock),
  };
  const auto found = argc > 1 ? faults.find(argv[1]) : faults.end();
  if (found == faults.end())
    return 1;
  sycl::queue q;
  found->second(q);
  std::puts("went on");
}
