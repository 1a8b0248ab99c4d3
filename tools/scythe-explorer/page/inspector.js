"use strict";
// The tabs below the code: remarks, pictures of accesses, arguments, facts of the host, commands of a run, and about.
const Inspector = (() => {
  const e = Highlight.escape;
  const lineOf = place => place & 0xfffff;
  // Lines of the source need no name of a file.
  let files = [];
  const nameOf = place => place >> 20 && files[place >> 20] ? `${e(files[place >> 20].path.split("/").pop())}:${lineOf(place)}` : `line ${lineOf(place)}`;
  const where = place => `<span class="where">${place ? nameOf(place) : ""}</span>`;
  const nothing = text => `<div class="nothing">${text}</div>`;
  const ours = (kernel, wanted) => wanted < 0 || kernel === null || kernel === wanted;
  const tabs = [
    { id: "remarks", title: "Remarks", count: (data, k) => data.remarks.filter(r => ours(r.kernel, k)).length, warn: (data, k) => data.remarks.some(r => r.advice && ours(r.kernel, k)) },
    { id: "accesses", title: "Accesses", count: (data, k) => data.remarks.filter(r => r.access && ours(r.kernel, k)).length },
    { id: "arguments", title: "Arguments", count: (data, k) => data.kernels.filter((_, i) => ours(i, k)).reduce((sum, kernel) => sum + kernel.arguments.length, 0) },
    { id: "facts", title: "Host facts", count: (data, k) => data.kernels.filter((kernel, i) => ours(i, k) && kernel.facts).length },
    { id: "commands", title: "Commands", count: data => data.graph ? data.graph.nodes.length : 0 },
    { id: "about", title: "About" },
  ];
  // What is worth a change comes first.
  function remarks(data, wanted) {
    const list = data.remarks.map((r, i) => [r, i]).filter(([r]) => ours(r.kernel, wanted));
    if (!list.length) return nothing("No remarks: kernels that MLIR does not see, and single tasks, have none.");
    list.sort(([a], [b]) => b.advice - a.advice);
    return list.map(([r, i]) => `<div class="item" data-remark="${i}">${where(r.place)}<span class="chip ${r.advice ? "advice" : ""}">${e(r.access ? r.access.class : r.kind)}</span><span>${e(r.message)}</span></div>`).join("");
  }
  function accesses(data, wanted) {
    const list = data.remarks.map((r, i) => [r, i]).filter(([r]) => r.access && ours(r.kernel, wanted));
    if (!list.length) return nothing("No accesses to global memory were found in kernels that MLIR sees (-O1 and above, without -fno-scythe-mlir).");
    return `<p>Sixteen work-items that are neighbours in the fastest dimension, and the cache lines that they touch at the same time.</p><div class="cards">` + list.map(([r, i]) => {
      const a = r.access, kernel = data.kernels[r.kernel], use = Accesses.efficiency(a);
      const state = !use ? "advice" : use.used >= .5 || a.class === "broadcast" ? "" : use.used >= .2 ? "advice" : "bad";
      const text = !use ? "not known" : a.class === "broadcast" ? "one address for all" : `${Math.round(use.used * 100)} % of ${use.lines} line${use.lines === 1 ? "" : "s"} used`;
      return `<div class="card" data-remark="${i}"><div class="item" style="padding:0"><b>${e(a.action)} ${e(a.base || "memory")}</b><span class="chip plain">${e(a.class)}</span><span class="chip ${state}">${text}</span><span class="grow"></span>${where(r.place)}</div>`
        + `<small style="color:var(--dim)">${kernel ? e(kernel.short) + " · " : ""}${a.bytes} bytes each · strides ${a.strides.map(s => e(String(s.bytes ?? s.words ?? "?"))).join(", ")}</small>${Accesses.draw(a)}</div>`;
    }).join("") + "</div>";
  }
  function table(head, rows) {
    return `<table><thead><tr>${head.map(h => `<th class="${h[0] === "#" ? "n" : ""}">${h.replace("#", "")}</th>`).join("")}</tr></thead><tbody>${rows.map(row => `<tr>${row.map((cell, i) => `<td class="${head[i][0] === "#" ? "n" : ""}">${cell}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
  }
  const heading = kernel => `<h3>${e(kernel.short)}<small>${kernel.place ? nameOf(kernel.place) : ""}${kernel.launched && kernel.launched !== kernel.place ? ", launched at " + nameOf(kernel.launched) : ""}</small></h3>`;
  function args(data, wanted) {
    const list = data.kernels.filter((_, i) => ours(i, wanted));
    if (!list.length) return nothing("This program has no kernels.");
    return list.map(kernel => {
      const attributes = Object.entries(kernel.attributes || {}).map(([key, value]) => `<code>${e(key)}: ${e(JSON.stringify(value))}</code>`).join(" ");
      const rows = kernel.arguments.map((a, i) => [i, e(a.path), e(a.type), a.passed_as, a.offset, a.size]);
      return `<div class="card">${heading(kernel)}<p><code>${e(kernel.symbol)}</code> ${attributes}</p>${rows.length ? table(["#no.", "argument", "type", "passed as", "#offset", "#bytes"], rows) : "<p>No arguments.</p>"}</div>`;
    }).join("");
  }
  function facts(data, wanted) {
    const list = data.kernels.filter((kernel, i) => ours(i, wanted) && (kernel.facts || kernel.specializations));
    const items = lines => lines.length ? `<ul class="list">${lines.map(line => `<li><code>${e(line)}</code></li>`).join("")}</ul>` : "<p>nothing</p>";
    if (!list.length) return nothing("Host code says nothing of launches that the compiler could use (at -O1 and above, without -fno-scythe-hostdev).");
    return list.map(kernel => {
      let out = `<div class="card">${heading(kernel)}`;
      if (kernel.facts) {
        out += `<p>Holds for all launches that there can be:</p>${items(kernel.facts.always)}`;
        kernel.facts.sometimes.forEach((lines, i) => { out += `<p>Holds for some launches (${i + 1}):</p>${items(lines)}`; });
      }
      for (const [target, made] of Object.entries(kernel.specializations || {})) {
        const rows = made.map(s => [s.number, s.conditions.length ? s.conditions.map(e).join("<br>") : "any launch"]);
        out += `<p style="margin-top:10px">Versions of the kernel for <code>${e(target)}</code>, tried in this order:</p>${table(["#no.", "runs when"], rows)}`;
      }
      return out + "</div>";
    }).join("");
  }
  function commands(data) {
    if (!data.graph) return nothing("Run the program with <code>SCYTHE_TRACE=run.json</code>, then make this page with <code>--trace run.json</code>.");
    if (!data.graph.nodes.length) return nothing("The trace has no commands.");
    const left = data.graph.left_out ? ` ${data.graph.left_out} more commands are not drawn.` : "";
    return `<p>Commands of the run; arrows lead to those that waited for them.${left}${data.graph.note ? " " + e(data.graph.note) : ""}</p><div class="graph">${Graph.draw(data.graph)}</div>`;
  }
  function about(data) {
    const notes = data.notes.map(note => `<li>${e(note)}</li>`).join("");
    return `<div class="card"><h3>This page</h3><p>scythe++ ${e(data.version)} compiled <code>${e(data.command.join(" "))}</code> for ${data.targets.map(t => `<code>${e(t)}</code>`).join(", ")}.</p>`
      + `<p>Symbols of kernels are shown by short names; the tab Arguments has the whole ones. Debug information is not shown: it is what ties lines together. Changes are those from one pass to the next, without the numbers of unnamed values.</p>${notes ? `<ul>${notes}</ul>` : ""}</div>`;
  }
  const draw = { remarks, accesses, arguments: args, facts, commands, about };
  return { tabs, html: (id, data, kernel) => { files = data.files; return draw[id](data, kernel); } };
})();
