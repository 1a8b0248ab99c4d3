// Device code cannot be recursive (SYCL 2020 5.4): directly, through others, through templates and
// member functions. A template that ends at compile time is not recursive.
#include <sycl/sycl.hpp>

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }

template <int N> int down(int n);
template <int N> int up(int n) { return n > N ? down<N>(n - 1) : n; }
template <int N> int down(int n) { return up<N>(n); }

template <int N> int ends() {
  if constexpr (N > 0)
    return ends<N - 1>() + 1;
  else
    return 0;
}

struct tree {
  tree *children[2];
  int depth() const {
    int deepest = 0;
    for (const tree *child : children)
      if (child && child->depth() > deepest)
        deepest = child->depth();
    return deepest + 1;
  }
};

void run(sycl::queue &q, int *out, tree *root) {
  q.single_task<class kernel>([=] {
    out[0] = factorial(3) + even(4) + up<2>(5) + ends<5>();
    out[1] = root->depth();
  });
}
