//! Makes C++ programs of random types.

use std::fmt::Write as _;

use fastrand::Rng;

/// What every program starts with. A sink takes the bits of leaves in order.
const PRELUDE: &str = r#"#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>

struct sink {
  std::uint64_t *out;
  std::size_t count = 0;
  void put(std::uint64_t bits) {
    if (out)
      out[count] = bits;
    ++count;
  }
};

template <typename T> void list(const T &value, sink &to) {
  if constexpr (std::is_same_v<T, float>)
    to.put(__builtin_bit_cast(std::uint32_t, value));
  else if constexpr (std::is_same_v<T, double>)
    to.put(__builtin_bit_cast(std::uint64_t, value));
  else if constexpr (std::is_pointer_v<T>)
    to.put(reinterpret_cast<std::uintptr_t>(value));
  else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
    to.put(static_cast<std::uint64_t>(value));
  else
    value.list_leaves(to);
}
template <typename T, std::size_t N> void list(const T (&values)[N], sink &to) {
  for (const T &value : values)
    list(value, to);
}
template <typename A, typename B> void list(const std::pair<A, B> &value, sink &to) {
  list(value.first, to);
  list(value.second, to);
}
template <typename... Ts> void list(const std::tuple<Ts...> &value, sink &to) {
  std::apply([&](const Ts &...each) { (list(each, to), ...); }, value);
}

// Objects that were rebuilt on the device report this value, which the host expects.
#ifdef __SYCL_DEVICE_ONLY__
constexpr int where = 2;
#else
constexpr int where = 1;
#endif

enum class small : unsigned char {};
using pointer = int *;
struct nothing {
  void list_leaves(sink &) const {}
};

// Gives a closure the name by which leaves are listed.
template <typename F> struct listing {
  F lambda;
  void list_leaves(sink &to) const { lambda(to); }
};
template <typename F> listing(F) -> listing<F>;

static int failures;
template <typename Kernel> void check(sycl::queue &q, int number, const Kernel &kernel) {
  sink count{nullptr};
  kernel(count);
  std::vector<std::uint64_t> expected(count.count);
  sink host{expected.data()};
  kernel(host);
  auto *out = sycl::malloc_shared<std::uint64_t>(count.count + 1, q);
  for (std::size_t i = 0; i <= count.count; ++i)
    out[i] = 0xABABABAB;
  q.single_task([=] {
     sink device{out};
     kernel(device);
   }).wait();
  for (std::size_t i = 0; i < count.count; ++i)
    if (out[i] != expected[i] && ++failures < 20)
      std::printf("kernel %d, leaf %zu: %llx, expected %llx\n", number, i,
                  (unsigned long long)out[i], (unsigned long long)expected[i]);
  if (out[count.count] != 0xABABABAB && ++failures)
    std::printf("kernel %d lists more leaves than the host\n", number);
  sycl::free(out, q);
}
"#;

/// The program of a seed.
pub fn program(seed: u64, kernels: usize) -> String {
    let mut writer = Writer { rng: Rng::with_seed(seed), definitions: String::new(), types: 0 };
    let mut body = String::new();
    for number in 0..kernels {
        let mut names = Vec::new();
        for index in 0..writer.rng.usize(1..=4) {
            let value = writer.capture(3);
            let name = format!("v{number}_{index}");
            let _ = writeln!(body, "  {};", value.declare(&name));
            names.push(name);
        }
        let lists: Vec<String> = names.iter().map(|n| format!("list({n}, to);")).collect();
        let _ = writeln!(body, "  check(q, {number}, [=](sink &to) {{ {} }});", lists.join(" "));
    }
    format!(
        "{PRELUDE}\n{}\nint main() {{\n  sycl::queue q;\n{body}  return failures != 0;\n}}\n",
        writer.definitions
    )
}

/// An object: its type and an expression that makes it.
struct Value {
    ty: String,
    /// The text between the type and `{`, or after the name of an array.
    extent: String,
    init: String,
    /// Has the decomposition protocol somewhere inside.
    decomposed: bool,
    /// Is an array, which is no parameter of functions.
    array: bool,
}

impl Value {
    fn plain(ty: impl Into<String>, init: impl Into<String>) -> Self {
        Self {
            ty: ty.into(),
            extent: String::new(),
            init: init.into(),
            decomposed: false,
            array: false,
        }
    }

    fn declare(&self, name: &str) -> String {
        format!("{} {name}{} = {}", self.ty, self.extent, self.init)
    }

    fn member(&self, name: &str) -> String {
        format!("{} {name}{};", self.ty, self.extent)
    }
}

struct Writer {
    rng: Rng,
    definitions: String,
    types: usize,
}

impl Writer {
    fn name(&mut self, kind: &str) -> String {
        self.types += 1;
        format!("{kind}{}", self.types)
    }

