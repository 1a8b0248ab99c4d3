// Objects that a command keeps until it is complete, and functions that run on the host then.
#pragma once

#include <sycl/detail/queue_impl.hpp>

#include <exception>

namespace sycl::inline _V1::detail {

// An element of the list that a command group passes to the runtime. `finish` is called when the
// kernel has run, before the command's event is complete; it may run on a thread of the device and
// must not wait for other commands.
class command_end {
public:
  command_end() = default;
  command_end(const command_end &) = delete;
  command_end &operator=(const command_end &) = delete;
  virtual ~command_end() = default;

  virtual void finish() {}

private:
  friend class command_ends;
  command_end *next_ = nullptr;
};

// The list. Plain pointers, because every file that includes SYCL compiles this.
class command_ends {
public:
  command_ends() = default;
  command_ends(const command_ends &) = delete;
  command_ends &operator=(const command_ends &) = delete;
  ~command_ends() {
    if (call_.drop)
      call_.drop(call_.context);
  }

  // Adds the result of `new`, which is deleted when the command is complete; `finishes`: its
  // `finish` does something, for which later commands of the same device have to wait on the host.
  // Programs that add nothing do not instantiate `run` and `drop`.
  void add(command_end *end, bool finishes) noexcept {
    if (finishes)
      call_.run = run;
    auto *last = static_cast<command_end *>(call_.context);
    if (!last) {
      call_.drop = drop;
      call_.context = end;
      return;
    }
    while (last->next_)
      last = last->next_;
    last->next_ = end;
  }

  // The callback of the runtime, which then owns the list.
  scythe_host_call release() noexcept {
    const scythe_host_call call = call_;
    call_ = {};
    return call;
  }

private:
  static scythe_status run(void *context) {
    try {
      for (auto *end = static_cast<command_end *>(context); end; end = end->next_)
        end->finish();
    } catch (const std::exception &error) {
      scythe_set_error(error.what());
      return static_cast<scythe_status>(errc::runtime);
    }
    return 0;
  }
  static void drop(void *context) {
    for (auto *end = static_cast<command_end *>(context); end;) {
      command_end *const next = end->next_;
      delete end;
      end = next;
    }
  }

  scythe_host_call call_{};
};

// Memory of the application.
class kept_host_memory : public command_end {
public:
  explicit kept_host_memory(std::shared_ptr<const void> memory) : memory_(std::move(memory)) {}

private:
  std::shared_ptr<const void> memory_;
};

// Memory of the host that the kernel can access too.
class command_memory : public command_end {
public:
  command_memory(const queue_impl &queue, std::size_t bytes, std::size_t align)
      : context_(queue.sycl_context) {
    check(scythe_usm_alloc(device_access::handle(queue.sycl_device), identity(), host_kind, bytes,
                           align, &start_));
  }
  ~command_memory() override { scythe_usm_free(start_, identity()); }

  void *start() const noexcept { return start_; }

private:
  static constexpr std::uint32_t host_kind = SCYTHE_USM_HOST;
  const void *identity() const noexcept { return context_access::impl(context_).get(); }

  context context_;
  void *start_ = nullptr;
};

// Memory of the device for the kernel's own use. It is all zeros initially, and has to be zeroed by
// the kernel.
class command_scratch : public command_end {
public:
  command_scratch(const queue_impl &queue, std::size_t zeros, std::size_t bytes) {
    check(scythe_scratch_acquire(device_access::handle(queue.sycl_device), zeros, bytes, &start_));
  }
  ~command_scratch() override { scythe_scratch_release(start_); }

  void *start() const noexcept { return start_; }

private:
  void *start_ = nullptr;
};

} // namespace sycl::detail
