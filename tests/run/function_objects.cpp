//! also = ["-O0"]
// Function objects as kernels: one object in several forms of launch, and
// templates.
#include "check.hpp"

class fill_all {
public:
  explicit fill_all(int *data) : data_(data) {}
  void operator()() const { data_[0] = 1; }
  void operator()(sycl::id<1> i) const { data_[i] = 2; }
  void operator()(sycl::item<2> i) const { data_[i.get_linear_id()] = 3; }
  void operator()(sycl::item<3> i) const { data_[i.get_linear_id()] = 4; }
  void operator()(sycl::nd_item<1> i) const { data_[i.get_global_id()] = 5; }
  void operator()(sycl::nd_item<2> i) const { data_[i.get_global_linear_id()] = 6; }

private:
  int *data_;
};

template <typename T, int Factor> struct scale {
  T *data;
  template <typename Index> void operator()(Index i) const { data[i] = T(i * Factor); }
};

template <typename T> void run_template(sycl::queue &q) {
  T *data = sycl::malloc_shared<T>(20, q);
  q.parallel_for(20, scale<T, 3>{data}).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return T(3 * i); });
  q.parallel_for(20, scale<T, 4>{data}).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return T(4 * i); });
  // A lambda in a function template: one kernel per instantiation.
  T offset = T(7);
  q.parallel_for(20, [=](sycl::id<1> i) { data[i] = data[i] + offset; }).wait();
  CHECK_ALL(data, 20, [](std::size_t i) { return T(4 * i + 7); });
  sycl::free(data, q);
}

struct base {
  int a = 1;
  int get() const { return a; }
};
struct derived : base {
  int *out;
  void operator()() const { *out = get() + 41; }
};

int helper(int x) { return x * x; } // an ordinary function called from a kernel

int main() {
  sycl::queue q;
  int *d = sycl::malloc_shared<int>(16, q);
  const fill_all kernel(d);
  auto all = [&](int value, std::size_t count) {
    q.wait();
    CHECK_ALL(d, count, [=](std::size_t) { return value; });
  };
  q.single_task(kernel), all(1, 1);
  q.parallel_for(sycl::range<1>(16), kernel), all(2, 16);
  q.parallel_for(sycl::range<2>(4, 4), kernel), all(3, 16);
  q.parallel_for(sycl::range<3>(2, 2, 4), kernel), all(4, 16);
  q.parallel_for(sycl::nd_range<1>(16, 4), kernel), all(5, 16);
  q.parallel_for(sycl::nd_range<2>({4, 4}, {2, 2}), kernel), all(6, 16);
  q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(16), kernel); }), all(2, 16);

  run_template<int>(q);
  run_template<float>(q);
  run_template<unsigned short>(q);

  derived object;
  object.out = d;
  q.single_task(object).wait();
  CHECK_EQ(d[0], 42);

  q.parallel_for(16, [=](int i) { d[i] = helper(i); }).wait();
  CHECK_ALL(d, 16, [](std::size_t i) { return int(i * i); });

  // A kernel kept in a variable, launched twice.
  auto lambda = [=](int i) { d[i] += 1; };
  q.parallel_for(16, lambda).wait();
  q.parallel_for(8, lambda).wait();
  CHECK_ALL(d, 16, [](std::size_t i) { return int(i * i) + (i < 8 ? 2 : 1); });
  sycl::free(d, q);
  return check::result();
}
