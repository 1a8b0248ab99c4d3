//! flags = "-std=c++17"
//! skip_device = { opencl = "only the headers matter", cuda = "only the headers matter" }

// sycl::span in C++17, which has no std::span.
#include "check.hpp"

#include <array>
#include <type_traits>
#include <vector>

template <typename From, typename To> constexpr bool converts = std::is_convertible_v<From, To>;

int main() {
  using sycl::dynamic_extent;
  using sycl::span;
  static_assert(std::is_trivially_copyable_v<span<int>> && sizeof(span<int, 4>) == sizeof(int *));
  static_assert(converts<span<int>, span<const int>> && !converts<span<const int>, span<int>>);
  static_assert(converts<span<int, 3>, span<int>> && !converts<span<int, 3>, span<int, 4>>);
  static_assert(converts<std::vector<int> &, span<int>> &&
                !converts<const std::vector<int> &, span<int>> &&
                converts<const std::vector<int> &, span<const int>> &&
                !converts<std::vector<long> &, span<int>>);
  static_assert(std::is_default_constructible_v<span<int>> &&
                std::is_default_constructible_v<span<int, 0>> &&
                !std::is_default_constructible_v<span<int, 1>>);

  int data[] = {1, 2, 3, 4, 5};
  span all(data);
  static_assert(std::is_same_v<decltype(all), span<int, 5>> && decltype(all)::extent == 5);
  std::array<int, 3> array{7, 8, 9};
  span fixed(array);
  static_assert(std::is_same_v<decltype(fixed), span<int, 3>>);
  std::vector<int> vector{10, 11};
  span open(vector);
  static_assert(std::is_same_v<decltype(open), span<int>> &&
                decltype(open)::extent == dynamic_extent);
  const std::vector<int> &constant = vector;
  static_assert(std::is_same_v<decltype(span(constant)), span<const int>>);

  CHECK(all.size() == 5 && all.size_bytes() == 20 && !all.empty() && span<int>().empty());
  CHECK(all.front() == 1 && all.back() == 5 && all[2] == 3 && all.data() == data);
  CHECK_EQ(open.size(), 2u);
  int sum = 0;
  for (int &value : all)
    sum += value;
  CHECK_EQ(sum, 15);
  CHECK_EQ(*all.rbegin(), 5);
  static_assert(std::is_same_v<decltype(all.first<2>()), span<int, 2>> &&
                std::is_same_v<decltype(all.last(2)), span<int>> &&
                std::is_same_v<decltype(all.subspan<1>()), span<int, 4>> &&
                std::is_same_v<decltype(all.subspan<1, 2>()), span<int, 2>> &&
                std::is_same_v<decltype(open.subspan<1>()), span<int>>);
  CHECK(all.first<2>().back() == 2 && all.first(3).back() == 3);
  CHECK(all.last<2>().front() == 4 && all.last(3).front() == 3);
  CHECK(all.subspan<1>().size() == 4 && all.subspan<1, 2>().back() == 3);
  CHECK(all.subspan(2).front() == 3 && all.subspan(2, 2).size() == 2);
  CHECK(sycl::as_bytes(all).size() == 20 && sycl::as_writable_bytes(open).size() == 8);
  span<const int> other = fixed;
  other = all;
  CHECK_EQ(other.size(), 5u);

  // In a kernel, by value.
  sycl::queue q;
  int *const memory = sycl::malloc_shared<int>(64, q);
  span<int> shared(memory, 64);
  q.parallel_for(64, [=](sycl::id<1> i) { shared[i] = int(i); }).wait();
  CHECK_ALL(memory, 64, [](std::size_t i) { return i; });
  sycl::free(memory, q);
  return check::result();
}
