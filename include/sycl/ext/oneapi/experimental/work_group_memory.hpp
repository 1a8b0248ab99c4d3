// The extension sycl_ext_oneapi_work_group_memory: memory that the work-items of a group
// share, as a variable.
#pragma once

#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/local_accessor.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

template <typename Array> inline constexpr bool is_unbounded = false;
template <typename Element> inline constexpr bool is_unbounded<Element[]> = true;

// The number of elements of a type of known size, whatever its dimensions.
template <typename DataT> constexpr std::size_t element_count() {
  return sizeof(DataT) / sizeof(std::remove_all_extents_t<DataT>);
}

} // namespace detail

namespace ext::oneapi::experimental {

struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate{};

template <typename DataT, typename PropertyListT = empty_properties_t> class work_group_memory {
  static constexpr bool unbounded = detail::is_unbounded<DataT>;

public:
  using value_type = std::remove_all_extents_t<DataT>;

  // Without memory, until something is assigned to it.
  work_group_memory(const indeterminate_t &) noexcept {}

  template <typename Handler,
            std::enable_if_t<!unbounded && std::is_same_v<Handler, handler>, int> = 0>
  work_group_memory(Handler &commandGroup, const PropertyListT & = {})
      : memory_(range<1>(count()), commandGroup) {}
  template <typename Handler,
            std::enable_if_t<unbounded && std::is_same_v<Handler, handler>, int> = 0>
  work_group_memory(std::size_t elementCount, Handler &commandGroup, const PropertyListT & = {})
      : memory_(range<1>(elementCount * inner_count()), commandGroup) {}

  SCYTHE_ALWAYS_INLINE operator DataT &() const noexcept { return *operator&(); }

  template <typename Value = DataT, std::enable_if_t<!std::is_array_v<Value>, int> = 0>
  SCYTHE_ALWAYS_INLINE const work_group_memory &operator=(const Value &value) const noexcept {
    *operator&() = value;
    return *this;
  }

  SCYTHE_ALWAYS_INLINE DataT *operator&() const noexcept {
    return reinterpret_cast<DataT *>(get_multi_ptr<access::decorated::no>().get());
  }

  template <access::decorated IsDecorated = access::decorated::legacy>
  SCYTHE_ALWAYS_INLINE multi_ptr<value_type, access::address_space::local_space, IsDecorated>
  get_multi_ptr() const noexcept {
    return memory_.template get_multi_ptr<IsDecorated>();
  }

private:
  static constexpr std::size_t count() {
    if constexpr (unbounded)
      return 0;
    else
      return detail::element_count<DataT>();
  }
  static constexpr std::size_t inner_count() {
    return detail::element_count<std::remove_extent_t<DataT>>();
  }

  local_accessor<value_type, 1> memory_;
};

} // namespace ext::oneapi::experimental
} // namespace sycl
