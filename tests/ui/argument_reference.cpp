// Kernel arguments cannot be or contain references, wherever they are (SYCL 2020 4.12.4).
#include <sycl/sycl.hpp>

#include <tuple>

struct holder {
  int &member;
};
struct base {
  const float &inherited;
};
struct derived : base {
  int own;
};
class closed {
public:
  explicit closed(int &value) : hidden_(value) {}

private:
  int &hidden_;
};

struct function_object {
  int &count;
  void operator()() const {}
};

void run(sycl::queue &q, int &parameter, int *out) {
  int local = 1;
  float real = 1;
  holder one{local}, many[] = {one, one, one};
  derived inherits{{real}, 1};
  closed inside(local);
  std::tuple<int, int &> tuple(1, local);
  q.single_task<class captures>([&] { *out = local + parameter; });
  q.single_task<class initialised>([&other = local, out] { *out = other; });
  q.single_task<class objects>([=] {
    *out = one.member + many[2].member + inherits.own + std::get<0>(tuple);
    (void)inside;
  });
  auto inner = [&local] { return local; };
  q.single_task<class nested>([=] { *out = inner(); });
  q.single_task<class functor>(function_object{local});
}
