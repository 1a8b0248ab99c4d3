// Conversions between OpenCL's objects and SYCL's (SYCL 2020 §4.5.1 and appendix C). On the CPU every request is an
// error.
#include "check.hpp"

#ifndef SYCL_BACKEND_OPENCL
int main() { std::puts("skipped: OpenCL's headers are not installed"); }
#else

#include <sycl/backend/opencl.hpp>

#include <dlfcn.h>

#include <cstring>
#include <numeric>
#include <vector>

// OpenCL's functions from the library that the runtime uses, so the program need not be linked with it.
template <typename Function> Function *find(const char *name) {
  static void *const library = dlopen("libOpenCL.so.1", RTLD_NOW);
  return reinterpret_cast<Function *>(dlsym(library, name));
}
#define CALL(name) find<decltype(name)>(#name)

constexpr sycl::backend opencl = sycl::backend::opencl;
class own_kernel;

template <typename Object, typename Get>
cl_uint count(Get get, Object object, cl_uint key) {
  cl_uint references = 0;
  CHECK_EQ(get(object, key, sizeof references, &references, nullptr), CL_SUCCESS);
  return references;
}

void refused(sycl::queue q) {
  using sycl::errc;
  sycl::event done = q.single_task<own_kernel>([] {});
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<opencl>(q));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<opencl>(q.get_device()));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<opencl>(q.get_context()));
  CHECK_THROWS(errc::backend_mismatch,
               (void)sycl::get_native<opencl>(q.get_device().get_platform()));
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<opencl>(done));
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::get_native<opencl>(bundle));
  CHECK_THROWS(errc::backend_mismatch,
               (void)sycl::get_native<opencl>(bundle.get_kernel<own_kernel>()));
  sycl::buffer<int> buffer(4);
  bool refused = false;
  q.submit([&](sycl::handler &group) {
    sycl::accessor acc(buffer, group, sycl::read_write);
    group.host_task([=, &refused](sycl::interop_handle handle) {
      CHECK(handle.get_backend() == q.get_backend());
      CHECK_THROWS(errc::backend_mismatch, (void)handle.get_native_queue<opencl>());
      CHECK_THROWS(errc::backend_mismatch, (void)handle.get_native_device<opencl>());
      CHECK_THROWS(errc::backend_mismatch, (void)handle.get_native_context<opencl>());
      CHECK_THROWS(errc::backend_mismatch, (void)handle.get_native_mem<opencl>(acc));
      refused = true;
    });
  });
  q.wait();
  CHECK(refused);
  try {
    (void)sycl::get_native<opencl>(q);
  } catch (const sycl::exception &error) {
    CHECK_EQ(sycl::opencl::get_error_code(error), CL_SUCCESS);
  }
  CHECK_THROWS(errc::backend_mismatch, (void)sycl::opencl::has_extension(q.get_device(), "x"));
  // The program's own kernels have no arguments that could be set.
  CHECK_THROWS(errc::invalid, q.submit([&](sycl::handler &group) {
    group.set_args(1, 2.0f);
    group.single_task(bundle.get_kernel<own_kernel>());
  }));
}

