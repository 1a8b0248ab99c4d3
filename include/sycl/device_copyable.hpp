// SYCL 2020 §3.13.1: types that can be passed to kernels as bytes.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

namespace sycl {

// User programs specialise it for types that are copyable without being
// trivially so.
template <typename T> struct is_device_copyable : std::is_trivially_copyable<T> {};

template <typename T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <typename T> struct is_device_copyable<const T> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<volatile T> : is_device_copyable<T> {};
template <typename T> struct is_device_copyable<const volatile T> : is_device_copyable<T> {};
template <typename T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <typename T, std::size_t N>
struct is_device_copyable<const T[N]> : is_device_copyable<T> {};

template <typename First, typename Second>
struct is_device_copyable<std::pair<First, Second>>
    : std::conjunction<is_device_copyable<First>, is_device_copyable<Second>> {};
template <typename... Ts>
struct is_device_copyable<std::tuple<Ts...>> : std::conjunction<is_device_copyable<Ts>...> {};

} // namespace sycl
