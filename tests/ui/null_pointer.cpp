//! flags = "-O2"
//! accepted = true
// Pointers that are null in a launch, reported at the line that dereferences them; not if the kernel compares them
// first, may skip the access, or gets an unknown pointer.
#include <sycl/sycl.hpp>

struct Node {
  int *data;
  Node *next;
};

struct Named {
  Node node;
  int *all[2];
  int count;
};

static void set(int *at, int value) { *at = value; }

void certain(sycl::queue &q, Node *good) {
  int *p = nullptr;
  Node *node = nullptr;
  q.parallel_for(sycl::range<2>(3, 5), [=](sycl::id<2> i) { p[i[0] * 5 + i[1]] = 1; });
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
    if (it.get_local_id(0) < 8)
      good->data[it.get_global_id(0)] = 1;
    sycl::group_barrier(it.get_group());
    set(p + 3, 2);
  });
  q.single_task([=] { *good = *node; });
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1>) {
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(p[0])++;
  });
  q.single_task([=] {
    int sum = 0;
    for (int k = 0; k < 4; ++k)
      sum += p[k];
    good->data[0] = sum;
  });
}

// Only the pointer of the object is known.
void inside(sycl::queue &q, Node *good, int n) {
  Named named{};
  named.count = n;
  q.parallel_for(sycl::range<3>(2, 3, 4), [=](sycl::id<3> i) { named.node.data[i[2]] = named.count; });
  q.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i) { good->data[i] = *named.all[1]; });
  auto inner = [=](int k) { named.all[0][k] = n; };
  q.parallel_for(sycl::range<2>(n, 5), sycl::id<2>(1, 2), [=](sycl::item<2> i) { inner(i[0]); });
}

void uncertain(sycl::queue &q, int *out, bool wanted, int *unknown, int n) {
  int *mask = nullptr;
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { out[i] = mask ? mask[i] : 5; });
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) {
    if (wanted)
      out[i] = mask[i];
  });
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { out[i] = unknown[i]; });
  q.single_task([=] {
    for (int k = 0; k < n; ++k)
      out[k] = mask[k];
  });
  q.parallel_for(sycl::range<1>(8), [=](sycl::item<1> i) {
    if (i[0] < n)
      out[i] = mask[i];
  });
  int *later = nullptr;
  if (n > 3)
    later = out;
  q.single_task([=] { later[0] = 1; });
}
