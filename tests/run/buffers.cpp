//! plain_kernels = true

// Buffers: construction, sub-buffers, properties.
#include "check.hpp"


#include <array>
#include <list>
#include <memory>
#include <mutex>
#include <sstream>
#include <unordered_set>
#include <vector>

// Every constructor family of buffer: initial contents, sizes and types.
namespace constructors {

template <typename Buffer> std::vector<typename Buffer::value_type> contents(Buffer &b) {
  std::vector<typename Buffer::value_type> result;
  for (const auto &x : sycl::host_accessor(b, sycl::read_only))
    result.push_back(x);
  return result;
}

template <typename T> struct counting_allocator : std::allocator<T> {
  template <typename U> struct rebind { using other = counting_allocator<U>; };
  counting_allocator() = default;
  template <typename U> counting_allocator(const counting_allocator<U> &) {}
};

void all() {
  using namespace sycl;
  const std::vector<int> want{1, 2, 3, 4, 5, 6};
  std::allocator<int> alloc;
  counting_allocator<int> other;

  // A range.
  buffer<int, 1> uninitialised{range<1>(6)};
  CHECK_EQ(uninitialised.size(), 6u);
  CHECK_EQ(uninitialised.byte_size(), 24u);
  CHECK_EQ(uninitialised.get_count(), 6u);
  CHECK_EQ(uninitialised.get_size(), 24u);
  buffer<float, 2> two({3, 4});
  CHECK(two.get_range() == range<2>(3, 4));
  buffer<char, 3> three(range(2, 3, 4), property_list{});
  CHECK_EQ(three.size(), 24u);
  buffer<int> with_allocator(6, alloc);
  buffer<int, 1, counting_allocator<int>> with_other(range<1>(6), other, {});
  CHECK_EQ(with_other.size(), 6u);
  (void)with_other.get_allocator();

  // A pointer.
  int array[6] = {1, 2, 3, 4, 5, 6};
  {
    buffer<int, 1> a(array, range<1>(6));
    CHECK(contents(a) == want);
  }
  {
    buffer<int, 1> a(array, 6, alloc, {property::buffer::use_host_ptr()});
    CHECK(contents(a) == want);
  }
  {
    buffer deduced(array, range(2, 3));
    static_assert(std::is_same_v<decltype(deduced), buffer<int, 2>>);
    CHECK(contents(deduced) == want);
  }
  // A pointer to const.
  const int *constant = array;
  {
    buffer<int, 1> a(constant, range<1>(6));
    buffer deduced(constant, range(3, 2));
    static_assert(std::is_same_v<decltype(deduced), buffer<int, 2>>);
    buffer<const int, 1> c(constant, range<1>(6));
    CHECK(contents(a) == want);
    CHECK(contents(deduced) == want);
    CHECK_EQ(host_accessor(c, read_only)[5], 6);
  }
  // No host memory: as if there were only the range.
  buffer<int, 1> null(static_cast<int *>(nullptr), range<1>(0));
  CHECK_EQ(null.size(), 0u);

  // Containers.
  std::vector<int> vector = want;
  std::array<int, 6> std_array{1, 2, 3, 4, 5, 6};
  const std::vector<int> const_vector = want;
  std::string text = "abcd";
  {
    buffer a(vector);
    static_assert(std::is_same_v<decltype(a), buffer<int, 1>>);
    buffer b(std_array, property_list{});
    buffer<int> c(array);
    buffer d(const_vector);
    buffer e(text);
    static_assert(std::is_same_v<decltype(e), buffer<char, 1>>);
    buffer f{vector, other};
    static_assert(std::is_same_v<decltype(f), buffer<int, 1, counting_allocator<int>>>);
    CHECK(contents(a) == want);
    CHECK(contents(b) == want);
    CHECK(contents(c) == want);
    CHECK(contents(d) == want);
    CHECK_EQ(e.size(), 4u);
    CHECK_EQ(contents(e)[3], 'd');
    CHECK(contents(f) == want);
  }

  // Shared pointers.
  auto shared = std::make_shared<int>(42);
  std::shared_ptr<int[]> shared_array(new int[6]{1, 2, 3, 4, 5, 6});
  {
    buffer<int, 1> a(shared, range<1>(1));
    buffer<int, 1> b(shared_array, range<1>(6));
    buffer<int, 2> c(shared_array, range<2>(2, 3), alloc);
    buffer<int, 1> d(std::shared_ptr<int>(), range<1>(4));
    buffer<int, 1> e(std::unique_ptr<int[]>(new int[3]{7, 8, 9}), range<1>(3));
    CHECK_EQ(contents(a)[0], 42);
    CHECK(contents(b) == want);
    CHECK(contents(c) == want);
    CHECK_EQ(d.size(), 4u);
    CHECK_EQ(contents(e)[2], 9);
  }

  // Iterators of all categories.
  std::list<int> list(want.begin(), want.end());
  std::istringstream input("1 2 3 4 5 6");
  std::vector<bool> bits{true, false, true};
  {
    buffer a(want.begin(), want.end());
    static_assert(std::is_same_v<decltype(a), buffer<int, 1>>);
    buffer b(list.begin(), list.end(), alloc);
    buffer<int> c(std::istream_iterator<int>{input}, std::istream_iterator<int>{});
    buffer<long> d(array, array + 6);
    buffer<bool> e(bits.begin(), bits.end());
    CHECK(contents(a) == want);
    CHECK(contents(b) == want);
    CHECK(contents(c) == want);
    CHECK_EQ(contents(d)[5], 6L);
    host_accessor bool_access(e);
    CHECK(bool_access[0] && !bool_access[1] && bool_access[2]);
  }
  // The elements were copied: the source may change meanwhile.
  {
    buffer a(vector.begin(), vector.end());
    vector[0] = 100;
    CHECK(contents(a) == want);
  }
  // Deduced from pointers: a list of properties is no allocator.
  {
    float elements[6] = {};
    const float *read_only_elements = elements;
    const sycl::property_list none;
    sycl::buffer plain(elements, sycl::range(2, 3), none);
    sycl::buffer constant(read_only_elements, sycl::range(2, 3), none);
    sycl::buffer allocated(elements, sycl::range(2, 3), std::allocator<float>(), none);
    static_assert(std::is_same_v<decltype(plain), sycl::buffer<float, 2>>);
    static_assert(std::is_same_v<decltype(constant), sycl::buffer<float, 2>>);
    static_assert(std::is_same_v<decltype(allocated), sycl::buffer<float, 2>>);
  }
}

} // namespace constructors

