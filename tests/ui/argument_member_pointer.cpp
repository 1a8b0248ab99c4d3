// Kernel arguments cannot contain pointers to data members.
#include <sycl/sycl.hpp>

struct point {
  float x, y;
  float length() const;
};
struct choice {
  float point::*which;
};

template <typename Member> void select(sycl::queue &q, point p, Member member, float *out) {
  q.single_task([=] { *out = p.*member; });
}

void run(sycl::queue &q, point p, float *out) {
  select(q, p, &point::x, out);
  choice chosen{&point::y};
  q.single_task<class chosen_member>([=] { *out = p.*chosen.which; });
  float (point::*function)() const = &point::length;
  q.single_task<class function_member>([=] { (void)function; });
}
