#include "stream.hpp"
#include "sycl.hpp"

namespace {

const auto initialize_to_identity = sycl::property::reduction::initialize_to_identity();

/// The arrays in USM.
struct Pointers {
  Pointers(sycl::queue &queue, const Problem &problem)
      : queue(queue), count(problem.count), a(queue, problem.count), b(queue, problem.count),
        c(queue, problem.count), sum(queue, 1) {
    queue.fill<double>(a, start_a, problem.count);
    queue.fill<double>(b, start_b, problem.count);
    queue.fill<double>(c, start_c, problem.count).wait();
  }

  void copy() {
    queue.parallel_for(count, [a = a.get(), c = c.get()](sycl::id<1> i) { c[i] = a[i]; });
  }
  void mul() {
    queue.parallel_for(count, [b = b.get(), c = c.get()](sycl::id<1> i) { b[i] = scalar * c[i]; });
  }
  void add() {
    queue.parallel_for(count, [a = a.get(), b = b.get(), c = c.get()](sycl::id<1> i) {
      c[i] = a[i] + b[i];
    });
  }
  void triad() {
    queue.parallel_for(count, [a = a.get(), b = b.get(), c = c.get()](sycl::id<1> i) {
      a[i] = b[i] + scalar * c[i];
    });
  }
  void dot() {
    const auto total = sycl::reduction(sum.get(), sycl::plus<double>(), initialize_to_identity);
    queue.parallel_for(count, total, [a = a.get(), b = b.get()](sycl::id<1> i, auto &total) {
      total += a[i] * b[i];
    });
  }

  bench::Values<double> sample(const bench::Array<double> &array) {
    bench::Values<double> values(samples);
    for (int i = 0; i < 2; i++) // The two ends.
      queue.copy(array + i * (count[0] - samples / 2), &values[i * samples / 2], samples / 2);
    queue.wait();
    return values;
  }
  double result() { return sum.values()[0]; }

  sycl::queue &queue;
  sycl::range<1> count;
  bench::Array<double> a, b, c, sum;
};

/// The arrays in buffers.
struct Buffers {
  using Buffer = sycl::buffer<double>;

  Buffers(sycl::queue &queue, const Problem &problem)
      : queue(queue), count(problem.count), a(count), b(count), c(count), sum(1) {
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(this->a, handler, sycl::write_only, sycl::no_init);
      const sycl::accessor b(this->b, handler, sycl::write_only, sycl::no_init);
      const sycl::accessor c(this->c, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for(count, [=](sycl::id<1> i) {
        a[i] = start_a;
        b[i] = start_b;
        c[i] = start_c;
      });
    });
  }

  void copy() {
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(this->a, handler, sycl::read_only);
      const sycl::accessor c(this->c, handler, sycl::write_only);
      handler.parallel_for(count, [=](sycl::id<1> i) { c[i] = a[i]; });
    });
  }
  void mul() {
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor b(this->b, handler, sycl::write_only);
      const sycl::accessor c(this->c, handler, sycl::read_only);
      handler.parallel_for(count, [=](sycl::id<1> i) { b[i] = scalar * c[i]; });
    });
  }
  void add() {
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(this->a, handler, sycl::read_only);
      const sycl::accessor b(this->b, handler, sycl::read_only);
      const sycl::accessor c(this->c, handler, sycl::write_only);
      handler.parallel_for(count, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; });
    });
  }
  void triad() {
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(this->a, handler, sycl::write_only);
      const sycl::accessor b(this->b, handler, sycl::read_only);
      const sycl::accessor c(this->c, handler, sycl::read_only);
      handler.parallel_for(count, [=](sycl::id<1> i) { a[i] = b[i] + scalar * c[i]; });
    });
  }
  void dot() {
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor a(this->a, handler, sycl::read_only);
      const sycl::accessor b(this->b, handler, sycl::read_only);
      const auto total =
          sycl::reduction(sum, handler, sycl::plus<double>(), initialize_to_identity);
      handler.parallel_for(count, total,
                           [=](sycl::id<1> i, auto &total) { total += a[i] * b[i]; });
    });
  }

  bench::Values<double> sample(Buffer &buffer) {
    bench::Values<double> values(samples);
    for (int i = 0; i < 2; i++) // The two ends.
      queue.submit([&](sycl::handler &handler) {
        const sycl::accessor part(buffer, handler, sycl::range<1>(samples / 2),
                                  sycl::id<1>(i * (count[0] - samples / 2)), sycl::read_only);
        handler.copy(part, &values[i * samples / 2]);
      });
    queue.wait();
    return values;
  }
  double result() { return sycl::host_accessor(sum, sycl::read_only)[0]; }

  sycl::queue &queue;
  sycl::range<1> count;
  Buffer a, b, c, sum;
};

template <typename Arrays>
void run(bench::Program &program, sycl::queue &queue, const char *prefix) {
  const Problem problem(program.small, prefix);
  Arrays arrays(queue, problem);
  const auto row = [&](const char *kernel, int touched, auto launch, auto check) {
    program.row(problem.row(kernel, touched), queue, launch, check);
  };
  row("copy", 2, [&] { arrays.copy(); },
      [&] { return problem.check(arrays.sample(arrays.c), copied_c); });
  row("mul", 2, [&] { arrays.mul(); },
      [&] { return problem.check(arrays.sample(arrays.b), multiplied_b); });
  row("add", 3, [&] { arrays.add(); },
      [&] { return problem.check(arrays.sample(arrays.c), added_c); });
  row("triad", 3, [&] { arrays.triad(); },
      [&] { return problem.check(arrays.sample(arrays.a), triad_a); });
  row("dot", 2, [&] { arrays.dot(); }, [&] { return problem.check_dot(arrays.result()); });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    sycl::queue queue = bench::in_order_queue(program);
    run<Pointers>(program, queue, "stream_");
    run<Buffers>(program, queue, "stream_buffer_");
  });
}
