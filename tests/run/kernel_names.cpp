//! plain_kernels = true

// Named and unnamed kernels, names from all kinds of scopes.
#include "check.hpp"

class global_name;
template <int> class numbered;
template <typename...> class typed;
namespace scope {
namespace inner {
class nested;
}
struct defined {};
} // namespace scope
namespace {
class hidden;
}
enum class kind { a, b };
template <kind> class by_kind;

template <typename T> void add(sycl::queue &q, int *d, T value) {
  q.parallel_for<typed<T, class in_template>>(4, [=](int i) { d[i] += int(value); }).wait();
}

// Unnamed kernels in functions that overload each other.
void twice(sycl::queue &q, int *d) { q.single_task([=] { d[0] += 1; }).wait(); }
void twice(sycl::queue &q, int *d, int) {
  q.single_task([=] { d[0] += 10; }).wait();
  q.single_task([=] { d[0] += 100; }).wait();
}
static void local(sycl::queue &q, int *d) { q.single_task([=] { d[0] += 1000; }).wait(); }
namespace {
void unnamed_scope(sycl::queue &q, int *d) { q.single_task([=] { d[0] += 10000; }).wait(); }
} // namespace

struct host_class {
  int *d;
  void launch(sycl::queue &q) {
    int *data = d;
    q.single_task([=] { data[0] += 100000; }).wait();
  }
};

int main() {
  sycl::queue q;
  int *d = sycl::malloc_shared<int>(4, q);
  q.memset(d, 0, 4 * sizeof(int)).wait();
  q.single_task<global_name>([=] { d[0] += 1; }).wait();
  q.single_task<class local_name>([=] { d[0] += 2; }).wait();
  q.single_task<numbered<1>>([=] { d[0] += 4; }).wait();
  q.single_task<numbered<2>>([=] { d[0] += 8; }).wait();
  q.single_task<scope::inner::nested>([=] { d[0] += 16; }).wait();
  q.single_task<scope::defined>([=] { d[0] += 32; }).wait();
  q.single_task<hidden>([=] { d[0] += 64; }).wait();
  q.single_task<by_kind<kind::b>>([=] { d[0] += 128; }).wait();
  q.single_task<typed<int, typed<char *>>>([=] { d[0] += 256; }).wait();
  CHECK_EQ(d[0], 511);

  q.memset(d, 0, 4 * sizeof(int)).wait();
  add(q, d, 1), add(q, d, 2.5f), add(q, d, 3L);
  CHECK_ALL(d, 4, [](std::size_t) { return 6; });

  q.memset(d, 0, 4 * sizeof(int)).wait();
  twice(q, d), twice(q, d, 0), local(q, d), unnamed_scope(q, d), host_class{d}.launch(q);
  CHECK_EQ(d[0], 111111);

  // A lambda of the host alone, before and between unnamed kernels.
  auto host_only = [](int x) { return x + 1; };
  q.single_task([=] { d[1] = 5; }).wait();
  auto host_too = [&](int x) { return host_only(x) + d[1]; };
  q.single_task([=] { d[2] = 6; }).wait();
  CHECK_EQ(host_too(1), 7);
  CHECK_EQ(d[2], 6);
  sycl::free(d, q);
  return check::result();
}
