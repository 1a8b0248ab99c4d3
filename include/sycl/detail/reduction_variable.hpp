// A reduction variable (SYCL 2020 §4.9.2): the result of `reduction` on the host, and its part in a
// kernel.
#pragma once

#include <sycl/detail/group_operations.hpp>
#include <sycl/detail/macros.hpp>
#include <sycl/device_copyable.hpp>

#include <cstddef>
#include <new>
#include <tuple>
#include <type_traits>

namespace sycl::inline _V1 {

// The extent is 1 and the identity may be unknown for a scalar, that is, for
// `Dimensions == 0`.
template <typename ValueT, typename BinaryOperation, int Dimensions, std::size_t Extent,
          bool HasIdentity>
class reducer;

namespace detail {

template <typename ValueT, bool HasIdentity> struct reduction_identity {};
template <typename ValueT> struct reduction_identity<ValueT, true> {
  ValueT value;
};

// Memory for an optional value of a type that may not have a default constructor. Device copyable
// means that bytes may be copied if there is a value.
template <typename ValueT, bool IsTrivial = std::is_trivially_copyable_v<ValueT>>
union reduction_memory {
  unsigned char nothing;
  ValueT value;

  SCYTHE_ALWAYS_INLINE reduction_memory() noexcept : nothing(0) {}
};
template <typename ValueT> union reduction_memory<ValueT, false> {
  unsigned char nothing;
  ValueT value;

  SCYTHE_ALWAYS_INLINE reduction_memory() noexcept : nothing(0) {}
  SCYTHE_ALWAYS_INLINE reduction_memory(const reduction_memory &other) noexcept { *this = other; }
  SCYTHE_ALWAYS_INLINE reduction_memory &operator=(const reduction_memory &other) noexcept {
    __builtin_memcpy(static_cast<void *>(this), &other, sizeof other);
    return *this;
  }
  SCYTHE_ALWAYS_INLINE ~reduction_memory() {}
};

// The combined value so far. With an identity there is always a value; without one there may be
// none yet.
template <typename ValueT, bool HasIdentity> class reduction_slot {
public:
  SCYTHE_ALWAYS_INLINE explicit reduction_slot(const reduction_identity<ValueT, false> &) noexcept
      : filled_(false) {}

  template <typename BinaryOperation>
  SCYTHE_ALWAYS_INLINE void add(const BinaryOperation &combiner, const ValueT &partial) {
    if (filled_)
      memory_.value = static_cast<ValueT>(combiner(memory_.value, partial));
    else
      ::new (static_cast<void *>(&memory_.value)) ValueT(partial);
    filled_ = true;
  }
  template <typename BinaryOperation>
  SCYTHE_ALWAYS_INLINE void merge(const BinaryOperation &combiner, const reduction_slot &other) {
    if (other.filled_)
      add(combiner, other.memory_.value);
  }
  SCYTHE_ALWAYS_INLINE const ValueT &value() const noexcept { return memory_.value; }

private:
  reduction_memory<ValueT> memory_;
  bool filled_;
};

template <typename ValueT> class reduction_slot<ValueT, true> {
public:
  SCYTHE_ALWAYS_INLINE explicit reduction_slot(const reduction_identity<ValueT, true> &identity)
      : value_(identity.value) {}

  template <typename BinaryOperation>
  SCYTHE_ALWAYS_INLINE void add(const BinaryOperation &combiner, const ValueT &partial) {
    value_ = static_cast<ValueT>(combiner(value_, partial));
  }
  template <typename BinaryOperation>
  SCYTHE_ALWAYS_INLINE void merge(const BinaryOperation &combiner, const reduction_slot &other) {
    add(combiner, other.value_);
  }
  SCYTHE_ALWAYS_INLINE const ValueT &value() const noexcept { return value_; }

private:
  ValueT value_;
};

// Whether the builtins combine such values of all work-items of a work-group.
template <typename ValueT, typename BinaryOperation>
constexpr bool has_group_operation() noexcept {
  using object = function_object<plain_operation_t<BinaryOperation>>;
  if constexpr (has_carrier_v<ValueT> && object::is_known)
    return is_operand_v<typename object::operand_type, ValueT> &&
           !std::is_void_v<typename object::template operation<ValueT>>;
  else
    return false;
}

template <typename ValueT, typename BinaryOperation, int Dimensions, std::size_t Extent,
          bool HasIdentity>
class SCYTHE_SPECIAL_CLASS reduction_variable {
  static_assert(is_device_copyable_v<ValueT>,
                "a reduction variable must be of a device copyable type");
  static_assert(std::is_invocable_v<const BinaryOperation &, const ValueT &, const ValueT &>,
                "the combiner of a reduction must be callable with two values of the type of the "
                "reduction variable");

public:
  using identity_type = reduction_identity<ValueT, HasIdentity>;
  using slot_type = reduction_slot<ValueT, HasIdentity>;
  using reducer_type = reducer<ValueT, BinaryOperation, Dimensions, Extent, HasIdentity>;
  static constexpr std::size_t extent = Extent;
  static constexpr bool is_array = Dimensions > 0;
  // Work-items combine values with a builtin, or through local memory.
  static constexpr bool meets_in_builtin =
      HasIdentity && has_group_operation<ValueT, BinaryOperation>();

