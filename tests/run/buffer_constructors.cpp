// Every constructor family of buffer: initial contents, sizes and types.
#include "check.hpp"

#include <array>
#include <list>
#include <memory>
#include <sstream>
#include <vector>

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

int main() {
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
  return check::result();
}
