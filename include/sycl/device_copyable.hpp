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

namespace sycl {

// User programs specialise it, or the variable below, for types that are
// copyable without being trivially so. The compiler asks the variable, and so
// do the types here that are made of others: either counts.
template <typename T> struct is_device_copyable : std::is_trivially_copyable<T> {};

template <typename T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

namespace detail {
template <typename... Ts>
using are_device_copyable = std::bool_constant<(is_device_copyable_v<Ts> && ...)>;
} // namespace detail

template <typename T> struct is_device_copyable<const T> : detail::are_device_copyable<T> {};
template <typename T> struct is_device_copyable<volatile T> : detail::are_device_copyable<T> {};
template <typename T>
struct is_device_copyable<const volatile T> : detail::are_device_copyable<T> {};

// An array is as const as its elements, so that it would match twice.
template <typename T, std::size_t N>
struct is_device_copyable<T[N]> : detail::are_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const T[N]> : detail::are_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<volatile T[N]> : detail::are_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const volatile T[N]> : detail::are_device_copyable<T> {};

template <typename T> struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <typename T, std::size_t N>
struct is_device_copyable<std::array<T, N>> : detail::are_device_copyable<T> {};
template <typename T>
struct is_device_copyable<std::optional<T>> : detail::are_device_copyable<T> {};
template <typename First, typename Second>
struct is_device_copyable<std::pair<First, Second>> : detail::are_device_copyable<First, Second> {};
template <typename... Ts>
struct is_device_copyable<std::tuple<Ts...>> : detail::are_device_copyable<Ts...> {};
template <typename... Ts>
struct is_device_copyable<std::variant<Ts...>> : detail::are_device_copyable<Ts...> {};
template <typename Char, typename Traits>
struct is_device_copyable<std::basic_string_view<Char, Traits>> : std::true_type {};
#ifdef __cpp_lib_span
template <typename T, std::size_t Extent>
struct is_device_copyable<std::span<T, Extent>> : std::true_type {};
#endif

} // namespace sycl
