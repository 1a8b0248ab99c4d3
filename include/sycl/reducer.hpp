// SYCL 2020 §4.9.2.3: a work-item's contribution to a reduction variable.
#pragma once

#include <sycl/detail/reduction_variable.hpp>
#include <sycl/functional.hpp>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT, typename BinaryOperation, template <typename> class Object>
inline constexpr bool combines_by_v =
    std::is_same_v<plain_operation_t<BinaryOperation>, Object<void>> ||
    std::is_same_v<plain_operation_t<BinaryOperation>, Object<ValueT>>;

// The shorthands for `combine`. `Derived` is a reducer of a scalar or an
// element of a reducer of an array, which is a temporary object.
template <typename Derived, typename ValueT, typename BinaryOperation> class reducer_operators {
  template <bool Condition> using only_if = std::enable_if_t<Condition, int>;
  static constexpr bool is_integral = std::is_integral_v<ValueT>;

public:
#define SCYTHE_REDUCER_OPERATOR(op, condition)                                                     \
  template <typename OperationT = BinaryOperation, only_if<(condition)> = 0>                       \
  SCYTHE_ALWAYS_INLINE friend Derived &operator op(Derived &accum, const ValueT &partial) {        \
    return accum.combine(partial);                                                                 \
  }                                                                                                \
  template <typename OperationT = BinaryOperation, only_if<(condition)> = 0>                       \
  SCYTHE_ALWAYS_INLINE friend Derived &operator op(Derived &&accum, const ValueT &partial) {       \
    return accum.combine(partial);                                                                 \
  }
  SCYTHE_REDUCER_OPERATOR(+=, (combines_by_v<ValueT, OperationT, plus>))
  SCYTHE_REDUCER_OPERATOR(*=, (combines_by_v<ValueT, OperationT, multiplies>))
  SCYTHE_REDUCER_OPERATOR(&=, is_integral && (combines_by_v<ValueT, OperationT, bit_and>))
  SCYTHE_REDUCER_OPERATOR(|=, is_integral && (combines_by_v<ValueT, OperationT, bit_or>))
  SCYTHE_REDUCER_OPERATOR(^=, is_integral && (combines_by_v<ValueT, OperationT, bit_xor>))
#undef SCYTHE_REDUCER_OPERATOR

  // The postfix operator does not return the previous value, which is unknown; programs for DPC++
  // use it.
#define SCYTHE_REDUCER_INCREMENT(...)                                                              \
  template <typename OperationT = BinaryOperation,                                                 \
            only_if<is_integral && !std::is_same_v<ValueT, bool> &&                                \
                    combines_by_v<ValueT, OperationT, plus>> = 0>                                  \
  SCYTHE_ALWAYS_INLINE friend Derived &operator++(__VA_ARGS__) {                                   \
    return accum.combine(static_cast<ValueT>(1));                                                  \
  }
  SCYTHE_REDUCER_INCREMENT(Derived &accum)
  SCYTHE_REDUCER_INCREMENT(Derived &&accum)
  SCYTHE_REDUCER_INCREMENT(Derived &accum, int)
  SCYTHE_REDUCER_INCREMENT(Derived &&accum, int)
#undef SCYTHE_REDUCER_INCREMENT
};

// The operand of `combine`, and `identity`.
template <typename ValueT, typename BinaryOperation, bool HasIdentity> class reducer_base {
public:
  using value_type = ValueT;
  using binary_operation = BinaryOperation;

  template <bool Known = HasIdentity, std::enable_if_t<Known, int> = 0>
  SCYTHE_ALWAYS_INLINE ValueT identity() const {
    return identity_->value;
  }

protected:
  using identity_type = reduction_identity<ValueT, HasIdentity>;
  using slot_type = reduction_slot<ValueT, HasIdentity>;

  SCYTHE_ALWAYS_INLINE reducer_base(const BinaryOperation *combiner,
                                    const identity_type *identity) noexcept
      : combiner_(combiner), identity_(identity) {}

  const BinaryOperation *combiner_;
  const identity_type *identity_;
};

