// Checks of run tests: each test compares with a computation on the host, prints differences and returns
// check::result() from main. A test that does not return it fails.
#pragma once

#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace check {

inline int failures = 0;

// Prints the first differences only; a wrong kernel can produce a million wrong elements.
inline bool report(bool ok, const char *file, int line, const std::string &text) {
  if (!ok && failures == 0)
    std::atexit([] {
      std::fflush(nullptr);
      std::_Exit(1);
    });
  if (!ok && ++failures <= 20)
    std::printf("%s:%d: %s\n", file, line, text.c_str());
  return ok;
}

template <typename T> std::string show(const T &value) {
  std::ostringstream out;
  if constexpr (std::is_enum_v<T>)
    out << static_cast<long long>(value);
  else
    out << +value;
  return out.str();
}
inline std::string show(bool value) { return value ? "true" : "false"; }
inline std::string show(const std::string &value) { return value; }

template <typename A, typename B>
bool equal(const A &got, const B &want, const char *file, int line, const std::string &what) {
  return report(got == static_cast<A>(want), file, line,
                what + " is " + show(got) + ", expected " + show(static_cast<A>(want)));
}

// Compares `count` elements with want(i).
template <typename Data, typename Want>
void elements(const Data &got, std::size_t count, Want want, const char *file, int line,
              const std::string &what) {
  for (std::size_t i = 0; i < count; ++i)
    if (!equal(got[i], want(i), file, line, what + "[" + std::to_string(i) + "]"))
      return;
}

template <typename F>
void throws(sycl::errc code, F f, const char *file, int line, const std::string &what) {
  try {
    f();
  } catch (const sycl::exception &e) {
    report(e.code() == code, file, line,
           what + " threw error code " + std::to_string(e.code().value()) + ", expected " +
               std::to_string(static_cast<int>(code)) + ": " + e.what());
    report(e.what()[0] != '\0', file, line, what + ": the exception has no message");
    return;
  } catch (const std::exception &e) {
    report(false, file, line, what + " threw another exception: " + e.what());
    return;
  }
  report(false, file, line, what + " did not throw");
}

// Whether the device of a queue has sub-groups of that size.
inline bool has_sub_groups_of(const sycl::queue &q, std::size_t size) {
  for (std::size_t known : q.get_device().get_info<sycl::info::device::sub_group_sizes>())
    if (known == size)
      return true;
  return false;
}

// Whether kernels that require sub-groups of a size run on the queue's device.
inline bool has_sub_groups_of(std::size_t size, const sycl::queue &q) {
  for (const std::size_t known : q.get_device().get_info<sycl::info::device::sub_group_sizes>())
    if (known == size)
      return true;
  return false;
}

// Launches a kernel that requires a sub-group size; a device without it must report an error.
template <typename Launch>
void launch_with_sub_groups_of(std::size_t size, const sycl::queue &q, Launch launch, const char *file,
                               int line) {
  if (has_sub_groups_of(size, q))
    launch();
  else
    throws(sycl::errc::kernel_not_supported, launch, file, line, "a launch in sub-groups of " + show(size));
}

inline int result() {
  if (failures)
    std::printf("%d checks failed\n", failures);
  return failures ? 1 : 0;
}

} // namespace check

#define CHECK(...) check::report(bool(__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define CHECK_EQ(got, want) check::equal(got, want, __FILE__, __LINE__, #got)
#define CHECK_ALL(got, count, ...)                                                                 \
  check::elements(got, count, __VA_ARGS__, __FILE__, __LINE__, #got)
#define LAUNCH_WITH_SUB_GROUPS_OF(size, queue, ...)                                                \
  check::launch_with_sub_groups_of(size, queue, [&] { __VA_ARGS__; }, __FILE__, __LINE__)
#define CHECK_THROWS(code, ...)                                                                    \
  check::throws(code, [&] { __VA_ARGS__; }, __FILE__, __LINE__, #__VA_ARGS__)
