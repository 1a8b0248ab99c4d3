// The requirements of `sycl_deconstruct`.
#include <sycl/sycl.hpp>

#include <string>
#include <tuple>

struct is_static {
  static std::tuple<int> sycl_deconstruct();
  static is_static sycl_reconstruct(int);
};
struct has_parameters {
  std::tuple<int> sycl_deconstruct(int) const;
  static has_parameters sycl_reconstruct(int);
};
struct has_default_parameter {
  std::tuple<int> sycl_deconstruct(int = 0) const;
  static has_default_parameter sycl_reconstruct(int);
};
struct never_returns {
  [[noreturn]] std::tuple<int> sycl_deconstruct() const;
  static never_returns sycl_reconstruct(int);
};
struct not_a_tuple {
  int sycl_deconstruct() const;
  static not_a_tuple sycl_reconstruct(int);
};
struct nothing {
  void sycl_deconstruct() const;
  static nothing sycl_reconstruct();
};
class is_private {
  std::tuple<int> sycl_deconstruct() const;

public:
  static is_private sycl_reconstruct(int);
};
struct private_members {
  class result {
    int value;
  };
  result sycl_deconstruct() const;
  static private_members sycl_reconstruct(int);
};
struct ambiguous {
  std::tuple<int> sycl_deconstruct(int = 0) const;
  std::tuple<int> sycl_deconstruct(float = 0) const;
  static ambiguous sycl_reconstruct(int);
};
struct rvalue_only {
  std::tuple<int> sycl_deconstruct() &&;
  static rvalue_only sycl_reconstruct(int);
};
struct deleted {
  std::tuple<int> sycl_deconstruct() const = delete;
  static deleted sycl_reconstruct(int);
};
struct variadic {
  std::tuple<int> sycl_deconstruct(...) const;
  static variadic sycl_reconstruct(int);
};
struct bad_elements {
  std::tuple<std::string, int &, const char *, long double> sycl_deconstruct() const;
  static bad_elements sycl_reconstruct(std::string, int &, const char *, long double);
};
struct endless {
  std::tuple<int, endless> sycl_deconstruct() const;
  static endless sycl_reconstruct(int, endless);
};

template <typename... Ts> void run(sycl::queue &q, Ts... objects) {
  (q.single_task([object = objects] { (void)object; }), ...);
}

void run_all(sycl::queue &q) {
  run(q, is_static(), has_parameters(), has_default_parameter(), never_returns(), not_a_tuple(),
      nothing(), is_private(), private_members(), ambiguous(), rvalue_only(), deleted(), variadic(),
      bad_elements(), endless());
}
