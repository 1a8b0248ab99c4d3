//! also = ["-O0"]
// Constant variables of functions that launch kernels: clang emits such a function for
// the device, with host code that no kernel has anything to do with.
#include "check.hpp"

#include <memory>
#include <string>

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

int main() {
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
  return check::result();
}
