// Accessors with target::device in host tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sycl::inline _V1::detail {

// Accessors are captured before it is known that the command is a host task, and those with
// target::device contain addresses of the device then. A task without an interop_handle can only
// access the elements: they are in the host's memory, where the command requires them.
class host_addresses {
public:
  void add(const void *start, std::size_t bytes, void *host) {
    if (start != host)
      moved_.push_back({reinterpret_cast<std::uintptr_t>(start), bytes, static_cast<char *>(host)});
  }
  void *find(const void *address) const noexcept {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    for (const moved &memory : moved_)
      if (wanted - memory.start < memory.bytes)
        return memory.host + (wanted - memory.start);
    return nullptr;
  }
  bool empty() const noexcept { return moved_.empty(); }

private:
  struct moved {
    std::uintptr_t start;
    std::size_t bytes;
    char *host;
  };
  std::vector<moved> moved_;
};

// The addresses of the host task that this thread runs; null if there is none.
inline const host_addresses *&task_addresses() noexcept {
  static thread_local const host_addresses *current = nullptr;
  return current;
}

// While a host task runs.
class with_addresses {
public:
  explicit with_addresses(const host_addresses &addresses) noexcept : outer_(task_addresses()) {
    task_addresses() = addresses.empty() ? nullptr : &addresses;
  }
  with_addresses(const with_addresses &) = delete;
  with_addresses &operator=(const with_addresses &) = delete;
  ~with_addresses() { task_addresses() = outer_; }

private:
  const host_addresses *outer_;
};

// The address in an accessor, for host code.
template <typename ValueT> ValueT *address_in_task(ValueT *address) noexcept {
  if (const host_addresses *addresses = task_addresses())
    if (void *host = addresses->find(address))
      return static_cast<ValueT *>(host);
  return address;
}

} // namespace sycl::inline _V1::detail
