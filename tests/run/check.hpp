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

// Programs have many checks, and whatever a check that holds does not need is in functions of its own, which are not
// inlined: that keeps programs fast to compile and to run.

// Prints the first differences only; a wrong kernel can produce a million wrong elements.
[[gnu::noinline]] inline bool fail(const char *file, int line, const char *text) {
  if (failures == 0)
    std::atexit([] {
      std::fflush(nullptr);
      std::_Exit(1);
    });
  if (++failures <= 20)
    std::printf("%s:%d: %s\n", file, line, text);
  return false;
}
inline bool report(bool ok, const char *file, int line, const char *text) {
  return ok || fail(file, line, text);
}
inline bool report(bool ok, const char *file, int line, const std::string &text) {
  return ok || fail(file, line, text.c_str());
}

inline void print(std::ostream &out, bool value) { out << (value ? "true" : "false"); }
inline void print(std::ostream &out, const std::string &value) { out << value; }
template <typename T> void print(std::ostream &out, const T &value) {
  if constexpr (std::is_enum_v<T>)
    out << static_cast<long long>(value);
  else
    out << +value;
}

template <typename T> [[gnu::noinline]] std::string show(const T &value) {
  std::ostringstream out;
  print(out, value);
  return out.str();
}

// Prints the value of a type that a check has forgotten.
using Printer = void(std::ostream &, const void *);
template <typename T> [[gnu::noinline]] void print_value(std::ostream &out, const void *value) {
  print(out, *static_cast<const T *>(value));
}

constexpr std::size_t no_index = -1;
[[gnu::noinline]] inline bool fail_equal(const void *got, const void *want, Printer *print, const char *file,
                                         int line, const char *what, std::size_t index = no_index) {
  std::ostringstream out;
  out << what;
  if (index != no_index)
    out << '[' << index << ']';
  print(out << " is ", got);
  print(out << ", expected ", want);
  return fail(file, line, out.str().c_str());
}

template <typename A, typename B>
bool equal(const A &got, const B &want, const char *file, int line, const char *what) {
  const A expected = static_cast<A>(want);
  return got == expected || fail_equal(&got, &expected, print_value<A>, file, line, what);
}
template <typename A, typename B>
bool equal(const A &got, const B &want, const char *file, int line, const std::string &what) {
  return equal(got, want, file, line, what.c_str());
}

// Compares `count` elements with want(i).
template <typename Data, typename Want>
void elements(const Data &got, std::size_t count, Want want, const char *file, int line,
              const char *what) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto &element = got[i];
    using Element = std::remove_cv_t<std::remove_reference_t<decltype(element)>>;
    const Element expected = static_cast<Element>(want(i));
    if (!(element == expected)) {
      fail_equal(&element, &expected, print_value<Element>, file, line, what, i);
      return;
    }
  }
}
template <typename Data, typename Want>
void elements(const Data &got, std::size_t count, Want want, const char *file, int line,
              const std::string &what) {
  elements(got, count, want, file, line, what.c_str());
}

// Checks the exception that is being handled.
[[gnu::noinline]] inline void thrown(sycl::errc code, const char *file, int line, const char *what) {
  const std::string text = what;
  try {
    throw;
  } catch (const sycl::exception &e) {
    report(e.code() == code, file, line,
           text + " threw error code " + std::to_string(e.code().value()) + ", expected " +
               std::to_string(static_cast<int>(code)) + ": " + e.what());
    report(e.what()[0] != '\0', file, line, text + ": the exception has no message");
  } catch (const std::exception &e) {
    report(false, file, line, text + " threw another exception: " + e.what());
  }
}
[[gnu::noinline]] inline void not_thrown(const char *file, int line, const char *what) {
  report(false, file, line, std::string(what) + " did not throw");
}

template <typename F>
void throws(sycl::errc code, F f, const char *file, int line, const char *what) {
  try {
    f();
  } catch (...) {
    thrown(code, file, line, what);
    return;
  }
  not_thrown(file, line, what);
}

// Whether kernels that require sub-groups of a size run on the queue's device.
[[gnu::noinline]] inline bool has_sub_groups_of(std::size_t size, const sycl::queue &q) {
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
    throws(sycl::errc::kernel_not_supported, launch, file, line,
           ("a launch in sub-groups of " + show(size)).c_str());
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
