// SYCL 2020 §4.9.2.2: makes a variable a reduction variable.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/reduction_variable.hpp>
#include <sycl/handler.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/property_list.hpp>
#include <sycl/span.hpp>

namespace sycl::inline _V1 {

namespace property::reduction {

class initialize_to_identity {};

} // namespace property::reduction

template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};

namespace detail {

template <int Dimensions, std::size_t Extent, typename ValueT, typename BinaryOperation>
auto make_reduction(ValueT *variable, const BinaryOperation &combiner,
                    const property_list &propList, const ValueT &identity) {
  using result = reduction_variable<ValueT, BinaryOperation, Dimensions, Extent, true>;
  return result(variable, combiner, {identity},
                propList.has_property<property::reduction::initialize_to_identity>());
}

template <int Dimensions, std::size_t Extent, typename ValueT, typename BinaryOperation>
auto make_reduction(ValueT *variable, const BinaryOperation &combiner,
                    const property_list &propList) {
  if constexpr (has_known_identity_v<BinaryOperation, ValueT>) {
    return make_reduction<Dimensions, Extent>(variable, combiner, propList,
                                              known_identity<BinaryOperation, ValueT>::value);
  } else {
    if (propList.has_property<property::reduction::initialize_to_identity>())
      throw_error(errc::invalid, "reduction: initialize_to_identity needs an identity, and this "
                                 "combiner has none that is known: pass one");
    using result = reduction_variable<ValueT, BinaryOperation, Dimensions, Extent, false>;
    return result(variable, combiner, {}, false);
  }
}

// The address of a buffer's only element, for the command group's kernel.
template <typename ValueT, int Dimensions, typename AllocatorT>
ValueT *reduction_address(buffer<ValueT, Dimensions, AllocatorT> &vars, handler &cgh,
                     const property_list &propList) {
  if (vars.size() != 1)
    throw_error(errc::invalid, "reduction: the buffer must have exactly one element");
  property_list access;
  if (propList.has_property<property::reduction::initialize_to_identity>())
    access = no_init;
  return accessor<ValueT, Dimensions, access_mode::read_write>(vars, cgh, access).get_pointer();
}

// The identity does not take part in deduction: 0 is an identity for double, too.
template <typename ValueT> struct reduction_value {
  using type = ValueT;
};
template <typename ValueT> using reduction_value_t = typename reduction_value<ValueT>::type;

// Properties are not combiners, even if a combiner could be an identity.
template <typename BinaryOperation>
using if_combiner = std::enable_if_t<!std::is_same_v<BinaryOperation, property_list> &&
                                         !is_property_v<BinaryOperation>,
                                     int>;
template <std::size_t Extent>
using if_static_extent = std::enable_if_t<Extent != dynamic_extent, int>;

} // namespace detail

template <typename ValueT, int Dimensions, typename AllocatorT, typename BinaryOperation>
auto reduction(buffer<ValueT, Dimensions, AllocatorT> vars, handler &cgh, BinaryOperation combiner,
               const property_list &propList = {}) {
  return detail::make_reduction<0, 1>(detail::reduction_address(vars, cgh, propList), combiner,
                                      propList);
}

template <typename ValueT, typename BinaryOperation>
auto reduction(ValueT *var, BinaryOperation combiner, const property_list &propList = {}) {
  return detail::make_reduction<0, 1>(var, combiner, propList);
}

template <typename ValueT, std::size_t Extent, typename BinaryOperation,
          detail::if_static_extent<Extent> = 0>
auto reduction(span<ValueT, Extent> vars, BinaryOperation combiner,
               const property_list &propList = {}) {
  return detail::make_reduction<1, Extent>(vars.data(), combiner, propList);
}

template <typename ValueT, int Dimensions, typename AllocatorT, typename BinaryOperation,
          detail::if_combiner<BinaryOperation> = 0>
auto reduction(buffer<ValueT, Dimensions, AllocatorT> vars, handler &cgh,
               const detail::reduction_value_t<ValueT> &identity, BinaryOperation combiner,
               const property_list &propList = {}) {
  return detail::make_reduction<0, 1>(detail::reduction_address(vars, cgh, propList), combiner,
                                      propList, identity);
}

template <typename ValueT, typename BinaryOperation, detail::if_combiner<BinaryOperation> = 0>
auto reduction(ValueT *var, const detail::reduction_value_t<ValueT> &identity,
               BinaryOperation combiner, const property_list &propList = {}) {
  return detail::make_reduction<0, 1>(var, combiner, propList, identity);
}

template <typename ValueT, std::size_t Extent, typename BinaryOperation,
          detail::if_static_extent<Extent> = 0, detail::if_combiner<BinaryOperation> = 0>
auto reduction(span<ValueT, Extent> vars, const detail::reduction_value_t<ValueT> &identity,
               BinaryOperation combiner, const property_list &propList = {}) {
  return detail::make_reduction<1, Extent>(vars.data(), combiner, propList, identity);
}

} // namespace sycl
