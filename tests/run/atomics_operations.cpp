//! also = ["-O0"]
// Every operation of atomic_ref on every type, in kernels and on the host, against plain variables.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

constexpr auto relaxed = sycl::memory_order::relaxed;
constexpr auto acq_rel = sycl::memory_order::acq_rel;
constexpr auto seq_cst = sycl::memory_order::seq_cst;
constexpr auto device = sycl::memory_scope::device;

template <typename T, sycl::memory_order Order = relaxed,
          sycl::access::address_space Space = sycl::access::address_space::generic_space>
using ref = sycl::atomic_ref<T, Order, device, Space>;

// One bit for each wrong operation. `object` is in the memory under test.
template <typename T, sycl::memory_order Order> struct Checker {
  unsigned wrong = 0, bit = 1;
  T &object;
  ref<T, Order> atomic{object};

  void expect(bool ok) {
    wrong |= ok ? 0u : bit;
    bit <<= 1;
  }
  // `got` is the result of the operation, `now` the expected value of the object.
  void step(T got, T returned, T now) { expect(got == returned && object == now); }

  void basics(T a, T b) {
    atomic.store(a);
    expect(object == a);
    expect((atomic = b) == b && object == b);
    expect(atomic.load() == b && T(atomic) == b);
    step(atomic.exchange(a), b, a);
    T expected = b;
    expect(!atomic.compare_exchange_strong(expected, b) && expected == a && object == a);
    expect(atomic.compare_exchange_strong(expected, b, seq_cst, relaxed) && object == b);
    expected = a;
    expect(!atomic.compare_exchange_weak(expected, a, acq_rel) && expected == b);
    // The weak form may fail for no reason.
    while (!atomic.compare_exchange_weak(expected, a, sycl::memory_order::release))
      expect(expected == b);
    bit = 1u << 10;
    expect(object == a);
    atomic.store(b, sycl::memory_order::release, sycl::memory_scope::system);
    expect(atomic.load(sycl::memory_order::acquire, sycl::memory_scope::work_group) == b);
    const ref<T, Order> copy(atomic);
    expect(copy.exchange(a, seq_cst) == b && object == a);
  }
};

template <sycl::memory_order Order, typename T> unsigned integers(T &object) {
  Checker<T, Order> c{0, 1, object};
  const T big = static_cast<T>(T(3) << (sizeof(T) * 8 - 3));
  c.basics(T(-7), big);
  const auto &a = c.atomic;
  object = 12;
  c.step(a.fetch_add(5), 12, 17);
  c.step(a.fetch_sub(20), 17, T(-3));
  object = 0x0ff0;
  c.step(a.fetch_and(0x3c3c), 0x0ff0, 0x0c30);
  c.step(a.fetch_or(0x0003), 0x0c30, 0x0c33);
  c.step(a.fetch_xor(0x0f0f), 0x0c33, 0x033c);
  // Values whose sign matters: -1 is the smallest or the largest.
  const T minus = T(-1), low = minus < T(0) ? minus : T(5), high = minus < T(0) ? T(5) : minus;
  object = 5;
  c.step(a.fetch_min(minus), 5, low);
  object = 5;
  c.step(a.fetch_max(minus), 5, high);
  object = 10;
  c.expect((a += 4) == 14 && (a -= 10) == 4 && (a |= 9) == 13 && (a &= 12) == 12 && (a ^= 5) == 9);
  c.expect(a++ == 9 && ++a == 11 && a-- == 11 && --a == 9 && object == 9);
  // Overflow wraps around.
  object = std::numeric_limits<T>::max();
  c.step(a.fetch_add(1), std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest());
  return c.wrong;
}

template <sycl::memory_order Order, typename T> unsigned floating(T &object) {
  Checker<T, Order> c{0, 1, object};
  c.basics(T(-0.75), T(1e30));
  const auto &a = c.atomic;
  object = T(1.5);
  c.step(a.fetch_add(T(2.25)), T(1.5), T(3.75));
  c.step(a.fetch_sub(T(4)), T(3.75), T(-0.25));
  c.step(a.fetch_min(T(2)), T(-0.25), T(-0.25));
  c.step(a.fetch_min(T(-2)), T(-0.25), T(-2));
  c.step(a.fetch_max(T(-3)), T(-2), T(-2));
  c.step(a.fetch_max(T(8)), T(-2), T(8));
  c.expect((a += T(0.5)) == T(8.5) && (a -= T(1)) == T(7.5) && object == T(7.5));
  return c.wrong;
}

struct Element {
  char bytes[12];
};

template <sycl::memory_order Order> unsigned pointers(Element *&object) {
  Checker<Element *, Order> c{0, 1, object};
  // Never dereferenced.
  Element *const base = object;
  c.basics(base + 1, base + 7);
  const auto &a = c.atomic;
  object = base;
  c.step(a.fetch_add(3), base, base + 3);
  c.step(a.fetch_sub(-2), base + 3, base + 5);
  c.expect((a += 2) == base + 7 && (a -= 4) == base + 3);
  c.expect(a++ == base + 3 && ++a == base + 5 && a-- == base + 5 && --a == base + 3);
  return c.wrong;
}

// All types at their own addresses.
struct Memory {
  int i;
  unsigned u;
  long l;
  unsigned long ul;
  long long ll;
  unsigned long long ull;
  float f;
  double d;
  Element *p;
};

constexpr int count = 9;