// Reinterpreted buffers share the memory of the original.
namespace reinterpreted {

using namespace sycl;

void all() {
  queue q;
  std::vector<unsigned> v(24);
  {
    buffer b(v);
    auto bytes = b.reinterpret<unsigned char>(range(96));
    static_assert(std::is_same_v<decltype(bytes), buffer<unsigned char, 1>>);
    auto also_bytes = b.reinterpret<unsigned char, 1>();
    auto shaped = b.reinterpret<int>(range(2, 3, 4));
    auto same = b.reinterpret<float>();
    static_assert(std::is_same_v<decltype(same), buffer<float, 1>>);
    CHECK_EQ(also_bytes.size(), 96u);
    CHECK(shaped.get_range() == range(2, 3, 4));
    CHECK_EQ(same.size(), 24u);

    q.submit([&](handler &h) {
      accessor a(shaped, h, write_only);
      h.parallel_for(shaped.get_range(), [=](id<3> i) {
        a[i] = int(i[0] << 16 | i[1] << 8 | i[2]);
      });
    });
    q.submit([&](handler &h) {
      accessor a(bytes, h);
      h.parallel_for(24, [=](id<1> i) { a[4 * i + 3] = 1; });
    });
    CHECK_THROWS(errc::invalid, b.reinterpret<int>(range(23)));
    CHECK_THROWS(errc::invalid, b.reinterpret<int>(range(5, 5)));
    struct odd { char c[7]; };
    CHECK_THROWS(errc::invalid, (b.reinterpret<odd, 1>()));

    const std::size_t align =
        q.get_device().get_info<info::device::mem_base_addr_align>() / 8 / sizeof(unsigned);
    if (align <= 12) {
      buffer<unsigned> half(b, id(12), range(12));
      auto view = half.reinterpret<unsigned short>(range(24));
      CHECK(view.is_sub_buffer());
      host_accessor read(view, read_only);
      CHECK_EQ(read[0] & 0xff, 0u);
    }
  }
  CHECK_ALL(v, 24, [](std::size_t i) {
    return unsigned(1u << 24 | i / 12 << 16 | i / 4 % 3 << 8 | i % 4);
  });
}

} // namespace reinterpreted

// Buffers that share the ownership of their host memory.
namespace shared_owners {

using namespace sycl;

static void increment(queue &q, buffer<int> b) {
  q.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for(b.size(), [=](id<1> i) { a[i] += 1; });
  });
}

static int deleted = 0;

