// SYCL 2020 §4.9.4.2.4: a variable of each work-item that lives as long as the
// work-group's code around it. Deprecated there.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/hierarchical.hpp>
#include <sycl/group.hpp>
#include <sycl/h_item.hpp>

#include <new>
#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

// One work-item runs its whole work-group, so the variables are an array. Its length is known at
// run time: kernels on the CPU allocate it in the runtime, others have space for the largest
// work-group that launches allow.
#if defined(__SPIRV__) && defined(__SYCL_DEVICE_ONLY__)
template <typename ValueT> class private_variables {
public:
  SCYTHE_ALWAYS_INLINE explicit private_variables(std::size_t) noexcept {}
  SCYTHE_ALWAYS_INLINE ValueT *data() noexcept { return reinterpret_cast<ValueT *>(bytes_); }

private:
  alignas(ValueT) unsigned char bytes_[most_hierarchical_items * sizeof(ValueT)];
};
#else
template <typename ValueT> class private_variables {
public:
  SCYTHE_ALWAYS_INLINE explicit private_variables(std::size_t count) noexcept
      : size_(count * sizeof(ValueT)),
        data_(static_cast<ValueT *>(private_memory(size_, alignof(ValueT)))) {}
  SCYTHE_ALWAYS_INLINE ~private_variables() {
    release_private_memory(data_, size_, alignof(ValueT));
  }
  SCYTHE_ALWAYS_INLINE ValueT *data() noexcept { return data_; }

private:
  std::size_t size_;
  ValueT *data_;
};
#endif

} // namespace detail

#if SCYTHE_HAS_EACH_WORK_ITEM

// Each work-item has a variable of its own.
template <typename ValueT, int Dimensions = 1> class private_memory {
public:
  SCYTHE_ALWAYS_INLINE private_memory(const group<Dimensions> &)
      : variable_(detail::private_variable<ValueT>()) {
    if constexpr (!std::is_trivially_default_constructible_v<ValueT>)
      detail::in_each_work_item(
          [variable = variable_] { ::new (static_cast<void *>(variable)) ValueT; });
  }
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;
  SCYTHE_ALWAYS_INLINE ~private_memory() {
    if constexpr (!std::is_trivially_destructible_v<ValueT>)
      detail::in_each_work_item([variable = variable_] { variable->~ValueT(); });
  }

  SCYTHE_ALWAYS_INLINE ValueT &operator()(const h_item<Dimensions> &) noexcept {
    return *variable_;
  }

private:
  ValueT *variable_;
};

#else

template <typename ValueT, int Dimensions = 1> class private_memory {
public:
  SCYTHE_ALWAYS_INLINE private_memory(const group<Dimensions> &group)
      : count_(group.get_local_linear_range()), variables_(count_) {
    for (std::size_t idx = 0; idx < count_; ++idx)
      ::new (static_cast<void *>(variables_.data() + idx)) ValueT;
  }
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;
  SCYTHE_ALWAYS_INLINE ~private_memory() {
    for (std::size_t idx = 0; idx < count_; ++idx)
      variables_.data()[idx].~ValueT();
  }

  // Logical work-items that one work-item of the launch runs share a variable.
  SCYTHE_ALWAYS_INLINE ValueT &operator()(const h_item<Dimensions> &id) noexcept {
    return variables_.data()[id.get_physical_local().get_linear_id()];
  }

private:
  std::size_t count_;
  detail::private_variables<ValueT> variables_;
};

#endif

} // namespace sycl
