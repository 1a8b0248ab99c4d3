// SYCL 1.2.1 §3.3: the standard library's classes, under names that a program could replace.
// Programs did not, and SYCL 2020 has removed them.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl::inline _V1 {

using string_class = std::string;
template <typename ValueT, typename AllocT = std::allocator<ValueT>>
using vector_class = std::vector<ValueT, AllocT>;
template <typename Signature> using function_class = std::function<Signature>;
using mutex_class = std::mutex;
template <typename ValueT, typename Deleter = std::default_delete<ValueT>>
using unique_ptr_class = std::unique_ptr<ValueT, Deleter>;
template <typename ValueT> using shared_ptr_class = std::shared_ptr<ValueT>;
template <typename ValueT> using weak_ptr_class = std::weak_ptr<ValueT>;
template <typename ValueT> using hash_class = std::hash<ValueT>;
using exception_ptr_class = std::exception_ptr;

} // namespace sycl