  reduction_variable(ValueT *variable, const BinaryOperation &combiner,
                     const identity_type &identity, bool initialize) noexcept
      : reduction_variable(variable, nullptr, combiner, identity, 0, initialize) {}

  // The decomposition protocol.
  std::tuple<ValueT *, slot_type *, BinaryOperation, identity_type, std::size_t, bool>
  sycl_deconstruct() const {
    return {variable_, partials_, combiner_, identity_, local_offset_, initialize_};
  }
  SCYTHE_ALWAYS_INLINE static reduction_variable
  sycl_reconstruct(ValueT *variable, slot_type *partials, const BinaryOperation &combiner,
                   const identity_type &identity, std::size_t local_offset,
                   bool initialize) noexcept {
    return reduction_variable(variable, partials, combiner, identity, local_offset, initialize);
  }

  // The address of each work-group's partial results, and of the local memory that its work-items
  // use.
  void set_memory(void *partials, std::size_t local_offset) noexcept {
    partials_ = static_cast<slot_type *>(partials);
    local_offset_ = local_offset;
  }

  SCYTHE_ALWAYS_INLINE slot_type empty_slot() const { return slot_type(identity_); }
  SCYTHE_ALWAYS_INLINE const BinaryOperation &combiner() const noexcept { return combiner_; }
  SCYTHE_ALWAYS_INLINE const identity_type &identity() const noexcept { return identity_; }
  SCYTHE_ALWAYS_INLINE std::size_t local_offset() const noexcept { return local_offset_; }
  SCYTHE_ALWAYS_INLINE slot_type &partial(std::size_t group, std::size_t element) const noexcept {
    return partials_[group * extent + element];
  }

  // Combines the partial results of neighbouring work-groups into the first one's.
  void combine_groups(std::size_t first, std::size_t last) const {
    for (std::size_t element = 0; element < extent; ++element) {
      slot_type result = partial(first, element);
      for (std::size_t group = first + 1; group < last; ++group)
        result.merge(combiner_, partial(group, element));
      partial(first, element) = result;
    }
  }
  // Combines the variable with the partial results of every `step`th work-group, in order.
  void conclude(std::size_t groups, std::size_t step) const {
    for (std::size_t element = 0; element < extent; ++element) {
      slot_type result = empty_slot();
      if (!initialize_)
        result.add(combiner_, variable_[element]);
      for (std::size_t group = 0; group < groups; group += step)
        result.merge(combiner_, partial(group, element));
      variable_[element] = result.value();
    }
  }

private:
  SCYTHE_ALWAYS_INLINE reduction_variable(ValueT *variable, slot_type *partials,
                                          const BinaryOperation &combiner,
                                          const identity_type &identity,
                                          std::size_t local_offset, bool initialize) noexcept
      : variable_(variable), partials_(partials), combiner_(combiner), identity_(identity),
        local_offset_(local_offset), initialize_(initialize) {}

  ValueT *variable_;
  slot_type *partials_;
  BinaryOperation combiner_;
  identity_type identity_;
  std::size_t local_offset_;
  bool initialize_; // to the identity: the variable's original value is left out
};

template <typename ValueT> inline constexpr bool is_reduction_v = false;
template <typename ValueT, typename BinaryOperation, int Dimensions, std::size_t Extent,
          bool HasIdentity>
inline constexpr bool
    is_reduction_v<reduction_variable<ValueT, BinaryOperation, Dimensions, Extent, HasIdentity>> =
        true;

template <typename ValueT> using if_reduction = std::enable_if_t<is_reduction_v<ValueT>, int>;

} // namespace detail

// Identities are passed to kernels unchanged.
template <typename ValueT>
struct is_device_copyable<detail::reduction_identity<ValueT, true>>
    : detail::are_device_copyable<ValueT> {};

} // namespace sycl
