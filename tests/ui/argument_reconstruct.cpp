// The requirements of `sycl_reconstruct`.
#include <sycl/sycl.hpp>

#include <memory>
#include <tuple>

struct missing {
  std::tuple<int> sycl_deconstruct() const;
};
struct base {
  std::tuple<int> sycl_deconstruct() const;
  static base sycl_reconstruct(int);
};
struct inherited : base {
  std::tuple<int> sycl_deconstruct() const;
};
struct not_static {
  std::tuple<int> sycl_deconstruct() const;
  not_static sycl_reconstruct(int);
};
struct returns_base : base {
  std::tuple<int> sycl_deconstruct() const;
  static base sycl_reconstruct(int);
};
struct returns_reference {
  std::tuple<int> sycl_deconstruct() const;
  static returns_reference &sycl_reconstruct(int);
};
struct returns_const {
  std::tuple<int> sycl_deconstruct() const;
  static const returns_const sycl_reconstruct(int);
};
struct never_returns {
  std::tuple<int> sycl_deconstruct() const;
  [[noreturn]] static never_returns sycl_reconstruct(int);
};
class is_private {
  static is_private sycl_reconstruct(int);

public:
  std::tuple<int> sycl_deconstruct() const;
};
struct too_few {
  std::tuple<int, int> sycl_deconstruct() const;
  static too_few sycl_reconstruct(int);
};
struct too_many {
  std::tuple<int> sycl_deconstruct() const;
  static too_many sycl_reconstruct(int, float, int = 0);
};
struct other_types {
  std::tuple<int, float, const char *> sycl_deconstruct() const;
  static other_types sycl_reconstruct(int *, float &, const void *);
};
struct explicitly {
  struct wrapped {
    explicit wrapped(int);
  };
  std::tuple<int> sycl_deconstruct() const;
  static explicitly sycl_reconstruct(wrapped);
};
struct variadic {
  std::tuple<int, int> sycl_deconstruct() const;
  static variadic sycl_reconstruct(int, ...);
};
struct ambiguous {
  std::tuple<int> sycl_deconstruct() const;
  static ambiguous sycl_reconstruct(long);
  static ambiguous sycl_reconstruct(short);
};

template <typename... Ts> void run(sycl::queue &q, Ts... objects) {
  (q.single_task([object = objects] { (void)object; }), ...);
}

void run_all(sycl::queue &q) {
  run(q, missing(), inherited(), not_static(), returns_base(), returns_reference(),
      returns_const(), never_returns(), is_private(), too_few(), too_many(), other_types(),
      explicitly(), variadic(), ambiguous());
}
