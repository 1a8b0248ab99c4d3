// Shared ownership of the state that copies of a SYCL object share. Every file that includes SYCL
// compiles this, and std::shared_ptr would instantiate dozens of functions for each class.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1::detail {

template <typename ValueT> class shared;

// Base class of objects that `shared` owns: the first base class, without virtual functions.
class counted {
public:
  counted() = default;
  // Copies have their own count.
  counted(const counted &) noexcept {}
  counted &operator=(const counted &) noexcept { return *this; }

  // For programs; the value may have changed already.
  std::size_t owners() const noexcept { return __atomic_load_n(&owners_, __ATOMIC_RELAXED); }

private:
  friend class owner;
  template <typename> friend class weak;
  template <typename ValueT, typename AsT, typename... Args>
  friend shared<AsT> make_counted(Args &&...args);

  void add_owner() noexcept { __atomic_fetch_add(&owners_, 1, __ATOMIC_RELAXED); }
  void add_watcher() noexcept { __atomic_fetch_add(&watchers_, 1, __ATOMIC_RELAXED); }

  // False if the object has been destroyed.
  bool try_add_owner() noexcept {
    std::size_t owners = __atomic_load_n(&owners_, __ATOMIC_RELAXED);
    while (owners != 0)
      if (__atomic_compare_exchange_n(&owners_, &owners, owners + 1, true, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED))
        return true;
    return false;
  }

  // Not inlined at the end of each owner's scope.
  __attribute__((noinline)) void remove_owner() noexcept {
    if (__atomic_sub_fetch(&owners_, 1, __ATOMIC_ACQ_REL) == 0) {
      destroy_(this);
      remove_watcher();
    }
  }
  void remove_watcher() noexcept {
    // clang's analyzer does not understand reference counts, and would report uses after free.
#ifndef __clang_analyzer__
    if (__atomic_sub_fetch(&watchers_, 1, __ATOMIC_ACQ_REL) == 0)
      ::operator delete(static_cast<void *>(this));
#endif
  }

  std::size_t owners_ = 1;
  std::size_t watchers_ = 1; // all owners together are one
  void (*destroy_)(counted *) noexcept = nullptr;
};

// The part of `shared` that does not depend on the class.
class owner {
public:
  owner() = default;
  explicit owner(counted *object) noexcept : object_(object) {}
  owner(const owner &other) noexcept : object_(other.object_) {
    if (object_)
      object_->add_owner();
  }
  owner(owner &&other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  owner &operator=(owner other) noexcept {
    counted *const own = object_;
    object_ = other.object_;
    other.object_ = own;
    return *this;
  }
  ~owner() {
    if (object_)
      object_->remove_owner();
  }

protected:
  counted *object_ = nullptr;
};

// A pointer that keeps its object alive. The class may be incomplete where the object is not
// accessed.
template <typename ValueT> class shared : owner {
public:
  shared() = default;
  shared(std::nullptr_t) noexcept {}

  ValueT *get() const noexcept { return static_cast<ValueT *>(object_); }
  ValueT *operator->() const noexcept { return static_cast<ValueT *>(object_); }
  ValueT &operator*() const noexcept { return *static_cast<ValueT *>(object_); }
  explicit operator bool() const noexcept { return object_ != nullptr; }

  friend bool operator==(const shared &lhs, const shared &rhs) noexcept {
    return lhs.object_ == rhs.object_;
  }

private:
  template <typename> friend class weak;
  template <typename OtherT, typename AsT, typename... Args>
  friend shared<AsT> make_counted(Args &&...args);

  explicit shared(counted *object) noexcept : owner(object) {}
};

template <typename ValueT> void destroy_counted(counted *object) noexcept {
  static_cast<ValueT *>(object)->~ValueT();
}

// `As` is ValueT or a base class of it.
template <typename ValueT, typename AsT = ValueT, typename... Args>
shared<AsT> make_counted(Args &&...args) {
  static_assert(!std::is_polymorphic_v<ValueT> && alignof(ValueT) <= alignof(std::max_align_t));
  counted *const object = new ValueT(std::forward<Args>(args)...);
  object->destroy_ = destroy_counted<ValueT>;
  return shared<AsT>(object);
}

// A pointer that does not keep it alive.
template <typename ValueT> class weak {
public:
  weak() = default;
  weak(const shared<ValueT> &other) noexcept : weak(other.object_) {}
  weak(const weak &other) noexcept : weak(other.object_) {}
  weak(weak &&other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  weak &operator=(weak other) noexcept {
    counted *const own = object_;
    object_ = other.object_;
    other.object_ = own;
    return *this;
  }
  ~weak() {
    if (object_)
      object_->remove_watcher();
  }

  // Null if the object has been destroyed.
  shared<ValueT> lock() const noexcept {
    return shared<ValueT>(object_ && object_->try_add_owner() ? object_ : nullptr);
  }
  bool expired() const noexcept {
    return !object_ || __atomic_load_n(&object_->owners_, __ATOMIC_RELAXED) == 0;
  }

  friend bool operator==(const weak &lhs, const weak &rhs) noexcept {
    return lhs.object_ == rhs.object_;
  }
  bool shares(const shared<ValueT> &object) const noexcept { return object_ == object.object_; }
  // The address of the object, which may have been destroyed.
  const void *owner() const noexcept { return object_; }

private:
  explicit weak(counted *object) noexcept : object_(object) {
    if (object_)
      object_->add_watcher();
  }

  counted *object_ = nullptr;
};

} // namespace sycl::detail
