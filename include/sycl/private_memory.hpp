// SYCL 2020 §4.9.4.2.4: a variable of each work-item that lives as long as the
// work-group's code around it. Deprecated there.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/hierarchical.hpp>
#include <sycl/group.hpp>
#include <sycl/h_item.hpp>

#include <new>

namespace sycl {

namespace detail {

// One work-item runs its whole work-group, so the variables are an array. How
// long it is shows at run time: kernels on the CPU ask the runtime for it, others
// have room for as many work-items as launches let through.
#if defined(__SPIRV__) && defined(__SYCL_DEVICE_ONLY__)
template <typename T> class private_variables {
public:
  SCYTHE_ALWAYS_INLINE explicit private_variables(std::size_t) noexcept {}
  SCYTHE_ALWAYS_INLINE T *data() noexcept { return reinterpret_cast<T *>(bytes_); }

private:
  alignas(T) unsigned char bytes_[most_hierarchical_items * sizeof(T)];
};
#else
template <typename T> class private_variables {
public:
  SCYTHE_ALWAYS_INLINE explicit private_variables(std::size_t count) noexcept
      : size_(count * sizeof(T)), data_(static_cast<T *>(private_memory(size_, alignof(T)))) {}
  SCYTHE_ALWAYS_INLINE ~private_variables() { release_private_memory(data_, size_, alignof(T)); }
  SCYTHE_ALWAYS_INLINE T *data() noexcept { return data_; }

private:
  std::size_t size_;
  T *data_;
};
#endif

} // namespace detail

template <typename T, int Dimensions = 1> class private_memory {
public:
  SCYTHE_ALWAYS_INLINE private_memory(const group<Dimensions> &group)
      : count_(group.get_local_linear_range()), variables_(count_) {
    for (std::size_t i = 0; i < count_; ++i)
      ::new (static_cast<void *>(variables_.data() + i)) T;
  }
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;
  SCYTHE_ALWAYS_INLINE ~private_memory() {
    for (std::size_t i = 0; i < count_; ++i)
      variables_.data()[i].~T();
  }

  // Logical work-items that one work-item of the launch runs share a variable.
  SCYTHE_ALWAYS_INLINE T &operator()(const h_item<Dimensions> &id) noexcept {
    return variables_.data()[id.get_physical_local().get_linear_id()];
  }

private:
  std::size_t count_;
  detail::private_variables<T> variables_;
};

} // namespace sycl