// An element of the reducer of an array.
template <typename ValueT, typename BinaryOperation, bool HasIdentity>
class reducer_element
    : public reducer_base<ValueT, BinaryOperation, HasIdentity>,
      public reducer_operators<reducer_element<ValueT, BinaryOperation, HasIdentity>, ValueT,
                               BinaryOperation> {
  using base = reducer_base<ValueT, BinaryOperation, HasIdentity>;

public:
  static constexpr int dimensions = 0;

  reducer_element(const reducer_element &) = delete;
  reducer_element &operator=(const reducer_element &) = delete;

  SCYTHE_ALWAYS_INLINE reducer_element &combine(const ValueT &partial) {
    slot_->add(*this->combiner_, partial);
    return *this;
  }

private:
  template <typename, typename, int, std::size_t, bool> friend class sycl::reducer;

  SCYTHE_ALWAYS_INLINE reducer_element(const base &common, typename base::slot_type *slot) noexcept
      : base(common), slot_(slot) {}

  typename base::slot_type *slot_;
};

template <typename Variable> struct reducer_access;

} // namespace detail

// Each work-item has its own, so nothing is shared until its end.
template <typename ValueT, typename BinaryOperation, int Dimensions, std::size_t Extent,
          bool HasIdentity>
class reducer : public detail::reducer_base<ValueT, BinaryOperation, HasIdentity> {
  using base = detail::reducer_base<ValueT, BinaryOperation, HasIdentity>;
  using variable_type =
      detail::reduction_variable<ValueT, BinaryOperation, Dimensions, Extent, HasIdentity>;
  using slot_type = typename base::slot_type;

public:
  static constexpr int dimensions = Dimensions;

  reducer(const reducer &) = delete;
  reducer(reducer &&) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &operator=(reducer &&) = delete;

  SCYTHE_ALWAYS_INLINE detail::reducer_element<ValueT, BinaryOperation, HasIdentity>
  operator[](std::size_t index) {
    return {*this, &slots_[index].slot};
  }

private:
  friend struct detail::reducer_access<variable_type>;

  // An element of the array, which has no default constructor otherwise.
  struct place {
    SCYTHE_ALWAYS_INLINE place() noexcept {}
    union {
      slot_type slot;
    };
  };

  SCYTHE_ALWAYS_INLINE explicit reducer(const variable_type &variable)
      : base(&variable.combiner(), &variable.identity()) {
    for (place &element : slots_)
      ::new (static_cast<void *>(&element.slot)) slot_type(variable.empty_slot());
  }
  SCYTHE_ALWAYS_INLINE const slot_type &slot(std::size_t element) const noexcept {
    return slots_[element].slot;
  }

  place slots_[Extent ? Extent : 1];
};

template <typename ValueT, typename BinaryOperation, bool HasIdentity>
class reducer<ValueT, BinaryOperation, 0, 1, HasIdentity>
    : public detail::reducer_base<ValueT, BinaryOperation, HasIdentity>,
      public detail::reducer_operators<reducer<ValueT, BinaryOperation, 0, 1, HasIdentity>, ValueT,
                                       BinaryOperation> {
  using base = detail::reducer_base<ValueT, BinaryOperation, HasIdentity>;
  using variable_type = detail::reduction_variable<ValueT, BinaryOperation, 0, 1, HasIdentity>;
  using slot_type = typename base::slot_type;

public:
  static constexpr int dimensions = 0;

  reducer(const reducer &) = delete;
  reducer(reducer &&) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &operator=(reducer &&) = delete;

  SCYTHE_ALWAYS_INLINE reducer &combine(const ValueT &partial) {
    slot_.add(*this->combiner_, partial);
    return *this;
  }

private:
  friend struct detail::reducer_access<variable_type>;

  SCYTHE_ALWAYS_INLINE explicit reducer(const variable_type &variable)
      : base(&variable.combiner(), &variable.identity()), slot_(variable.empty_slot()) {}
  SCYTHE_ALWAYS_INLINE const slot_type &slot(std::size_t) const noexcept { return slot_; }

  slot_type slot_;
};

namespace detail {

// Only the kernels of reductions make and read reducers.
template <typename Variable> struct reducer_access {
  using reducer_type = typename Variable::reducer_type;

  SCYTHE_ALWAYS_INLINE explicit reducer_access(const Variable &variable) : reducer(variable) {}
  SCYTHE_ALWAYS_INLINE const typename Variable::slot_type &
  slot(std::size_t element) const noexcept {
    return reducer.slot(element);
  }

  reducer_type reducer;
};

} // namespace detail
} // namespace sycl
