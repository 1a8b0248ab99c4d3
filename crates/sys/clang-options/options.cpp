// clang's option table, in the table class of LLVM's option library.
//
// libclang-cpp has the same table behind clang::getDriverOptTable(), but it is a library of 60 MB that scythe++
// would load at every start. The table itself is data in a header, and its parser is in libLLVM.

#include "clang/Options/Options.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

#include <cstring>
#include <string>

using namespace llvm::opt;

namespace {

using namespace clang::options;

#define OPTTABLE_STR_TABLE_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_VALUES_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_VALUES_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_PREFIXES_UNION_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_PREFIXES_UNION_CODE

constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "clang/Options/Options.inc"
#undef OPTION
};

struct Table : PrecomputedOptTable {
  Table()
      : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, Infos, OptionPrefixesUnion) {}
};

const Table &table() {
  static const Table made;
  return made;
}

/// The options of a clang++ command line, as opposed to clang-cl, flang or cc1.
Visibility visibility() { return Visibility(ClangOption); }

using Text = void (*)(void *context, int what, const char *text, size_t length);

// The kinds of text for the caller, as in src/lib.rs.
enum { Name = 0, Group = 1, Value = 2, Nearest = 3 };

void tell(Text text, void *context, int what, llvm::StringRef string) {
  text(context, what, string.data(), string.size());
}

} // namespace

/// Parses the option at the beginning of `words`. Returns the number of its words, 0 if clang has
/// no such option and -n if n values are missing. `is_link`: whether the option is for the linker.
extern "C" int scythe_clang_option(const char *const *words, unsigned count, bool *is_link, Text text,
                                   void *context) {
  InputArgList list(words, words + count);
  unsigned index = 0;
  auto arg = table().ParseOneArg(list, index, visibility());
  if (!arg) {
    // The index is past the expected values.
    return -static_cast<int>(index - count);
  }
  const Option written = arg->getOption();
  if (written.matches(OPT_UNKNOWN)) {
    std::string nearest;
    if (table().findNearest(words[0], nearest, visibility()) <= 1)
      tell(text, context, Nearest, nearest);
    return 0;
  }
  const Option option = written.getUnaliasedOption();
  *is_link = option.hasFlag(LinkerInput) || option.hasFlag(LinkOption);
  tell(text, context, Name, option.getPrefixedName());
  for (Option group = option.getGroup(); group.isValid(); group = group.getGroup())
    tell(text, context, Group, group.getName());
  for (const char *value : arg->getValues())
    tell(text, context, Value, value);
  return static_cast<int>(index);
}