void objects(sycl::queue q) {
  const sycl::device dev = q.get_device();
  const cl_device_id device = sycl::get_native<opencl>(dev);
  CHECK(sycl::make_device<opencl>(device) == dev);
  const cl_platform_id platform = sycl::get_native<opencl>(dev.get_platform());
  CHECK(sycl::make_platform<opencl>(platform) == dev.get_platform());
  char name[256] = {};
  CALL(clGetDeviceInfo)(device, CL_DEVICE_NAME, sizeof name, name, nullptr);
  CHECK(std::strstr(name, dev.get_info<sycl::info::device::name>().c_str()) != nullptr);
  CHECK(sycl::opencl::has_extension(dev, "cl_khr_global_int32_base_atomics"));
  CHECK(!sycl::opencl::has_extension(dev.get_platform(), "cl_no_such_extension"));

  // References: one for each SYCL object, and one for each get_native.
  cl_int status = CL_SUCCESS;
  const cl_context context =
      CALL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &status);
  const auto references = [&] {
    return count(CALL(clGetContextInfo), context, CL_CONTEXT_REFERENCE_COUNT);
  };
  const cl_uint before = references();
  {
    const sycl::context made = sycl::make_context<opencl>(context);
    CHECK_EQ(references(), before + 1);
    CHECK(sycl::get_native<opencl>(made) == context);
    CHECK_EQ(references(), before + 2);
    CALL(clReleaseContext)(context);
    CHECK(made.get_devices() == std::vector<sycl::device>{dev});

    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_command_queue queue =
        CALL(clCreateCommandQueueWithProperties)(context, device, properties, &status);
    CHECK_EQ(status, CL_SUCCESS);
    {
      sycl::queue own = sycl::make_queue<opencl>(queue, made);
      CHECK(own.get_device() == dev && own.get_context() == made && own.is_in_order());
      CHECK(own.has_property<sycl::property::queue::enable_profiling>());
      CHECK(sycl::get_native<opencl>(sycl::queue(own)) == queue);
      CALL(clReleaseCommandQueue)(queue);
      int *const value = sycl::malloc_shared<int>(1, own);
      own.single_task([=] { *value = 5; });
      own.wait();
      CHECK_EQ(*value, 5);
      sycl::free(value, own);
    }
    CHECK_EQ(count(CALL(clGetCommandQueueInfo), queue, CL_QUEUE_REFERENCE_COUNT), 1u);
    CALL(clReleaseCommandQueue)(queue);
  }
  CHECK_EQ(references(), before);
  CALL(clReleaseContext)(context);

  // A queue's native object outlives it.
  cl_command_queue kept = nullptr;
  {
    sycl::queue other(dev, sycl::property::queue::in_order());
    kept = sycl::get_native<opencl>(other);
    CHECK(sycl::get_native<opencl>(other) == kept);
    CALL(clReleaseCommandQueue)(kept);
  }
  CHECK_EQ(CALL(clFinish)(kept), CL_SUCCESS);
  CALL(clReleaseCommandQueue)(kept);
}

