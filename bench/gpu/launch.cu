#include "cuda.hpp"
#include "launch.hpp"

#include <cuda.h>
#include <dlfcn.h>

__global__ void empty() {}

__global__ void add_one(int *values) { values[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

/// Launches through the driver, which is loaded at run time, so that its library is not needed to compile.
class Driver {
public:
  Driver() {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
      throw std::runtime_error("cannot open libcuda.so.1");
    launch_kernel = find<LaunchKernel>(library, "cuLaunchKernel");
    synchronize = find<Synchronize>(library, "cuStreamSynchronize");
  }

  void launch(CUfunction function, int blocks, int threads, void **arguments) const {
    check(launch_kernel(function, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr));
  }

  void wait() const { check(synchronize(nullptr)); }

  static CUfunction function(const void *kernel) {
    cudaFunction_t function;
    bench::check(cudaGetFuncBySymbol(&function, kernel));
    return function;
  }

private:
  using LaunchKernel = decltype(&cuLaunchKernel);
  using Synchronize = decltype(&cuStreamSynchronize);

  template <typename Function> static Function find(void *library, const char *name) {
    void *function = dlsym(library, name);
    if (!function)
      throw std::runtime_error(std::string("the driver has no ") + name);
    return reinterpret_cast<Function>(function);
  }

  static void check(CUresult result) {
    if (result != CUDA_SUCCESS)
      throw std::runtime_error("error " + std::to_string(result) + " of the driver");
  }

  LaunchKernel launch_kernel;
  Synchronize synchronize;
};

/// The rows of empty kernels, for all ways to launch them.
template <typename Queue, typename Launch>
void launches(bench::Program &program, Queue &queue, const char *empty, const char *wait,
              Launch launch) {
  const auto right = [] { return std::string(); };
  program.row(row(empty, 1), queue, launch, right);
  program.row(
      row(wait, 1), queue,
      [&] {
        launch();
        queue.wait();
      },
      right);
}

/// The row of a chain, for all ways to launch it; `launch` adds one to the array that it is given.
template <typename Queue, typename Launch>
void chain(bench::Program &program, Queue &queue, const char *name, Launch launch) {
  const bench::Array<int> values{bench::Values<int>(elements)};
  int chains = 0;
  program.row(
      row(name, length), queue,
      [&] {
        chains++;
        for (int i = 0; i < length; i++)
          launch(values.get());
      },
      [&] { return check(values.values(), chains); });
}

/// The chain as a graph, which is captured once and launched as one.
void graph_chain(bench::Program &program, bench::Stream &stream, int blocks) {
  const bench::Array<int> values{bench::Values<int>(elements)};
  cudaStream_t captured;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  bench::check(cudaStreamCreateWithFlags(&captured, cudaStreamNonBlocking));
  bench::check(cudaStreamBeginCapture(captured, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < length; i++)
    add_one<<<blocks, bench::block, 0, captured>>>(values.get());
  bench::check(cudaStreamEndCapture(captured, &graph));
  bench::check(cudaGraphInstantiate(&ready, graph, 0));
  int chains = 0;
  program.row(
      row("launch_chain_graph", length), stream,
      [&] {
        chains++;
        bench::check(cudaGraphLaunch(ready, nullptr));
      },
      [&] { return check(values.values(), chains); });
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(captured);
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    bench::Stream stream(program);
    const int blocks = elements / bench::block;
    launches(program, stream, "launch_empty", "launch_wait", [] { empty<<<1, 1>>>(); });
    for (const char *name : {"launch_chain", "launch_chain_events", "launch_chain_buffer"})
      chain(program, stream, name, [&](int *values) { add_one<<<blocks, bench::block>>>(values); });

    graph_chain(program, stream, blocks);

    const Driver driver;
    const CUfunction empty_function = Driver::function(reinterpret_cast<const void *>(empty)),
                     add_function = Driver::function(reinterpret_cast<const void *>(add_one));
    launches(program, driver, "launch_driver_empty", "launch_driver_wait",
             [&] { driver.launch(empty_function, 1, 1, nullptr); });
    chain(program, driver, "launch_driver_chain", [&](int *values) {
      void *arguments[] = {&values};
      driver.launch(add_function, blocks, bench::block, arguments);
    });
  });
}
