// Command groups of all kinds: unnamed and named ones, in std::function, submitted in an exception handler, chosen at
// run time, queue shortcuts, kernels inside function objects.
#include "check.hpp"

#include <functional>
#include <stdexcept>
#include <vector>

using namespace sycl;

constexpr std::size_t n = 100;

using Group = std::function<void(handler &)>;

// One kernel, made by one function for all callers.
Group scaling(buffer<int> &b, int factor) {
  return [&b, factor](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for(n, [=](id<1> i) { a[i] *= factor; });
  };
}

void stored(queue &q) {
  std::vector<int> v(n, 1), w(n, 1);
  {
    buffer b(v), c(w);
    std::vector<Group> groups{scaling(b, 2), scaling(c, 3), scaling(b, 5)};
    for (int turn = 0; turn < 2; ++turn)
      for (Group &group : groups)
        q.submit(group);
    int summand = 1;
    Group adding = [&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(n, [=](id<1> i) { a[i] += summand; });
    };
    q.submit(adding);
    summand = 10;
    q.submit(adding);
  }
  CHECK_ALL(v, n, [](std::size_t) { return 111; });
  CHECK_ALL(w, n, [](std::size_t) { return 9; });
}

// A named function: its buffers and values are variables of namespaces.
buffer<int> *first, *second;
int amount;

void add_three_times(handler &h) {
  accessor to(*first, h, read_write);
  accessor from(*second, h, read_only);
  const int summand = amount;
  h.parallel_for(n, [=](id<1> i) {
    for (int k = 0; k < 3; ++k)
      to[i] += from[i] + summand;
  });
}

void named(queue &q) {
  std::vector<int> v(n, 1), w(n, 5);
  {
    buffer b(v), c(w);
    first = &b, second = &c, amount = 0;
    q.submit(add_three_times); // 16
    second = &b, amount = 1;
    q.submit(add_three_times); // 33, 67, 135
    first = &c, amount = 2;
    q.submit(&add_three_times); // 5 + 3 * 137
  }
  CHECK_ALL(v, n, [](std::size_t) { return 135; });
  CHECK_ALL(w, n, [](std::size_t) { return 416; });
}

// A function object whose members are the command group's.
struct Filling {
  buffer<int> &target;
  int value;
  void operator()(handler &h) const {
    accessor a(target, h, write_only, no_init);
    h.parallel_for(n, [a, value = value](id<1> i) { a[i] = value; });
  }
};

void member_functions(queue &q) {
  std::vector<int> v(n), w(n);
  {
    buffer b(v), c(w);
    q.submit(Filling{b, 4});
    Filling filling{c, 6};
    q.submit(filling);
    filling.value = 7;
    q.submit(std::ref(filling));
  }
  CHECK_ALL(v, n, [](std::size_t) { return 4; });
  CHECK_ALL(w, n, [](std::size_t) { return 7; });
}

// An exception handler submits with values of the exception; the path without an exception, with others.
void in_a_handler(queue &q, int limit) {
  std::vector<int> v(n);
  {
    buffer b(v);
    int value = 1;
    try {
      value = 2;
      if (limit > 0)
        throw std::runtime_error("as planned");
      value = 3;
    } catch (const std::runtime_error &error) {
      const int length = int(std::string(error.what()).size());
      q.submit([&](handler &h) {
        accessor a(b, h, write_only);
        h.parallel_for(n, [=](id<1> i) { a[i] = value + length; });
      });
    }
    if (limit == 0)
      q.submit([&](handler &h) {
        accessor a(b, h, write_only);
        h.parallel_for(n, [=](id<1> i) { a[i] = -value; });
      });
  }
  CHECK_ALL(v, n, [=](std::size_t) { return limit > 0 ? 12 : -3; });
}

// A command group that throws launches nothing.
void thrown_away(queue &q, bool now) {
  std::vector<int> v(n, 1);
  {
    buffer b(v);
    int value = 5;
    try {
      q.submit([&](handler &h) {
        accessor a(b, h, write_only);
        h.parallel_for(n, [=](id<1> i) { a[i] = value; });
        if (now)
          throw std::runtime_error("never mind");
      });
    } catch (const std::runtime_error &) {
    }
  }
  CHECK_ALL(v, n, [=](std::size_t) { return now ? 1 : 5; });
}

// The kernel is chosen by the command group.
void chosen(queue &q, bool add) {
  std::vector<int> v(n, 10);
  {
    buffer b(v);
    int value = 3;
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      if (add)
        h.parallel_for(n, [=](id<1> i) { a[i] += value; });
      else
        h.parallel_for(n / 2, [=](id<1> i) { a[i] *= value; });
    });
  }
  CHECK_ALL(v, n, [=](std::size_t i) { return add ? 13 : i < n / 2 ? 30 : 10; });
}

// Accessors in structs of the kernel.
struct Pair {
  accessor<int, 1, access_mode::read_write> to;
  accessor<int, 1, access_mode::read> from;
  int times;
};

void in_structs(queue &q) {
  for (const bool same : {false, true}) {
    std::vector<int> v(n, 1), w(n, 10);
    {
      buffer b(v), c(w);
      q.submit([&](handler &h) {
        Pair pair{accessor(b, h), accessor(same ? b : c, h, read_only), 3};
        h.parallel_for(n, [=](id<1> i) {
          for (int k = 0; k < pair.times; ++k)
            pair.to[i] += pair.from[i];
        });
      });
    }
    CHECK_ALL(v, n, [=](std::size_t) { return same ? 8 : 31; });
  }
}

// Shortcuts have no command group in the program.
void shortcuts(queue &q) {
  int *data = malloc_shared<int>(n, q);
  for (int turn = 1; turn < 4; ++turn) {
    q.parallel_for(n, [=](id<1> i) { data[i] = int(i) * turn; }).wait();
    CHECK_ALL(data, n, [=](std::size_t i) { return int(i) * turn; });
    q.parallel_for(nd_range<1>(n, 10 * turn == 30 ? 25 : 10 * turn), [=](nd_item<1> i) {
       data[i.get_global_id(0)] = int(i.get_local_range(0));
     }).wait();
    CHECK_ALL(data, n, [=](std::size_t) { return turn == 3 ? 25 : 10 * turn; });
    q.single_task([=] { data[turn] = -turn; }).wait();
    CHECK_EQ(data[turn], -turn);
  }
  sycl::free(data, q);
}

int main(int argc, char **) {
  queue q;
  stored(q);
  named(q);
  member_functions(q);
  in_a_handler(q, argc);
  in_a_handler(q, argc - 1);
  thrown_away(q, argc == 1);
  thrown_away(q, argc == 2);
  chosen(q, argc == 1);
  chosen(q, argc == 2);
  in_structs(q);
  shortcuts(q);
  return check::result();
}
