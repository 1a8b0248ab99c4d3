// Infinite decomposition: a class that yields itself, two that yield each other, and templates that name a larger
// type at each step.
#include <sycl/sycl.hpp>
#include <tuple>
#include <utility>

struct pong;
struct ping {
  std::tuple<int, pong> sycl_deconstruct() const;
  static ping sycl_reconstruct(int, pong);
};
struct pong {
  std::tuple<ping> sycl_deconstruct() const;
  static pong sycl_reconstruct(ping);
};
template <int N> struct counting {
  std::tuple<int, counting<N + 1>> sycl_deconstruct() const;
  static counting sycl_reconstruct(int, counting<N + 1>);
};
template <typename T> struct doubling {
  std::tuple<doubling<std::pair<T, T>>, doubling<std::pair<T, int>>> sycl_deconstruct() const;
  static doubling sycl_reconstruct(doubling<std::pair<T, T>>, doubling<std::pair<T, int>>);
};
// Sixty steps are allowed.
template <int N> struct ending {
  int value = 0;
  auto sycl_deconstruct() const { return std::tuple<int, ending<N - 1>>(value, {}); }
  static ending sycl_reconstruct(int v, ending<N - 1>) { return {v}; }
};
template <> struct ending<0> {};

void run(sycl::queue &q, ping a, counting<0> b, doubling<int> c, ending<60> d) {
  q.single_task([a] { (void)a; });
  q.single_task([b] { (void)b; });
  q.single_task([c] { (void)c; });
  q.single_task([d] { (void)d; });
}
