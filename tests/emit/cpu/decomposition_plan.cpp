//! emit = "notes"

// The plan in the notes: the arguments, how each is passed, and how objects are reconstructed from them.
#include <sycl/sycl.hpp>
#include <tuple>

struct handle {
  std::tuple<int *, short> sycl_deconstruct() const;
  static handle sycl_reconstruct(int *, short) { return {}; }
};

struct few {
  handle h;
  char c;
};
struct many {
  handle h;
  char c[2];
  char d, e, f, g;
};

void run(sycl::queue &q, few separate, many whole) {
  // A byte is passed by itself.
  q.single_task<class first>([=] { (void)separate.c; });
  // Many small members are passed in their object, with a hole in it.
  q.single_task<class second>([=] { (void)whole.g; });
}

// CHECK: "plan":
// CHECK: "arguments": [
// CHECK: "offset": 0
// CHECK: "passed_as": "pointer"
// CHECK: "path": "kernel.separate.h.<0>"
// CHECK: "offset": 8
// CHECK: "passed_as": "integer"
// CHECK: "path": "kernel.separate.h.<1>"
// CHECK: "offset": 10
// CHECK: "passed_as": "integer"
// CHECK: "path": "kernel.separate.c"
// CHECK: "objects": [
// CHECK: "copied": [
// CHECK: "pieces": [
// CHECK: "rebuilt": [
// CHECK: "reconstruct": "{{.*}}reconstruct_object{{.*}}"
// CHECK: "plan":
// CHECK: "passed_as": "object"
// CHECK: "path": "kernel.whole"
// CHECK: "type": "many"
// CHECK: "path": "kernel.whole.h.<0>"
// CHECK: "path": "kernel.whole.h.<1>"
