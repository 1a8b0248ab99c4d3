//! also = ["-O2 -fmacro-prefix-map=/=elsewhere/"]
// Errors of launches name the kernel and its source line.
#include "check.hpp"

#include <cstdio>
#include <string>

namespace shapes {
struct triangle;
struct functor {
  void operator()(sycl::nd_item<1>) const {}
};
constexpr int functor_line = __LINE__ - 3;
} // namespace shapes

/// The message of the exception that a launch throws.
template <typename Launch> std::string message(Launch launch) {
  try {
    launch();
  } catch (const sycl::exception &e) {
    return e.what();
  }
  return "nothing was thrown";
}

bool says(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return true;
  std::fprintf(stderr, "no '%s' in '%s'\n", part.c_str(), text.c_str());
  return false;
}

/// `file.cpp:12`, with the file's name as compiled.
std::string place(int line) { return std::string(__FILE__) + ":" + std::to_string(line); }

int main() {
  sycl::queue queue;
  const sycl::nd_range<1> odd{10, 3};

  std::string text = message([&] {
    queue.parallel_for<shapes::triangle>(odd, [=](sycl::nd_item<1>) {});
  });
  CHECK(says(text, "shapes::triangle (" + place(__LINE__ - 2) + ")"));
  CHECK(says(text, "does not divide"));

  text = message([&] { queue.parallel_for(odd, shapes::functor{}); });
  CHECK(says(text, "shapes::functor"));
  CHECK(says(text, "(" + place(shapes::functor_line) + ")"));

  // The name of an unnamed kernel contains its place, which is not repeated.
  text = message([&] {
    queue.parallel_for(sycl::nd_range<1>{1 << 30, 1 << 30}, [=](sycl::nd_item<1>) {});
  });
  CHECK(says(text, ":" + std::to_string(__LINE__ - 2) + ":"));
  CHECK(says(text, "exceeds the"));

  // More local memory than any device has.
  text = message([&] {
    queue.submit([&](sycl::handler &h) {
      sycl::local_accessor<char, 1> scratch(size_t(1) << 40, h);
      h.parallel_for<class hungry>(sycl::nd_range<1>{4, 4}, [=](sycl::nd_item<1> it) {
        scratch[it.get_local_id(0)] = 1;
      });
    });
    queue.wait_and_throw();
  });
  CHECK(says(text, "hungry (" + place(__LINE__ - 6) + ")"));
  CHECK(says(text, "local"));

  // Headers wrap the program's lambda in the kernel of a reduction.
  int *sum = sycl::malloc_shared<int>(1, queue);
  text = message([&] {
    queue.parallel_for<class total>(odd, sycl::reduction(sum, sycl::plus<int>()),
                                    [=](sycl::nd_item<1>, auto &s) { s += 1; });
  });
  CHECK(says(text, "(" + place(__LINE__ - 2) + ")"));
  sycl::free(sum, queue);
  return check::result();
}
