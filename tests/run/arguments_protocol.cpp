// The protocol by which classes decompose themselves, and functions that query the work-item.
//! also = ["-O0"]
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

// The forms that the members of the decomposition protocol may have.
namespace members {

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
// A derived class does not inherit the decomposition of its base: it is an aggregate with a decomposed base.
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

void all() {
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
}

} // namespace members

// A `sycl_reconstruct` that queries its work-item is called for each of them.
namespace per_work_item {

struct mine {
  std::tuple<int> sycl_deconstruct() const { return {base}; }
  static mine sycl_reconstruct(int base) {
    return {base + int(sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id())};
  }
  int base;
};

void all() {
  sycl::queue q;
  constexpr std::size_t size = 64, local = 8;
  int *out = sycl::malloc_shared<int>(size, q);
  mine object{100};
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> tile(local, h);
    h.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) {
      tile[item.get_local_id()] = object.base;
      sycl::group_barrier(item.get_group());
      out[item.get_global_id(0)] = object.base + 1000 * tile[local - 1 - item.get_local_id(0)];
    });
  }).wait();
  CHECK_ALL(out, size, [](std::size_t i) {
    const int opposite = int(i / local * local + (local - 1 - i % local));
    return 100 + int(i) + 1000 * (100 + opposite);
  });
  sycl::free(out, q);
}

} // namespace per_work_item

// Functions without an nd_item parameter query it.
namespace this_work_item {

namespace this_work_item = sycl::ext::oneapi::this_work_item;
namespace experimental = sycl::ext::oneapi::experimental;

// Not a template and not inline: also compiled for the host, where nothing calls it.
bool agrees(const sycl::nd_item<2> &it) {
  bool result = sycl::khr::this_nd_item<2>() == it &&
                sycl::khr::this_group<2>() == it.get_group() &&
                sycl::khr::this_sub_group() == it.get_sub_group();
  result &= this_work_item::get_nd_item<2>() == it &&
            this_work_item::get_work_group<2>() == it.get_group() &&
            this_work_item::get_sub_group() == it.get_sub_group();
  result &= experimental::this_nd_item<2>() == it &&
            experimental::this_group<2>() == it.get_group() &&
            experimental::this_sub_group() == it.get_sub_group();
  result &= experimental::this_item<2>().get_id() == it.get_global_id() &&
            experimental::this_id<2>() == it.get_global_id() &&
            sycl::this_group<2>() == it.get_group();
  return result;
}

int sum(int x) { return sycl::reduce_over_group(sycl::khr::this_group<2>(), x, sycl::plus<>()); }

void all() {
  sycl::queue q;
  const sycl::range<2> global(6, 10), local(3, 5);
  int *out = sycl::malloc_shared<int>(global.size(), q);
  q.parallel_for(sycl::nd_range<2>(global, local, {1, 2}), [=](sycl::nd_item<2> it) {
     out[it.get_global_linear_id()] = agrees(it) ? sum(int(it.get_local_linear_id())) : -1;
   }).wait();
  CHECK_ALL(out, global.size(), [&](std::size_t) { return 15 * 14 / 2; });
  q.parallel_for(global, [=](sycl::item<2> it) {
     out[it.get_linear_id()] = sycl::this_id<2>() == it.get_id() &&
                               sycl::this_item<2>().get_linear_id() == it.get_linear_id();
   }).wait();
  CHECK_ALL(out, global.size(), [&](std::size_t) { return 1; });
  sycl::free(out, q);
}

} // namespace this_work_item

// Constant variables of functions that launch kernels: clang emits such a function for the device, with host code
// that belongs to no kernel.
namespace static_variables {

using namespace sycl;

namespace lazily {

template <typename T> struct single {
  static std::unique_ptr<T> instance;
  static T &get() {
    if (!instance)
      instance.reset(new T());
    return *instance;
  }
};
template <typename T> std::unique_ptr<T> single<T>::instance;

} // namespace lazily

// Initialised when the program starts, each in another way.
int seven() { return 7; }
template <typename T> struct holder {
  static T value;
  static inline std::string name = std::string("x") + "y";
};
template <typename T> T holder<T>::value = T(seven());
inline int shared_by_units = seven();
template <typename T> int variable_template = seven();

void all() {
  queue &q = lazily::single<queue>::get();
  static const int table[] = {2, 3, 5, 7};
  static constexpr int offset = 40;
  CHECK_EQ(holder<int>::value + shared_by_units + variable_template<int>, 21);
  CHECK_EQ(holder<long>::name, "xy");
  int *out = malloc_shared<int>(4, q);
  q.parallel_for(4, [=](id<1> i) {
     const int *first = table, *added = &offset;
     out[i] = first[i] + *added;
   }).wait();
  CHECK_ALL(out, 4, [](std::size_t i) { return table[i] + offset; });
  free(out, q);
  lazily::single<queue>::instance.reset();
}

} // namespace static_variables

int main() {
  members::all();
  per_work_item::all();
  this_work_item::all();
  static_variables::all();
  return check::result();
}