void all() {
  queue q;
  std::shared_ptr<int[]> array(new int[100]());
  {
    buffer<int> b(array, range<1>(100));
    increment(q, b);
    increment(q, b);
  }
  CHECK_ALL(array, 100, [](std::size_t) { return 2; });

  auto single = std::make_shared<int>(10);
  {
    buffer<int> b(single, range<1>(1));
    increment(q, b);
  }
  CHECK_EQ(*single, 11);
  CHECK_EQ(single.use_count(), 1);

  { // The application lets go first: the buffer keeps the memory.
    std::shared_ptr<int> owned(new int[50](), [](int *p) {
      ++deleted;
      delete[] p;
    });
    buffer<int> b(owned, range<1>(50));
    owned.reset();
    increment(q, b);
    CHECK_EQ(deleted, 0);
    host_accessor read(b, read_only);
    CHECK_ALL(read, 50, [](std::size_t) { return 1; });
  }
  CHECK_EQ(deleted, 1);

  { // An empty pointer means uninitialised memory.
    buffer<int> b(std::shared_ptr<int[]>(), range<1>(64));
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.fill(a, 4);
    });
    increment(q, b);
    host_accessor read(b);
    CHECK_ALL(read, 64, [](std::size_t) { return 5; });
  }
}

} // namespace shared_owners

// Properties and reference semantics of buffers.
namespace properties {

using namespace sycl;

void all() {
  queue q;
  std::vector<int> v(32, 1);
  std::mutex mutex;
  {
    buffer<int> b(v.data(), 32,
                  {property::buffer::use_host_ptr(), property::buffer::use_mutex(mutex),
                   property::buffer::context_bound(q.get_context())});
    CHECK(b.has_property<property::buffer::use_host_ptr>());
    CHECK(b.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
    CHECK(b.get_property<property::buffer::context_bound>().get_context() == q.get_context());
    CHECK(!buffer<int>(range(1)).has_property<property::buffer::use_mutex>());
    CHECK_THROWS(errc::invalid, buffer<int>(range(1)).get_property<property::buffer::use_mutex>());
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(32, [=](int i) { a[i] += i; });
    });
    // The host accessor works on the memory that was passed.
    host_accessor access(b);
    CHECK(&access[0] == v.data());
  }
  CHECK_ALL(v, 32, [](std::size_t i) { return int(i) + 1; });

  static_assert(is_property_v<property::buffer::use_host_ptr>);
  static_assert(!is_property_v<int>);
  static_assert(is_property_of_v<property::buffer::use_mutex, buffer<float, 2>>);
  static_assert(!is_property_of_v<property::buffer::use_mutex, queue>);
  static_assert(is_property_of_v<property::queue::in_order, queue>);
  static_assert(is_property_of_v<property::no_init, accessor<int, 2>>);

  buffer<int> a(range(4)), other(range(4));
  buffer<int> copy = a;
  CHECK(copy == a && a != other);
  CHECK(std::hash<buffer<int>>()(copy) == std::hash<buffer<int>>()(a));
  std::unordered_set<buffer<int>> set{a, copy, other};
  CHECK_EQ(set.size(), 2u);
  buffer<int> moved = std::move(copy);
  CHECK(moved == a);
  other = a;
  CHECK(other == a);
}

} // namespace properties

// Buffers and ranges of size zero.
namespace size_zero {

using namespace sycl;

void all() {
  queue q;
  std::vector<int> nothing;
  {
    buffer b(nothing);
    buffer<int, 2> flat(range(5, 0));
    buffer<int> from_iterators(nothing.begin(), nothing.end());
    buffer<double, 3> none{range(0, 0, 0)};
    CHECK_EQ(b.size(), 0u);
    CHECK_EQ(flat.byte_size(), 0u);
    q.submit([&](handler &h) {
      accessor a(b, h);
      accessor f(flat, h, read_only);
      accessor d(none, h, write_only, no_init);
      CHECK(a.empty() && f.empty() && d.size() == 0);
      h.parallel_for(b.get_range(), [=](id<1> i) { a[i] = 1; });
    });
    q.submit([&](handler &h) {
      accessor a(flat, h, write_only);
      h.fill(a, 3);
    });
    host_accessor read(b);
    CHECK(read.begin() == read.end());
    CHECK(host_accessor(flat).empty());
    CHECK(host_accessor(from_iterators).empty());
    // An accessor without dimensions has one element, except for an empty buffer.
    const host_accessor<int, 0> element(b);
    CHECK(element.empty() && element.begin() == element.end());
  }
  {
    buffer b(nothing);
    accessor<int, 0> placeholder(b);
    int *sizes = malloc_shared<int>(2, q);
    q.submit([&](handler &h) {
       h.require(placeholder);
       accessor<int, 0, access_mode::read> element(b, h);
       h.single_task([=] {
         sizes[0] = int(element.byte_size());
         sizes[1] = placeholder.empty() ? 0 : 1;
       });
     }).wait();
    CHECK_EQ(sizes[0], 0);
    CHECK_EQ(sizes[1], 0);
    free(sizes, q);
  }
  // An empty region of a buffer with elements.
  std::vector<int> some(10, 1);
  {
    buffer b(some);
    q.submit([&](handler &h) {
      accessor a(b, h, range(0), id(10));
      CHECK(a.empty());
      h.parallel_for(0, [=](id<1> i) { a[i] = 1; });
    });
  }
  CHECK_ALL(some, 10, [](std::size_t) { return 1; });

  // Zero bytes in memory operations.
  int *p = malloc_shared<int>(4, q);
  p[0] = 9;
  q.memset(p, 0, 0).wait();
  q.memcpy(p, p + 1, 0).wait();
  q.fill(p, 1, 0).wait();
  q.copy(p + 1, p, 0).wait();
  CHECK_EQ(p[0], 9);
  free(p, q);
  free(malloc_device(0, q), q);
  free(nullptr, q);
}

} // namespace size_zero

