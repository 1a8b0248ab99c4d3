// Compiled with BENCH_OPENCL where OpenCL's headers and the ICD loader are installed; without it
// there is no PoCL.

#include "opencl.hpp"

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <utility>

namespace bench::opencl {

Program::Define::Define(std::string name, std::size_t value)
    : name(std::move(name)), value(std::to_string(value)) {}

Program::Define::Define(std::string name, float value) : name(std::move(name)) {
  // Hexadecimal, so that no digit is lost.
  char text[32];
  std::snprintf(text, sizeof text, "%af", double(value));
  this->value = text;
}

} // namespace bench::opencl

#ifdef BENCH_OPENCL

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <map>
#include <vector>

namespace bench::opencl {

namespace {

std::runtime_error failure(const cl::Error &error) {
  return std::runtime_error(std::string("OpenCL: ") + error.what() + " gives " +
                            std::to_string(error.err()));
}

/// Runs `work` and says which call failed if one does.
template <typename F> auto checked(F &&work) {
  try {
    return work();
  } catch (const cl::Error &error) {
    throw failure(error);
  }
}

struct Pocl {
  cl::Device device;
  cl::Context context{device};
  cl::CommandQueue queue{context, device};
};

std::optional<cl::Device> find_device() {
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
    for (const cl::Platform &platform : platforms) {
      if (platform.getInfo<CL_PLATFORM_NAME>().find("Portable Computing Language") ==
          std::string::npos)
        continue;
      std::vector<cl::Device> devices;
      platform.getDevices(CL_DEVICE_TYPE_CPU, &devices);
      if (!devices.empty())
        return devices.front();
    }
  } catch (const cl::Error &error) {
    // The loader reports an error, not an empty list, where no platform is installed.
    std::fprintf(stderr, "%s\n", failure(error).what());
  }
  return std::nullopt;
}

Pocl *find() {
  static std::optional<Pocl> pocl = []() -> std::optional<Pocl> {
    const auto device = find_device();
    if (!device) {
      std::fprintf(stderr, "no PoCL among the OpenCL platforms\n");
      return std::nullopt;
    }
    return checked([&] { return Pocl{*device}; });
  }();
  return pocl ? &*pocl : nullptr;
}

Pocl &pocl() {
  if (Pocl *found = find())
    return *found;
  throw std::runtime_error("OpenCL is used although there is no PoCL");
}

cl::NDRange range(Extent extent) {
  const std::size_t *size = extent.begin();
  switch (extent.size()) {
  case 0: return cl::NullRange;
  case 1: return cl::NDRange(size[0]);
  case 2: return cl::NDRange(size[0], size[1]);
  case 3: return cl::NDRange(size[0], size[1], size[2]);
  default: throw std::invalid_argument("index spaces have 1 to 3 dimensions");
  }
}

} // namespace

bool available() { return find() != nullptr; }

struct Memory::Impl {
  cl::Buffer buffer;
};

Memory::Memory(std::size_t bytes)
    : impl(checked([&] {
        return std::make_shared<Impl>(
            Impl{cl::Buffer(pocl().context, CL_MEM_READ_WRITE, bytes)});
      })) {}

void Memory::write(const void *from, std::size_t bytes) {
  checked([&] { return pocl().queue.enqueueWriteBuffer(impl->buffer, CL_TRUE, 0, bytes, from); });
}

void Memory::read(void *to, std::size_t bytes) const {
  checked([&] { return pocl().queue.enqueueReadBuffer(impl->buffer, CL_TRUE, 0, bytes, to); });
}

Argument Memory::argument() const { return {sizeof(cl_mem), &impl->buffer()}; }

struct Program::Impl {
  cl::Program program;
  std::map<std::string, cl::Kernel> kernels;
};

Program::Program(const char *source, std::initializer_list<Define> defines) {
  std::string options = "-cl-std=CL1.2";
  for (const Define &define : defines)
    options += " -D" + define.name + "=" + define.value;
  checked([&] {
    impl = std::make_shared<Impl>(Impl{cl::Program(pocl().context, source), {}});
    try {
      impl->program.build(options.c_str());
    } catch (const cl::BuildError &error) {
      for (const auto &[device, log] : error.getBuildLog())
        std::fprintf(stderr, "%s\n", log.c_str());
      throw;
    }
  });
}

void Program::launch(const char *name, Extent global, Extent local, const Argument *args,
                     std::size_t count) const {
  checked([&] {
    auto kernel = impl->kernels.find(name);
    if (kernel == impl->kernels.end())
      kernel = impl->kernels.emplace(name, cl::Kernel(impl->program, name)).first;
    for (cl_uint i = 0; i < count; i++)
      kernel->second.setArg(i, args[i].bytes, args[i].value);
    pocl().queue.enqueueNDRangeKernel(kernel->second, cl::NullRange, range(global), range(local));
  });
}

void Program::finish() const {
  checked([&] { return pocl().queue.finish(); });
}

} // namespace bench::opencl

#else // BENCH_OPENCL

namespace bench::opencl {

namespace {

[[noreturn]] void absent() {
  throw std::logic_error("OpenCL is used although the benchmarks are built without it");
}

} // namespace

bool available() { return false; }

struct Memory::Impl {};
Memory::Memory(std::size_t) { absent(); }
void Memory::write(const void *, std::size_t) { absent(); }
void Memory::read(void *, std::size_t) const { absent(); }
Argument Memory::argument() const { absent(); }

struct Program::Impl {};
Program::Program(const char *, std::initializer_list<Define>) { absent(); }
void Program::launch(const char *, Extent, Extent, const Argument *, std::size_t) const {
  absent();
}
void Program::finish() const { absent(); }

} // namespace bench::opencl

#endif // BENCH_OPENCL
