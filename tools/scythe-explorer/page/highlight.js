"use strict";
// Syntax colours: each language is a list of classes with patterns, of which the first that fits at a place wins.
const Highlight = (() => {
  const escape = text => text.replace(/[&<>]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
  const words = list => `\\b(?:${list.trim().split(/\s+/).join("|")})\\b`;
  const number = String.raw`\b0x[0-9a-fA-F.]+(?:p[+-]?\d+)?\b|\b\d[\d_']*(?:\.\d*)?(?:e[+-]?\d+)?[fFuUlL]*\b`;
  const text = String.raw`"(?:\\.|[^"\\])*"?`;
  const languages = {
    cpp: [
      ["comment", String.raw`//.*|/\*.*?(?:\*/|$)`],
      ["attr", String.raw`^\s*#\s*\w+(?:\s*<[^>]*>)?|\[\[.*?\]\]`],
      ["string", text + String.raw`|'(?:\\.|[^'\\])+'`],
      ["keyword", words(`alignas alignof auto break case catch class concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern false final for friend goto if inline mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast requires return sizeof static static_assert static_cast struct switch template this throw true try typedef typeid typename union using virtual volatile while`)],
      ["type", words(`bool char char8_t char16_t char32_t double float int long short signed size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t unsigned void wchar_t sycl std accessor buffer queue handler id item nd_item nd_range range vec local_accessor group sub_group`)],
      ["number", number],
    ],
    llvm: [
      ["comment", ";.*"], ["string", "c?" + text], ["label", String.raw`^[\w.$-]+:`],
      ["global", String.raw`@(?:"[^"]*"|[\w.$:<>~-]+)`], ["local", String.raw`%(?:"[^"]*"|[\w.$-]+)`], ["attr", String.raw`[!#][\w.]+`],
      ["keyword", words(`define declare ret br switch unreachable call tail musttail notail invoke load store alloca getelementptr phi select icmp fcmp add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast extractelement insertelement shufflevector extractvalue insertvalue atomicrmw cmpxchg fence freeze resume landingpad target source_filename attributes type global constant`)],
      ["type", String.raw`\b(?:i\d+|half|bfloat|float|double|fp128|void|ptr|label|metadata|token|x)\b|<\d+ x [^>]*>`],
      ["attr", words(`nocapture noundef nonnull readonly readnone writeonly noalias dereferenceable align nsw nuw nneg disjoint inbounds exact fast contract reassoc nnan ninf nsz arcp afn volatile internal linkonce_odr private external local_unnamed_addr unnamed_addr dso_local comdat personality spir_kernel spir_func captures addrspace zeroext signext immarg returned byval sret samesign`)],
      ["number", String.raw`\b(?:true|false|null|undef|poison|zeroinitializer|none)\b|-?` + number],
    ],
    mlir: [
      ["comment", "//.*"], ["string", text], ["label", String.raw`^\s*\^[\w.$-]+`],
      ["global", String.raw`@(?:"[^"]*"|[\w.$:<>-]+)`], ["local", String.raw`%[\w.$#-]+`], ["type", String.raw`![\w.]+|\b(?:i\d+|f\d+|index|memref|vector|none)\b`],
      ["attr", String.raw`#[\w.]+`], ["op", String.raw`\b[a-z_]+\.[\w.]+`], ["keyword", words("module func return attributes dense")], ["number", "-?" + number],
    ],
    asm: [
      ["comment", String.raw`#.*|//.*`], ["string", text], ["label", String.raw`^[\w.$]+:`], ["attr", String.raw`^\s*\.[\w.]+|\{[%\w]+\}(?: \{z\})?`],
      ["local", String.raw`%[\w.()]+`], ["number", String.raw`\$?-?` + number], ["keyword", String.raw`^\s+[a-z][\w.]*`], ["global", String.raw`\b_Z\w+`],
    ],
    ptx: [
      ["comment", "//.*"], ["string", text], ["label", String.raw`^\$?[\w$]+:|\$L[\w]+`], ["attr", String.raw`^\s*\.[\w.]+|\.(?:param|visible|entry|func|align|ptr|global|shared|reg|b8|b16|b32|b64|u16|u32|u64|s32|s64|f32|f64|pred)\b`],
      ["local", String.raw`%[\w.]+`], ["keyword", String.raw`^\s+(?:@!?%p\d+\s+)?[a-z][\w.]*`], ["number", String.raw`-?0[fFdD][0-9A-Fa-f]+|-?` + number], ["global", String.raw`\b_Z\w+`],
    ],
    spirv: [["comment", ";.*"], ["string", text], ["local", String.raw`%\w+`], ["keyword", String.raw`\bOp[A-Z]\w*`], ["number", number]],
  };
  const compiled = {};
  for (const [language, rules] of Object.entries(languages)) {
    compiled[language] = { pattern: new RegExp(rules.map(rule => `(${rule[1]})`).join("|"), "g"), classes: rules.map(rule => rule[0]) };
  }
  // Very long lines (constants, mangled names) are not worth the time.
  const longest = 4000;
  function line(source, language) {
    const rules = compiled[language];
    if (!rules || source.length > longest) return escape(source);
    let out = "", last = 0;
    rules.pattern.lastIndex = 0;
    for (let m; (m = rules.pattern.exec(source));) {
      if (!m[0]) { rules.pattern.lastIndex++; continue; }
      out += escape(source.slice(last, m.index));
      const at = m.slice(1).findIndex(part => part !== undefined);
      out += `<span class="${rules.classes[at]}">${escape(m[0])}</span>`;
      last = m.index + m[0].length;
    }
    return out + escape(source.slice(last));
  }
  // C++ comments may go over several lines.
  function cpp(lines) {
    let open = false;
    return lines.map(source => {
      let out = "", rest = source;
      if (open) {
        const end = rest.indexOf("*/");
        if (end < 0) return `<span class="comment">${escape(rest)}</span>`;
        out = `<span class="comment">${escape(rest.slice(0, end + 2))}</span>`;
        rest = rest.slice(end + 2);
        open = false;
      }
      const bare = rest.replace(/\/\/.*|"(?:\\.|[^"\\])*"|\/\*.*?\*\//g, "");
      open = bare.includes("/*");
      return out + line(rest, "cpp");
    });
  }
  return { escape, line, cpp };
})();
