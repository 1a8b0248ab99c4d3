#include "findings.h"

#include "trail.h"

#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
namespace json = llvm::json;

extern "C" {
using Take = void (*)(void *Context, const char *Text, size_t Length);
void scythe_check_kernel(const char *Text, size_t Length, void *Context, Take Taken);
void scythe_check_device_code(const char *Text, size_t Length, void *Context, Take Taken);
}

namespace scythe {

static json::Object failure(llvm::StringRef What) { return json::Object{{"failure", What}}; }

static json::Object ask(void (*Check)(const char *, size_t, void *, Take),
                        const json::Object &Description) {
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(json::Object(Description));
  std::string Answer;
  Check(Text.data(), Text.size(), &Answer, [](void *Context, const char *Text, size_t Length) {
    static_cast<std::string *>(Context)->assign(Text, Length);
  });
  llvm::Expected<json::Value> Parsed = json::parse(Answer);
  if (!Parsed)
    return failure(llvm::toString(Parsed.takeError()));
  json::Object *Findings = Parsed->getAsObject();
  return Findings ? std::move(*Findings) : failure("the result is no object");
}

json::Object checkKernel(const json::Object &Kernel) { return ask(scythe_check_kernel, Kernel); }

json::Object checkDeviceCode(const json::Object &Code) {
  return ask(scythe_check_device_code, Code);
}

static void say(Sema &S, DiagnosticsEngine::Level Level, const json::Object &What) {
  SourceLocation Where =
      SourceLocation::getFromRawEncoding(What.getInteger("place").value_or(0));
  // The text is an argument, because a per cent sign in it must not be taken for a format.
  unsigned ID = Level == DiagnosticsEngine::Error
                    ? S.Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")
                : Level == DiagnosticsEngine::Warning
                    ? S.Diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0")
                    : S.Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  S.Diags.Report(Where, ID) << What.getString("message").value_or("");
}

bool report(Sema &S, const json::Object &Findings, const FunctionDecl *Entry) {
  if (std::optional<llvm::StringRef> Failure = Findings.getString("failure")) {
    unsigned ID = S.Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                          "scythe plugin: cannot check device code: %0");
    S.Diags.Report(ID) << *Failure;
    return true;
  }
  const json::Array *Found = Findings.getArray("diagnostics");
  if (!Found)
    return false;
  bool Wrong = false;
  for (const json::Value &Value : *Found) {
    const json::Object *Diagnostic = Value.getAsObject();
    if (!Diagnostic)
      continue;
    bool IsWarning = Diagnostic->getBoolean("warning").value_or(false);
    Wrong |= !IsWarning;
    say(S, IsWarning ? DiagnosticsEngine::Warning : DiagnosticsEngine::Error, *Diagnostic);
    if (const json::Array *Notes = Diagnostic->getArray("notes"))
      for (const json::Value &Note : *Notes)
        if (const json::Object *Said = Note.getAsObject())
          say(S, DiagnosticsEngine::Note, *Said);
    if (Entry)
      reportTrail(S, Entry);
    if (const json::Object *Help = Diagnostic->getObject("help"))
      say(S, DiagnosticsEngine::Note, *Help);
  }
  return Wrong;
}

void dropNumbers(json::Value &Description) {
  if (json::Array *Values = Description.getAsArray()) {
    for (json::Value &Value : *Values)
      dropNumbers(Value);
  } else if (json::Object *Members = Description.getAsObject()) {
    Members->erase("id");
    Members->erase("type_id");
    for (auto &Member : *Members)
      dropNumbers(Member.second);
  }
}

} // namespace scythe
