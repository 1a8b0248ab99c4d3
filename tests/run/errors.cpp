//! plain_kernels = true

// Errors: the exception classes, and what launches, command groups and memory operations throw.
#include "check.hpp"


#include <stdexcept>
#include <system_error>
#include <vector>

// The exception classes themselves (SYCL 2020 §4.13.2).
namespace classes {

void all() {
  using sycl::errc;
  const std::error_code code = sycl::make_error_code(errc::nd_range);
  static_assert(std::is_error_code_enum_v<errc>);
  CHECK(code == errc::nd_range);
  CHECK(code.category() == sycl::sycl_category());
  CHECK_EQ(std::string(sycl::sycl_category().name()), std::string("sycl"));
  CHECK_EQ(code.message(), std::string("invalid nd_range"));
  CHECK_EQ(static_cast<int>(errc::success), 0);
  CHECK(!sycl::make_error_code(errc::success));
  const std::error_code implicit = errc::invalid;
  CHECK_EQ(implicit.value(), static_cast<int>(errc::invalid));

  sycl::exception a(code, std::string("one"));
  sycl::exception b(code, "two");
  sycl::exception c(code);
  sycl::exception d(3, sycl::sycl_category(), std::string("four"));
  sycl::exception e(3, std::generic_category(), "five");
  sycl::exception f(3, sycl::sycl_category());
  CHECK(std::string(a.what()).find("one") != std::string::npos);
  CHECK(std::string(b.what()).find("two") != std::string::npos);
  CHECK(std::string(e.what()).find("five") != std::string::npos);
  CHECK(c.what() != nullptr && f.what() != nullptr);
  CHECK(d.code() == errc::accessor);
  CHECK(e.category() == std::generic_category());
  CHECK(!a.has_context());
  CHECK_THROWS(errc::invalid, a.get_context());

  sycl::context ctx;
  sycl::exception g(ctx, code, std::string("six"));
  sycl::exception h(ctx, code, "seven");
  sycl::exception i(ctx, code);
  sycl::exception j(ctx, 3, sycl::sycl_category(), std::string("eight"));
  sycl::exception k(ctx, 3, sycl::sycl_category(), "nine");
  sycl::exception l(ctx, 3, sycl::sycl_category());
  for (const sycl::exception *each : {&g, &h, &i, &j, &k, &l})
    CHECK(each->has_context() && each->get_context() == ctx);
  sycl::exception copy = g;
  copy = h;
  CHECK(std::string(copy.what()).find("seven") != std::string::npos);
  static_assert(std::is_nothrow_copy_constructible_v<sycl::exception>);
  static_assert(std::is_base_of_v<std::exception, sycl::exception>);

  bool caught = false;
  try {
    throw a;
  } catch (const std::exception &x) {
    caught = std::string(x.what()).find("one") != std::string::npos;
  }
  CHECK(caught);
  sycl::exception_list list;
  CHECK_EQ(list.size(), 0u);
  CHECK(list.begin() == list.end());
}

} // namespace classes

// Wrong launches and memory operations throw the right error code.
namespace commands {

using namespace sycl;

void all() {
  queue q;
  int *p = malloc_shared<int>(64, q);
  auto kernel = [=](nd_item<1> i) { p[i.get_global_id() % 64] = 1; };
  const std::size_t limit = q.get_device().get_info<info::device::max_work_group_size>();

  // Work-groups that do not divide the range, are empty or too large.
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<1>(10, 3), kernel));
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<1>(10, 0), kernel));
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<1>(2 * limit + 2, limit + 1), kernel));
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<2>({8, 9}, {4, 4}),
                                              [=](nd_item<2> i) { p[i.get_local_id(0)] = 1; }));
  CHECK_THROWS(errc::nd_range, q.submit([&](handler &h) {
    h.parallel_for(nd_range<3>({4, 4, 4}, {4, 4, 3}),
                   [=](nd_item<3> i) { p[i.get_local_id(0)] = 1; });
  }));
  // The queue is still usable.
  q.parallel_for(nd_range<1>(64, 8), kernel).wait();
  CHECK_ALL(p, 64, [](std::size_t) { return 1; });

  // Null pointers.
  CHECK_THROWS(errc::invalid, q.memcpy(nullptr, p, 4));
  CHECK_THROWS(errc::invalid, q.memcpy(p, nullptr, 4));
  CHECK_THROWS(errc::invalid, q.memset(nullptr, 0, 4));
  CHECK_THROWS(errc::invalid, q.fill<int>(nullptr, 1, 4));
  CHECK_THROWS(errc::invalid, q.copy<int>(p, nullptr, 4));

  // Freed twice, and memory that never was USM.
  int on_stack = 0;
  CHECK_THROWS(errc::invalid, free(&on_stack, q));
  CHECK_THROWS(errc::invalid, free(p + 1, q));
  free(p, q);
  CHECK_THROWS(errc::invalid, free(p, q));

  // Profiling without the property.
  using end = info::event_profiling::command_end;
  CHECK_THROWS(errc::invalid, event().get_profiling_info<end>());
  CHECK_THROWS(errc::invalid, q.single_task([] {}).get_profiling_info<end>());
}

} // namespace commands

// Exceptions from inside a command group, and command groups with no or two
// commands.
namespace command_groups {

using namespace sycl;

void all() {
  queue q;
  int *p = malloc_shared<int>(4, q);
  p[0] = 0;

  bool caught = false;
  try {
    q.submit([&](handler &h) {
      h.single_task([=] { p[0] = 1; });
      throw std::runtime_error("from the command group");
    });
  } catch (const std::runtime_error &e) {
    caught = std::string(e.what()) == "from the command group";
  }
  CHECK(caught);
  q.wait();
  CHECK_EQ(p[0], 0); // nothing was submitted

  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.single_task([=] { p[0] = 1; });
    h.single_task([=] { p[0] = 2; });
  }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.memset(p, 1, 4);
    h.parallel_for(4, [=](int i) { p[i] = 2; });
  }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.host_task([] {});
    h.host_task([] {});
  }));
  // The program's own kernels have no arguments that could be set by index.
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { h.set_arg(0, p); }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { h.set_args(p, 4); }));
  q.wait();
  CHECK_EQ(p[0], 0);

  // An empty command group is complete when its dependencies are.
  event first = q.parallel_for(4, [=](int i) { p[i] = i + 1; });
  q.submit([&](handler &h) { h.depends_on(first); }).wait();
  CHECK_EQ(p[3], 4);
  q.submit([](handler &) {}).wait();

  // Requirements after the command count.
  std::vector<int> v(10);
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(10, [=](id<1> i) { a[i] += 1; });
      h.depends_on(first);
    });
    // An exception after an accessor was constructed leaves the buffer usable.
    try {
      q.submit([&](handler &h) {
        accessor a(b, h);
        throw 1;
      });
    } catch (int) {
    }
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(10, [=](id<1> i) { a[i] += 10; });
    });
  }
  CHECK_ALL(v, 10, [](std::size_t) { return 11; });

  // Command group functions that are not lambdas, and a secondary queue.
  struct group {
    int *p;
    void operator()(handler &h) {
      int *data = p;
      h.single_task([=] { data[1] = 77; });
    }
  };
  q.submit(group{p}).wait();
  CHECK_EQ(p[1], 77);
  queue secondary;
  q.submit([=](handler &h) { h.single_task([=] { p[1] = 78; }); }, secondary).wait();
  CHECK_EQ(p[1], 78);
  free(p, q);
}

} // namespace command_groups

int main() {
  classes::all();
  commands::all();
  command_groups::all();
  return check::result();
}
