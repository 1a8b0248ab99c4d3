// The message shows the program's instantiations, and not those of the headers.
#include <sycl/sycl.hpp>

#include <string>

template <typename T> struct function_object {
  void operator()(sycl::id<1>) const {}
  T value;
};

template <typename T> void launch(sycl::queue &q, const T &value) {
  q.parallel_for(sycl::range<1>(8), [=](auto) { (void)value; });
  q.parallel_for(sycl::range<1>(8), function_object<T>{value});
}

template <typename T> struct wrapper {
  T value;
  void run(sycl::queue &q) {
    q.submit([&](auto &h) { h.single_task([copy = value] { (void)copy; }); });
  }
  void run_own(sycl::queue &q) { q.single_task([*this] { (void)value; }); }
};

void run(sycl::queue &q) {
  launch(q, 1);
  launch(q, std::string());
  wrapper<std::string> wrapped;
  wrapped.run(q);
  wrapped.run_own(q);
  const auto generic = [&q](auto value) { q.single_task([=] { (void)value; }); };
  generic(1);
  generic(std::string());
}
