// Buffers that are members of classes, elements of containers, or behind placeholder accessors: whether two of them
// are the same is known only at run time.
#include "check.hpp"

#include <array>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

using namespace sycl;

constexpr std::size_t n = 256;

class Adder {
public:
  Adder(queue &q, buffer<int> to, buffer<int> from) : q(q), to(to), from(from) {}

  void add_three_times() {
    q.submit([&](handler &h) {
      accessor a(to, h, read_write);
      accessor b(from, h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          a[i] += b[i];
      });
    });
  }

  void turn_around() { std::swap(to, from); }
  void join() { from = to; }

private:
  queue &q;
  buffer<int> to, from;
};

void members(queue &q) {
  std::vector<int> v(n, 1), w(n, 10);
  {
    buffer b(v), c(w);
    Adder different(q, b, c), same(q, b, b);
    different.add_three_times(); // v: 31
    same.add_three_times();      // v: 248
    different.turn_around();
    different.add_three_times(); // w: 754
    different.join();
    different.add_three_times(); // w: 6032
  }
  CHECK_ALL(v, n, [](std::size_t) { return 248; });
  CHECK_ALL(w, n, [](std::size_t) { return 6032; });
}

// Three accessors, any two of which may be the same.
void triples(queue &q) {
  for (int which = 0; which < 8; ++which) {
    std::vector<buffer<int>> buffers;
    for (int i = 0; i < 3; ++i) {
      buffers.emplace_back(range(n));
      host_accessor values(buffers[i], write_only);
      for (int &value : values)
        value = i + 1;
    }
    const int x = which & 1, y = which >> 1 & 1 ? x : 1 - x, z = which >> 2 & 1 ? y : 2;
    q.submit([&](handler &h) {
      accessor a(buffers[x], h, read_write);
      accessor b(buffers[y], h, read_write);
      accessor c(buffers[z], h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k) {
          a[i] += c[i];
          b[i] = b[i] * 2 + a[i];
        }
      });
    });
    int want[] = {1, 2, 3};
    for (int k = 0; k < 3; ++k) {
      want[x] += want[z];
      want[y] = want[y] * 2 + want[x];
    }
    for (int i = 0; i < 3; ++i) {
      host_accessor values(buffers[i], read_only);
      CHECK_ALL(values, n, [&](std::size_t) { return want[i]; });
    }
  }
}

void placeholders(queue &q) {
  std::vector<int> v(n, 1), w(n, 10);
  {
    buffer b(v), c(w);
    using Read = accessor<int, 1, access_mode::read>;
    accessor<int, 1, access_mode::read_write> to(b);
    for (const Read &from : {Read(c), Read(b)})
      q.submit([&](handler &h) {
        h.require(to);
        h.require(from);
        h.parallel_for(n, [=](id<1> i) {
          for (int k = 0; k < 3; ++k)
            to[i] += from[i];
        });
      });
  }
  CHECK_ALL(v, n, [](std::size_t) { return 248; });
}

// Accessors that other code created.
template <typename To, typename From> void launch(handler &h, To to, From from, int times) {
  h.parallel_for(n, [=](id<1> i) {
    for (int k = 0; k < times; ++k)
      to[i] += from[i];
  });
}

void handed_over(queue &q, int times) {
  std::vector<int> v(n, 1), w(n, 10);
  {
    auto b = std::make_unique<buffer<int>>(v), c = std::make_unique<buffer<int>>(w);
    q.submit([&](handler &h) { launch(h, accessor(*b, h), accessor(*b, h, read_only), times); });
    q.submit([&](handler &h) { launch(h, accessor(*c, h), accessor(*b, h, read_only), times); });
    q.submit([&](handler &h) {
      const accessor a(*b, h);
      launch(h, a, a, times);
    });
  }
  CHECK_ALL(v, n, [](std::size_t) { return 64; });
  CHECK_ALL(w, n, [](std::size_t) { return 34; });
}

// A buffer that is replaced by one of another size while the kernel's accessors keep their code.
void replaced(queue &q) {
  buffer<int> current{range(4)};
  for (const std::size_t size : {4, 100, 33}) {
    std::vector<int> v(size, 2);
    {
      current = buffer<int>(v.data(), range(size));
      q.submit([&](handler &h) {
        accessor a(current, h, read_write);
        h.parallel_for(current.get_range(), [=](id<1> i) { a[i] += int(a.size() + i); });
      });
      current = buffer<int>(range(1)); // ends the one before, which writes back
    }
    CHECK_ALL(v, size, [=](std::size_t i) { return int(2 + size + i); });
  }
}

// A copy of the whole object goes to the device, with the members' values at that time.
class Scaler {
public:
  Scaler(int factor) : factor(factor) {}

  void scale(queue &q, buffer<int> &b) {
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(n, [=, *this](id<1> i) { a[i] = a[i] * factor + steps; });
    });
    ++steps;
    factor = factor * 2 - 1;
  }

private:
  int factor, steps = 0;
};

void copies_of_objects(queue &q) {
  std::vector<int> v(n, 1);
  {
    buffer b(v);
    Scaler scaler(2);
    scaler.scale(q, b); // 2
    scaler.scale(q, b); // 2 * 3 + 1
    scaler.scale(q, b); // 7 * 5 + 2
  }
  CHECK_ALL(v, n, [](std::size_t) { return 37; });
}

// Threads launch the same kernel at the same time, some with one buffer, some with two.
void in_threads() {
  std::vector<std::thread> threads;
  std::array<std::vector<int>, 4> results;
  for (std::size_t t = 0; t < results.size(); ++t)
    threads.emplace_back([&, t] {
      queue q;
      results[t].assign(n, 1);
      std::vector<int> other(n, 10);
      buffer b(results[t]), c(other);
      Adder adder(q, b, t % 2 == 0 ? b : c);
      for (int turn = 0; turn < 8; ++turn)
        adder.add_three_times();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (std::size_t t = 0; t < results.size(); ++t)
    CHECK_ALL(results[t], n, [=](std::size_t) { return t % 2 == 0 ? 1 << 24 : 241; });
}

int main(int argc, char **) {
  queue q;
  members(q);
  triples(q);
  placeholders(q);
  handed_over(q, 2 + argc);
  replaced(q);
  copies_of_objects(q);
  in_threads();
  return check::result();
}