template <sycl::memory_order Order> void all(Memory &m, Element *elements, unsigned *wrong) {
  m.p = elements;
  wrong[0] = integers<Order>(m.i);
  wrong[1] = integers<Order>(m.u);
  wrong[2] = integers<Order>(m.l);
  wrong[3] = integers<Order>(m.ul);
  wrong[4] = integers<Order>(m.ll);
  wrong[5] = integers<Order>(m.ull);
  wrong[6] = floating<Order>(m.f);
  wrong[7] = floating<Order>(m.d);
  wrong[8] = pointers<Order>(m.p);
}

template <sycl::memory_order Order> void run(sycl::queue &q) {
  using reference = ref<int, Order>;
  static_assert(reference::default_read_modify_write_order == Order);
  static_assert(reference::default_read_order ==
                (Order == acq_rel ? sycl::memory_order::acquire : Order));
  static_assert(reference::default_write_order ==
                (Order == acq_rel ? sycl::memory_order::release : Order));
  static_assert(reference::default_scope == device);
  static_assert(reference::required_alignment >= alignof(int) && reference::is_always_lock_free);
  static_assert(std::is_same_v<typename reference::value_type, int> &&
                std::is_same_v<typename reference::difference_type, int>);
  static_assert(std::is_same_v<typename ref<int *, Order>::difference_type, std::ptrdiff_t>);
  static_assert(!std::is_copy_assignable_v<reference> && std::is_copy_constructible_v<reference>);

  unsigned *wrong = sycl::malloc_shared<unsigned>(3 * count, q);
  Memory *memory = sycl::malloc_shared<Memory>(1, q);
  Element *elements = sycl::malloc_shared<Element>(8, q);
  std::memset(wrong, 0xff, 3 * count * sizeof(unsigned));
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<Memory, 1> tile(sycl::range<1>(1), h);
     h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
       all<Order>(*memory, elements, wrong);
       all<Order>(tile[0], elements, wrong + count);
     });
   }).wait();
  all<Order>(*memory, elements, wrong + 2 * count);
  for (int i = 0; i < 3 * count; ++i)
    CHECK_EQ(wrong[i], 0u);
  sycl::free(wrong, q);
  sycl::free(memory, q);
  sycl::free(elements, q);
}

// The address space is a promise that changes nothing.
void address_spaces(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(2, q);
  out[0] = out[1] = 0;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 0> tile(h);
     h.parallel_for(sycl::nd_range<1>(12, 4), [=](sycl::nd_item<1> it) {
       int &shared = tile;
       if (it.get_group().leader())
         shared = 0;
       sycl::group_barrier(it.get_group());
       sycl::atomic_ref<int, relaxed, sycl::memory_scope::work_group,
                        sycl::access::address_space::local_space>(shared) += 2;
       sycl::group_barrier(it.get_group());
       sycl::atomic_ref<int, seq_cst, sycl::memory_scope::device,
                        sycl::access::address_space::global_space>
           total(out[0]);
       if (it.get_group().leader())
         total += shared;
       sycl::atomic_fence(acq_rel, sycl::memory_scope::device);
       ref<int, acq_rel>(out[1]).fetch_max(int(it.get_global_id(0)));
     });
   }).wait();
  CHECK_EQ(out[0], 24);
  CHECK_EQ(out[1], 11);
  sycl::free(out, q);
}

// Numbers of 16 bits beside each other, and pairs of them, from many work-items.
template <typename T> void narrow(sycl::queue &q) {
  using pair = sycl::vec<T, 2>;
  constexpr int n = 64;
  T *out = sycl::malloc_shared<T>(8, q);
  // The upper number of a word.
  unsigned *wrong = sycl::malloc_shared<unsigned>(1, q);
  q.single_task([=] { *wrong = floating<acq_rel>(out[1]); }).wait();
  CHECK_EQ(*wrong, 0u);
  sycl::free(wrong, q);
  std::fill_n(out, 8, T(0.0f));
  q.parallel_for(n, [=](sycl::id<1> i) {
     ref<T>(out[i[0] % 2]).fetch_add(T(1.0f));
     sycl::atomic_ref<T, acq_rel, sycl::memory_scope::system>(out[i[0] % 2]) += T(1.0f);
     ref<T>(out[2]).fetch_max(T(float(i[0])));
     ref<T>(out[3]).fetch_min(T(-float(i[0])));
     ref<pair>(reinterpret_cast<pair &>(out[4])).fetch_add(pair(T(1.0f), T(2.0f)));
     sycl::atomic_ref<pair, seq_cst, sycl::memory_scope::system>(
         reinterpret_cast<pair &>(out[6])) -= pair(T(2.0f), T(1.0f));
   }).wait();
  const float expected[] = {64, 64, 63, -63, 64, 128, -128, -64};
  for (int i = 0; i < 8; ++i)
    CHECK_EQ(float(out[i]), expected[i]);
  ref<pair> host(reinterpret_cast<pair &>(out[0]));
  const pair before = host.fetch_sub(pair(T(60.0f), T(63.0f)));
  CHECK_EQ(float(before[1]), 64.0f);
  CHECK_EQ(float(out[0]) + float(out[1]), 5.0f);
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  run<relaxed>(q);
  run<acq_rel>(q);
  run<seq_cst>(q);
  address_spaces(q);
  narrow<sycl::half>(q);
  narrow<sycl::ext::oneapi::bfloat16>(q);
  return check::result();
}