void events(sycl::queue q) {
  const cl_context context = sycl::get_native<opencl>(q.get_context());
  const cl_event gates[] = {CALL(clCreateUserEvent)(context, nullptr),
                            CALL(clCreateUserEvent)(context, nullptr)};
  int *const value = sycl::malloc_shared<int>(1, q);
  *value = 0;
  sycl::event made = sycl::make_event<opencl>({gates[0], gates[1]}, q.get_context());
  const std::vector<cl_event> same = sycl::get_native<opencl>(made);
  CHECK(same.size() == 2 && same[0] == gates[0] && same[1] == gates[1]);
  sycl::event last = q.single_task(made, [=] { *value = 1; });
  const std::vector<cl_event> pending = sycl::get_native<opencl>(last);
  CHECK_EQ(pending.size(), std::size_t{1});
  const auto state = [&] {
    cl_int now = 0;
    CALL(clGetEventInfo)(pending[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, nullptr);
    return now;
  };
  CALL(clSetUserEventStatus)(gates[0], CL_COMPLETE);
  CHECK(state() != CL_COMPLETE);
  CHECK_EQ(*value, 0);
  CALL(clSetUserEventStatus)(gates[1], CL_COMPLETE);
  CHECK_EQ(CALL(clWaitForEvents)(1, pending.data()), CL_SUCCESS);
  CHECK_EQ(*value, 1);
  made.wait();
  CHECK_EQ(CALL(clWaitForEvents)(1, sycl::get_native<opencl>(last).data()), CL_SUCCESS);
  CHECK(sycl::get_native<opencl>(sycl::event()).empty());
  sycl::free(value, q);
  for (const cl_event event : {gates[0], gates[1], same[0], same[1], pending[0]})
    CALL(clReleaseEvent)(event);
  CALL(clReleaseContext)(context);
}

// A host task doubles a buffer with OpenCL's own commands.
void host_tasks(sycl::queue q) {
  constexpr std::size_t count = 1000;
  std::vector<int> host(count);
  std::iota(host.begin(), host.end(), 0);
  {
    sycl::buffer<int> from(host), to(count);
    q.submit([&](sycl::handler &group) {
      sycl::accessor values(from, group, sycl::read_write);
      group.parallel_for(count, [=](sycl::id<1> i) { values[i] *= 2; });
    });
    q.submit([&](sycl::handler &group) {
      sycl::accessor source(from, group, sycl::read_only);
      sycl::accessor target(to, group, sycl::write_only, sycl::no_init);
      group.host_task([=](sycl::interop_handle handle) {
        CHECK(handle.get_backend() == opencl);
        const cl_command_queue queue = handle.get_native_queue<opencl>();
        const std::vector<cl_mem> sources = handle.get_native_mem<opencl>(source);
        const std::vector<cl_mem> targets = handle.get_native_mem<opencl>(target);
        CHECK(sources.size() == 1 && targets.size() == 1);
        CHECK(handle.get_native_mem<opencl>(source)[0] == sources[0]);
        cl_context of_memory = nullptr;
        CALL(clGetMemObjectInfo)
        (sources[0], CL_MEM_CONTEXT, sizeof of_memory, &of_memory, nullptr);
        CHECK(of_memory == handle.get_native_context<opencl>());
        CHECK_EQ(CALL(clEnqueueCopyBuffer)(queue, sources[0], targets[0], 0, 0,
                                           count * sizeof(int), 0, nullptr, nullptr),
                 CL_SUCCESS);
        CHECK_EQ(CALL(clFinish)(queue), CL_SUCCESS);
      });
    });
    q.submit([&](sycl::handler &group) {
      sycl::accessor values(to, group, sycl::read_write);
      group.parallel_for(count, [=](sycl::id<1> i) { values[i] += 1; });
    });
    const sycl::host_accessor result(to);
    CHECK_ALL(result, count, [](std::size_t i) { return static_cast<int>(2 * i + 1); });
  }
  CHECK_ALL(host, count, [](std::size_t i) { return static_cast<int>(2 * i); });
}

void buffers(sycl::queue q) {
  constexpr std::size_t count = 33;
  std::vector<int> data(count, 3);
  const cl_context context = sycl::get_native<opencl>(q.get_context());
  const cl_command_queue queue = sycl::get_native<opencl>(q);
  const cl_mem memory = CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                             count * sizeof(int), data.data(), nullptr);
  const auto add = [&](sycl::buffer<int> &to, int much) {
    q.submit([&](sycl::handler &group) {
      sycl::accessor values(to, group, sycl::read_write);
      group.parallel_for(count, [=](sycl::id<1> i) { values[i] += much; });
    });
  };
  const auto contents = [&] {
    CALL(clEnqueueReadBuffer)
    (queue, memory, CL_TRUE, 0, count * sizeof(int), data.data(), 0, nullptr, nullptr);
    return data;
  };
  {
    sycl::buffer<int> made =
        sycl::make_buffer<opencl, int>(memory, q.get_context(), sycl::event());
    CHECK_EQ(made.size(), count);
    CHECK_EQ(::count(CALL(clGetMemObjectInfo), memory, CL_MEM_REFERENCE_COUNT), 2u);
    add(made, 4);
    const std::vector<cl_mem> same = sycl::get_native<opencl>(made);
    CHECK(same.size() == 1 && same[0] == memory);
    CALL(clReleaseMemObject)(memory);
    CHECK_ALL(contents(), count, [](std::size_t) { return 7; });
    add(made, 10);
  }
  CHECK_ALL(contents(), count, [](std::size_t) { return 17; });
  CHECK_EQ(::count(CALL(clGetMemObjectInfo), memory, CL_MEM_REFERENCE_COUNT), 1u);
  CALL(clReleaseMemObject)(memory);
  CALL(clReleaseCommandQueue)(queue);
  CALL(clReleaseContext)(context);
  CHECK(sycl::get_native<opencl>(sycl::buffer<int>(3)).empty());
}