    /// What a kernel may capture; pairs and tuples stand here only, because classes with them inside
    /// are not trivially copyable.
    fn capture(&mut self, depth: u32) -> Value {
        match self.rng.u32(0..10) {
            0 => self.tuple(),
            1 | 2 => self.closure(depth),
            _ => self.value(depth),
        }
    }

    fn value(&mut self, depth: u32) -> Value {
        if depth == 0 {
            return self.leaf();
        }
        match self.rng.u32(0..12) {
            0..=2 => self.leaf(),
            3..=5 => self.aggregate(depth - 1),
            6 | 7 => self.protocol(depth - 1),
            8 | 9 => self.array(depth - 1),
            10 => self.union_of_leaves(),
            _ => self.closed_class(),
        }
    }

    fn leaf(&mut self) -> Value {
        let bits = self.rng.u64(..);
        match self.rng.u32(0..10) {
            0 => Value::plain("char", format!("char({})", bits & 0x7f)),
            1 => Value::plain("short", format!("short({})", bits & 0x7fff)),
            2 => Value::plain("unsigned", format!("{}u", bits & 0xffff_ffff)),
            3 => Value::plain("long", format!("{}l", bits >> 1)),
            4 => Value::plain("float", format!("{}.25f", bits & 0xffff)),
            5 => Value::plain("double", format!("{}.125", bits & 0xffff_ffff)),
            6 => Value::plain("bool", if bits & 1 == 0 { "false" } else { "true" }),
            7 => Value::plain("small", format!("small({})", bits & 0xff)),
            8 => Value::plain("pointer", format!("reinterpret_cast<pointer>({}ul)", bits & !7)),
            _ => Value::plain("int", format!("int({})", bits & 0x7fff_ffff)),
        }
    }

    fn tuple(&mut self) -> Value {
        let leaves: Vec<Value> = (0..self.rng.usize(2..=4)).map(|_| self.leaf()).collect();
        let types: Vec<&str> = leaves.iter().map(|v| v.ty.as_str()).collect();
        let inits: Vec<&str> = leaves.iter().map(|v| v.init.as_str()).collect();
        let template = if leaves.len() == 2 { "std::pair" } else { "std::tuple" };
        let ty = format!("{template}<{}>", types.join(", "));
        Value::plain(ty.clone(), format!("{ty}({})", inits.join(", ")))
    }

    fn array(&mut self, depth: u32) -> Value {
        let element = self.value(depth);
        let count = self.rng.usize(1..=3);
        let inits = vec![element.init.as_str(); count].join(", ");
        Value {
            extent: format!("[{count}]{}", element.extent),
            init: format!("{{{inits}}}"),
            array: true,
            ..element
        }
    }

    /// A class without constructors: members, bit-fields, alignments, empty ones, a base.
    fn aggregate(&mut self, depth: u32) -> Value {
        let (mut members, mut lists, mut inits) = (String::new(), String::new(), Vec::new());
        let mut decomposed = false;
        let mut head = String::new();
        if self.rng.u32(0..4) == 0 {
            let base = self.aggregate(depth.saturating_sub(1));
            decomposed |= base.decomposed;
            head = format!(" : {}", base.ty);
            let _ = write!(lists, "{}::list_leaves(to); ", base.ty);
            inits.push(base.init);
        }
        for index in 0..self.rng.usize(1..=4) {
            let name = format!("m{index}");
            match self.rng.u32(0..10) {
                0 => {
                    let width = self.rng.u32(1..=31);
                    let value = self.rng.u32(..) >> (32 - width);
                    let _ = writeln!(members, "  unsigned {name} : {width};");
                    inits.push(format!("{value}u"));
                    let _ = write!(lists, "to.put({name}); ");
                }
                1 => {
                    let _ = writeln!(members, "  [[no_unique_address]] nothing {name};");
                    inits.push("{}".to_owned());
                }
                kind => {
                    let value = self.value(depth);
                    let prefix = match kind {
                        2 => {
                            format!("alignas({}) alignas({}) ", 1 << self.rng.u32(4..=7), value.ty)
                        }
                        3 if !value.array => "[[no_unique_address]] ".to_owned(),
                        4 => "const ".to_owned(),
                        _ => String::new(),
                    };
                    decomposed |= value.decomposed;
                    let _ = writeln!(members, "  {prefix}{}", value.member(&name));
                    inits.push(value.init);
                    let _ = write!(lists, "list({name}, to); ");
                }
            }
        }
        let ty = self.name("aggregate");
        let _ = writeln!(
            self.definitions,
            "struct {ty}{head} {{\n{members}  void list_leaves([[maybe_unused]] sink &to) const {{ {lists}}}\n}};"
        );
        let init = format!("{ty}{{{}}}", inits.join(", "));
        Value { decomposed, ..Value::plain(ty, init) }
    }

