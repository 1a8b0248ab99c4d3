// Keeps a kernel's function object, or a fill pattern, from the call that
// names it until the command group is submitted.
#pragma once

#include <cstddef>
#include <memory>

namespace sycl::detail {

class argument_storage {
public:
  argument_storage() noexcept {} // leaves the inline bytes uninitialised

  // Kernel arguments are device-copyable: copying their bytes copies them
  // (SYCL 2020 §3.13.1).
  const void *keep(const void *source, std::size_t size, std::size_t align) {
    void *room = inline_;
    if (size > sizeof inline_ || align > alignof(argument_storage)) {
      heap_.reset(new unsigned char[size + align]);
      room = heap_.get();
      std::size_t space = size + align;
      room = std::align(align, size, room, space);
    }
    return __builtin_memcpy(room, source, size);
  }

private:
  alignas(64) unsigned char inline_[512];
  std::unique_ptr<unsigned char[]> heap_;
};

} // namespace sycl::detail
