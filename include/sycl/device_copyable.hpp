// SYCL 2020 §3.13.1: types that can be passed to kernels as bytes.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

namespace sycl::inline _V1 {

// Programs specialise it, or the variable below, for types that are copyable but not trivially
// copyable. The compiler and the types below that contain others use the variable, so that either
// specialisation counts.
template <typename ValueT> struct is_device_copyable : std::is_trivially_copyable<ValueT> {};

template <typename ValueT>
inline constexpr bool is_device_copyable_v = is_device_copyable<ValueT>::value;

namespace detail {
template <typename... ValueTs>
using are_device_copyable = std::bool_constant<(is_device_copyable_v<ValueTs> && ...)>;
} // namespace detail

template <typename ValueT>
struct is_device_copyable<const ValueT> : detail::are_device_copyable<ValueT> {};
template <typename ValueT>
struct is_device_copyable<volatile ValueT> : detail::are_device_copyable<ValueT> {};
template <typename ValueT>
struct is_device_copyable<const volatile ValueT> : detail::are_device_copyable<ValueT> {};

// An array is as const as its elements, so it would match twice.
template <typename ValueT, std::size_t Length>
struct is_device_copyable<ValueT[Length]> : detail::are_device_copyable<ValueT> {};
template <typename ValueT, std::size_t Length>
struct is_device_copyable<const ValueT[Length]> : detail::are_device_copyable<ValueT> {};
template <typename ValueT, std::size_t Length>
struct is_device_copyable<volatile ValueT[Length]> : detail::are_device_copyable<ValueT> {};
template <typename ValueT, std::size_t Length>
struct is_device_copyable<const volatile ValueT[Length]> : detail::are_device_copyable<ValueT> {};

template <typename ValueT> struct is_device_copyable<std::array<ValueT, 0>> : std::true_type {};
template <typename ValueT, std::size_t Length>
struct is_device_copyable<std::array<ValueT, Length>> : detail::are_device_copyable<ValueT> {};
template <typename ValueT>
struct is_device_copyable<std::optional<ValueT>> : detail::are_device_copyable<ValueT> {};
template <typename First, typename Second>
struct is_device_copyable<std::pair<First, Second>> : detail::are_device_copyable<First, Second> {};
template <typename... ValueTs>
struct is_device_copyable<std::tuple<ValueTs...>> : detail::are_device_copyable<ValueTs...> {};
template <typename... ValueTs>
struct is_device_copyable<std::variant<ValueTs...>> : detail::are_device_copyable<ValueTs...> {};
template <typename Char, typename Traits>
struct is_device_copyable<std::basic_string_view<Char, Traits>> : std::true_type {};
#ifdef __cpp_lib_span
template <typename ValueT, std::size_t Extent>
struct is_device_copyable<std::span<ValueT, Extent>> : std::true_type {};
#endif

} // namespace sycl