    /// A decomposed class. `mark` is not part of it: it shows which function made the object.
    fn protocol(&mut self, depth: u32) -> Value {
        let parts: Vec<Value> = (0..self.rng.usize(0..=3))
            .map(|_| {
                loop {
                    let part = self.value(depth);
                    if !part.array {
                        break part;
                    }
                }
            })
            .collect();
        let ty = self.name("protocol");
        let numbered = |form: &dyn Fn(usize, &Value) -> String, between: &str| {
            let all: Vec<String> = parts.iter().enumerate().map(|(i, p)| form(i, p)).collect();
            all.join(between)
        };
        let parameters = numbered(&|i, p| format!("const {} &a{i}", p.ty), ", ");
        let arguments = numbered(&|i, _| format!("a{i}"), ", ");
        let initializers = numbered(&|i, _| format!(", p{i}(a{i})"), "");
        let members = numbered(&|_, p| p.ty.clone(), ", ");
        let fields = numbered(&|i, p| format!("{} p{i}; ", p.ty), "");
        let own = numbered(&|i, _| format!("p{i}"), ", ");
        let lists = numbered(&|i, _| format!("list(p{i}, to); "), "");
        let inits = numbered(&|_, p| p.init.clone(), ", ");
        let as_tuple = parts.is_empty() || self.rng.bool();
        let (result, definition) = if as_tuple {
            (format!("std::tuple<{members}>"), String::new())
        } else {
            ("parts".to_owned(), format!("  struct parts {{ {fields}}};\n"))
        };
        let constant = if self.rng.bool() { " const" } else { "" };
        let destructor = if self.rng.bool() { format!("  ~{ty}() {{}}\n") } else { String::new() };
        let leading = if parts.is_empty() { "" } else { ", " };
        let _ = writeln!(
            self.definitions,
            "class {ty} {{\npublic:\n{definition}  explicit {ty}(int by{leading}{parameters}) : mark(by){initializers} {{}}\n  \
             {ty}(const {ty} &) = default;\n{destructor}  \
             {result} sycl_deconstruct(){constant} {{ return {result}{{{own}}}; }}\n  \
             static {ty} sycl_reconstruct({parameters}) {{ return {ty}(2{leading}{arguments}); }}\n  \
             void list_leaves(sink &to) const {{ to.put(mark == where ? 7 : 1000 + mark); {lists}}}\n\
             private:\n  int mark;\n  {fields}\n}};"
        );
        Value { decomposed: true, ..Value::plain(ty.clone(), format!("{ty}(1{leading}{inits})")) }
    }

    fn union_of_leaves(&mut self) -> Value {
        let ty = self.name("either");
        let _ = writeln!(
            self.definitions,
            "union {ty} {{\n  std::uint64_t whole;\n  char bytes[8];\n  double number;\n  \
             void list_leaves(sink &to) const {{ to.put(whole); }}\n}};"
        );
        let bits = self.rng.u64(..);
        Value::plain(ty.clone(), format!("{ty}{{{bits}ul}}"))
    }

    /// A trivially copyable class with a constructor and private members.
    fn closed_class(&mut self) -> Value {
        let (a, b) = (self.leaf(), self.leaf());
        let ty = self.name("closed");
        let _ = writeln!(
            self.definitions,
            "class {ty} {{\n  {} a_;\n  {} b_[2];\n\npublic:\n  {ty}({} a, {} b) : a_(a), b_{{b, b}} {{}}\n  \
             void list_leaves(sink &to) const {{ list(a_, to); list(b_, to); }}\n}};",
            a.ty, b.ty, a.ty, b.ty
        );
        Value::plain(ty.clone(), format!("{ty}({}, {})", a.init, b.init))
    }

    /// A closure in the closure, which lists its captures.
    fn closure(&mut self, depth: u32) -> Value {
        let captures: Vec<Value> = (0..self.rng.usize(1..=3))
            .map(|_| {
                loop {
                    let value = self.value(depth.saturating_sub(1));
                    if !value.array {
                        break value;
                    }
                }
            })
            .collect();
        let parameter = if self.rng.bool() { "auto &" } else { "sink &" };
        let taken: Vec<String> =
            captures.iter().enumerate().map(|(i, c)| format!("c{i} = {}", c.init)).collect();
        let lists: Vec<String> = (0..captures.len()).map(|i| format!("list(c{i}, to);")).collect();
        let lambda = format!("[{}]({parameter}to) {{ {} }}", taken.join(", "), lists.join(" "));
        Value {
            decomposed: captures.iter().any(|c| c.decomposed),
            ..Value::plain("auto", format!("listing{{{lambda}}}"))
        }
    }
}
