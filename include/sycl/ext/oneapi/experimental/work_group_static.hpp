// The extension sycl_ext_oneapi_work_group_static: variables of static storage duration that each
// work-group has for itself.
#pragma once

#include <scythe/facts.h>
#include <sycl/detail/macros.hpp>

#include <type_traits>

namespace sycl::inline _V1::ext::oneapi::experimental {

// In device code the compiler moves such a variable to local memory, whatever its scope.
template <typename ValueT>
class [[clang::annotate(SCYTHE_WORK_GROUP_STATIC_MARK)]]
#ifdef __SYCL_DEVICE_ONLY__
[[__sycl_detail__::add_ir_global_variable_attributes(SCYTHE_WORK_GROUP_STATIC_MARK, "")]]
#endif
work_group_static final {
  static_assert(std::is_trivially_default_constructible_v<ValueT> &&
                    std::is_trivially_destructible_v<ValueT>,
                "the type of a work_group_static must be trivially constructible and trivially "
                "destructible: its constructor and destructor do not run");

public:
  work_group_static() = default;
  work_group_static(const work_group_static &) = delete;
  work_group_static &operator=(const work_group_static &) = delete;

  SCYTHE_ALWAYS_INLINE operator ValueT &() const noexcept { return value_; }

  template <typename OtherT = ValueT, std::enable_if_t<!std::is_array_v<OtherT>, int> = 0>
  SCYTHE_ALWAYS_INLINE const work_group_static &operator=(const ValueT &value) const noexcept {
    value_ = value;
    return *this;
  }

  SCYTHE_ALWAYS_INLINE ValueT *operator&() const noexcept { return __builtin_addressof(value_); }

private:
  // Prevents a const variable from being treated as a constant.
  mutable ValueT value_;
};

} // namespace sycl::ext::oneapi::experimental