// Sub-buffers: regions, rules and dependencies.
namespace parts {

using namespace sycl;

void all() {
  queue q;
  const std::size_t align =
      std::max<std::size_t>(q.get_device().get_info<info::device::mem_base_addr_align>() / 8, 4);
  const std::size_t chunk = align / sizeof(int); // elements between legal origins
  const std::size_t n = 4 * chunk;
  std::vector<int> v(n, 1);
  {
    buffer b(v);
    buffer<int> second(b, id<1>(chunk), range<1>(chunk));
    buffer<int> rest(b, id<1>(2 * chunk), range<1>(2 * chunk));
    CHECK(second.is_sub_buffer() && !b.is_sub_buffer());
    CHECK_EQ(second.size(), chunk);
    CHECK(second != b);
    q.submit([&](handler &h) {
      accessor a(second, h, write_only);
      h.parallel_for(chunk, [=](int i) { a[i] = 100 + i; });
    });
    q.submit([&](handler &h) {
      accessor a(rest, h);
      h.parallel_for(2 * chunk, [=](int i) { a[i] += 200 + i; });
    });
    // The parent sees what was written through the parts, and the other way.
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(n, [=](id<1> i) { a[i] *= 2; });
    });
    host_accessor part(second, read_only);
    CHECK_ALL(part, chunk, [](std::size_t i) { return 2 * (100 + int(i)); });
    host_accessor ranged(rest, range<1>(3), id<1>(2), read_only);
    CHECK_ALL(ranged, 3, [](std::size_t i) { return 2 * (201 + int(i) + 2); });
  }
  CHECK_ALL(v, n, [=](std::size_t i) {
    return 2 * (i < chunk ? 1 : i < 2 * chunk ? 100 + int(i - chunk) : 201 + int(i - 2 * chunk));
  });

  // Rows of a two-dimensional buffer.
  std::vector<int> m(8 * chunk);
  {
    buffer<int, 2> b(m.data(), range(8, chunk));
    buffer<int, 2> rows(b, id(2, 0), range(3, chunk));
    q.submit([&](handler &h) {
      accessor a(rows, h, write_only);
      h.parallel_for(rows.get_range(), [=](id<2> i) { a[i] = int(1000 * i[0] + i[1]); });
    });
    // Rules (SYCL 2020 §4.7.2.1).
    CHECK_THROWS(errc::invalid, buffer<int, 2>(b, id(0, 0), range(2, chunk / 2)));
    CHECK_THROWS(errc::invalid, buffer<int, 2>(b, id(7, 0), range(2, chunk)));
    CHECK_THROWS(errc::invalid, buffer<int, 2>(b, id(0, 1), range(1, chunk)));
    CHECK_THROWS(errc::invalid, buffer<int, 2>(rows, id(0, 0), range(1, chunk)));
    buffer<int, 2> part_of_row(b, id(1, 0), range(1, chunk / 2));
    CHECK_EQ(part_of_row.size(), chunk / 2);
    buffer<int, 2> misaligned(b, id(1, 1), range(1, 1));
    if (align > sizeof(int))
      CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
        accessor a(misaligned, h);
        h.single_task([=] { a[0][0] = 1; });
      }));
    host_accessor from_host(misaligned, read_only);
    CHECK_EQ(from_host[0][0], 0);
  }
  CHECK_ALL(m, m.size(), [=](std::size_t i) {
    const std::size_t row = i / chunk;
    return row >= 2 && row < 5 ? int(1000 * (row - 2) + i % chunk) : 0;
  });
}

} // namespace parts

int main() {
  constructors::all();
  reinterpreted::all();
  shared_owners::all();
  properties::all();
  size_zero::all();
  parts::all();
  return check::result();
}
