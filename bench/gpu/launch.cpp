#include "launch.hpp"
#include "sycl.hpp"

namespace {

void add_one(sycl::queue &queue, int *values) {
  queue.parallel_for(sycl::range<1>(elements), [=](sycl::id<1> i) { values[i] += 1; });
}

void launches(bench::Program &program, sycl::queue &queue, const char *empty, const char *wait) {
  const auto right = [] { return std::string(); };
  program.row(row(empty, 1), queue, [&] { queue.single_task([] {}); }, right);
  program.row(row(wait, 1), queue, [&] { queue.single_task([] {}).wait(); }, right);
}

void chain(bench::Program &program, sycl::queue &queue, const char *name) {
  const bench::Array<int> values(queue, bench::Values<int>(elements));
  int chains = 0;
  program.row(
      row(name, length), queue,
      [&] {
        chains++;
        for (int i = 0; i < length; i++)
          add_one(queue, values);
      },
      [&] { return check(values.values(), chains); });
}

void event_chain(bench::Program &program, const sycl::device &device) {
  sycl::queue queue(device);
  const bench::Array<int> array(queue, bench::Values<int>(elements));
  int *values = array;
  int chains = 0;
  sycl::event last;
  program.row(
      row("launch_chain_events", length), queue,
      [&] {
        chains++;
        for (int i = 0; i < length; i++)
          last = queue.parallel_for(sycl::range<1>(elements), last,
                                    [=](sycl::id<1> i) { values[i] += 1; });
      },
      [&] { return check(array.values(), chains); });
}

void buffer_chain(bench::Program &program, sycl::queue &queue) {
  bench::Values<int> values(elements);
  sycl::buffer<int> buffer(values.begin(), values.end());
  int chains = 0;
  program.row(
      row("launch_chain_buffer", length), queue,
      [&] {
        chains++;
        for (int i = 0; i < length; i++)
          queue.submit([&](sycl::handler &handler) {
            const sycl::accessor values(buffer, handler, sycl::read_write);
            handler.parallel_for(sycl::range<1>(elements), [=](sycl::id<1> i) { values[i] += 1; });
          });
      },
      [&] {
        const sycl::host_accessor result(buffer, sycl::read_only);
        return check({result.begin(), result.end()}, chains);
      });
}

void graph_chain(bench::Program &program, sycl::queue &queue) {
  namespace syclex = sycl::ext::oneapi::experimental;
  const bench::Array<int> values(queue, bench::Values<int>(elements));
  syclex::command_graph graph(queue);
  graph.begin_recording(queue);
  for (int i = 0; i < length; i++)
    add_one(queue, values);
  graph.end_recording();
  auto ready = graph.finalize();
  int chains = 0;
  program.row(
      row("launch_chain_graph", length), queue,
      [&] {
        chains++;
        queue.ext_oneapi_graph(ready);
      },
      [&] { return check(values.values(), chains); });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    sycl::queue queue = bench::in_order_queue(program);
    launches(program, queue, "launch_empty", "launch_wait");
    chain(program, queue, "launch_chain");
    event_chain(program, queue.get_device());
    buffer_chain(program, queue);
    graph_chain(program, queue);
    launches(program, queue, "launch_driver_empty", "launch_driver_wait");
    chain(program, queue, "launch_driver_chain");
  });
}
