// Keeps a kernel's arguments, or a fill pattern, from the call that names them
// until the command group is submitted.
#pragma once

#include <cstddef>
#include <memory>

namespace sycl::detail {

class argument_storage {
public:
  argument_storage() noexcept {} // leaves the inline bytes uninitialised

  void *reserve(std::size_t size, std::size_t align) {
    if (size <= sizeof inline_ && align <= alignof(argument_storage))
      return inline_;
    heap_.reset(new unsigned char[size + align]);
    void *room = heap_.get();
    std::size_t space = size + align;
    return std::align(align, size, room, space);
  }

  // What is kept is device-copyable: copying its bytes copies it
  // (SYCL 2020 §3.13.1).
  const void *keep(const void *source, std::size_t size, std::size_t align) {
    return __builtin_memcpy(reserve(size, align), source, size);
  }

private:
  alignas(64) unsigned char inline_[512];
  std::unique_ptr<unsigned char[]> heap_;
};

} // namespace sycl::detail
