//! also = ["-O0"]
// The exception classes themselves (SYCL 2020 §4.13.2).
#include "check.hpp"

#include <system_error>

int main() {
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
  return check::result();
}
