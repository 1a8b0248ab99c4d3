//! also = ["-O0"]
// The forms that the members of the decomposition protocol may have.
#include "check.hpp"

#include <array>
#include <tuple>
#include <utility>

struct returns_pair {
  int value;
  std::pair<int, char> sycl_deconstruct() const { return {value, 'p'}; }
  static returns_pair sycl_reconstruct(int value, char) noexcept { return {value}; }
};
struct returns_array {
  int value;
  std::array<int, 3> sycl_deconstruct() const noexcept { return {value, 1, 2}; }
  static returns_array sycl_reconstruct(int a, int b, int c) { return {a + b - 1 + c - 2}; }
};
struct returns_class {
  struct parts {
    short low;
    long high;
  };
  int value;
  parts sycl_deconstruct() { return {short(value), 0}; }
  static returns_class sycl_reconstruct(short low, long high) { return {int(low + high)}; }
};
struct deduces {
  int value;
  auto sycl_deconstruct() const { return std::tuple(value, 1.0f); }
  static auto sycl_reconstruct(int value, float) { return deduces{value}; }
};
// The elements need only be convertible to the parameters; more parameters have defaults.
struct converts {
  struct wrapped {
    wrapped(int v) : value(v) {}
    int value;
  };
  int value;
  std::tuple<int, short, int *> sycl_deconstruct() const { return {value, 3, nullptr}; }
  static converts sycl_reconstruct(wrapped first, const double &second, const void *,
                                   int more = 10) {
    return {first.value + int(second) - 3 + more - 10};
  }
};
struct overloads {
  int value;
  std::tuple<int> sycl_deconstruct() const { return {value}; }
  std::tuple<float> sycl_deconstruct() { return {0.0f}; }
  static overloads sycl_reconstruct(int value) { return {value}; }
  static overloads sycl_reconstruct(float) { return {0}; }
  static overloads sycl_reconstruct(int, int) { return {0}; }
};
struct is_template {
  int value;
  template <typename T = int> std::tuple<T> sycl_deconstruct() const { return {value}; }
  template <typename T> static is_template sycl_reconstruct(T &&value) { return {int(value)}; }
};
struct nothing {
  std::tuple<> sycl_deconstruct() const { return {}; }
  static nothing sycl_reconstruct() { return {}; }
  int value = 8;
};
// A derived class is not what its base's members make: it is an aggregate with a base that is.
struct inherits : returns_pair {
  int more;
};
template <typename T> class in_template {
public:
  explicit in_template(T value) : value(value) {}
  std::tuple<T, returns_array> sycl_deconstruct() const { return {value, {int(value)}}; }
  static in_template sycl_reconstruct(T value, returns_array again) {
    return in_template(again.value == int(value) ? value : T());
  }
  T value;
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(12, q);
  returns_pair a{1};
  returns_array b{2};
  returns_class c{3};
  deduces d{4};
  converts e{5};
  overloads f{6};
  is_template g{7};
  nothing h;
  inherits i{{9}, 10};
  in_template<long> j(11);
  const overloads constant{12};
  q.single_task([=] {
     out[0] = a.value, out[1] = b.value, out[2] = c.value, out[3] = d.value, out[4] = e.value;
     out[5] = f.value, out[6] = g.value, out[7] = h.value, out[8] = i.value, out[9] = i.more;
     out[10] = int(j.value), out[11] = constant.value;
   }).wait();
  CHECK_ALL(out, 12, [](std::size_t n) { return int(n) + 1; });
  sycl::free(out, q);
  return check::result();
}