void kernels(sycl::queue q) {
  const cl_context context = sycl::get_native<opencl>(q.get_context());
  const char *source = "kernel void scaled(global int *out, local int *room, int scale, "
                       "global const int *in) {\n"
                       "  size_t i = get_global_id(0) * get_global_size(1) + get_global_id(1);\n"
                       "  room[get_local_id(0)] = in[i];\n"
                       "  out[i] = room[get_local_id(0)] * scale;\n"
                       "}\n";
  const cl_program program =
      CALL(clCreateProgramWithSource)(context, 1, &source, nullptr, nullptr);
  using state = sycl::bundle_state;
  {
    const auto bundle =
        sycl::make_kernel_bundle<opencl, state::executable>(program, q.get_context());
    CHECK(sycl::get_native<opencl>(bundle) == std::vector<cl_program>{program});
    CALL(clReleaseProgram)(program);
    CHECK(!bundle.empty() && bundle.get_kernel_ids().empty());
    CHECK_THROWS(sycl::errc::invalid,
                 (sycl::make_kernel_bundle<opencl, state::input>(program, q.get_context())));
  }
  {
    const char *wrong = "kernel void broken( {";
    const cl_program broken =
        CALL(clCreateProgramWithSource)(context, 1, &wrong, nullptr, nullptr);
    cl_int code = CL_SUCCESS;
    try {
      sycl::make_kernel_bundle<opencl, state::executable>(broken, q.get_context());
    } catch (const sycl::exception &error) {
      CHECK(error.code() == sycl::errc::build);
      code = sycl::opencl::get_error_code(error);
    }
    CHECK_EQ(code, CL_BUILD_PROGRAM_FAILURE);
    CALL(clReleaseProgram)(broken);
  }
  cl_int status = CL_SUCCESS;
  const cl_kernel native = CALL(clCreateKernel)(program, "scaled", &status);
  CHECK_EQ(status, CL_SUCCESS);
  {
    const sycl::kernel scaled = sycl::make_kernel<opencl>(native, q.get_context());
    CHECK_EQ(::count(CALL(clGetKernelInfo), native, CL_KERNEL_REFERENCE_COUNT), 2u);
    CHECK(sycl::get_native<opencl>(scaled) == native);
    CALL(clReleaseKernel)(native);
    CHECK_EQ(scaled.get_info<sycl::info::kernel::num_args>(), 4u);
    CHECK_EQ(scaled.get_info<sycl::info::kernel::function_name>(), std::string("scaled"));
    CHECK(scaled.get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device()) >
          0);
    constexpr std::size_t rows = 6, columns = 5;
    sycl::buffer<int> out(rows * columns);
    int *const in = sycl::malloc_shared<int>(rows * columns, q);
    std::iota(in, in + rows * columns, 1);
    const auto fresh = [&] {
      sycl::host_accessor all(out, sycl::write_only);
      for (int &each : all)
        each = 0;
    };
    fresh();
    q.submit([&](sycl::handler &group) {
      sycl::accessor target(out, group, sycl::read_write);
      sycl::local_accessor<int> room(rows, group);
      group.set_args(target, room, 3, in);
      group.parallel_for(sycl::nd_range<2>({rows, columns}, {rows, 1}), scaled);
    });
    CHECK_ALL(sycl::host_accessor(out), rows * columns,
              [](std::size_t i) { return static_cast<int>(3 * (i + 1)); });
    fresh();
    sycl::khr::launch(q, sycl::range<1>(0), scaled); // no work-items, no arguments
    q.submit([&](sycl::handler &group) {
      sycl::accessor target(out, group, sycl::read_write);
      group.set_arg(3, in);
      group.set_arg(2, 100);
      group.set_arg(2, 7); // the last value counts
      group.set_arg(1, sycl::local_accessor<int>(1, group));
      group.set_arg(0, target);
      group.single_task(scaled);
    });
    q.wait_and_throw();
    CHECK_ALL(sycl::host_accessor(out), rows * columns,
              [](std::size_t i) { return i == 0 ? 7 : 0; });
    sycl::free(in, q);
  }
  CHECK_EQ(::count(CALL(clGetKernelInfo), native, CL_KERNEL_REFERENCE_COUNT), 1u);
  CALL(clReleaseKernel)(native);
  CALL(clReleaseProgram)(program);
  CALL(clReleaseContext)(context);

  // The program's own.
  const auto bundle = sycl::get_kernel_bundle<state::executable>(q.get_context());
  const std::vector<cl_program> programs = sycl::get_native<opencl>(bundle);
  CHECK(!programs.empty());
  const cl_kernel own = sycl::get_native<opencl>(bundle.get_kernel<own_kernel>());
  CHECK_EQ(::count(CALL(clGetKernelInfo), own, CL_KERNEL_REFERENCE_COUNT), 1u);
  CALL(clReleaseKernel)(own);
  for (const cl_program each : programs)
    CALL(clReleaseProgram)(each);
}

int main() {
  sycl::queue q;
  if (q.get_backend() != opencl) {
    refused(q);
    return check::result();
  }
  q.single_task<class another>([] {}).wait();
  objects(q);
  events(q);
  host_tasks(q);
  buffers(q);
  kernels(q);
  return check::result();
}

#endif
