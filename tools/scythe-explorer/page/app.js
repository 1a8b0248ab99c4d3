"use strict";
// What is shown is the state, the state is in the address of the page, and every change of it draws what it touches.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const LINE = 0xfffff, fileOf = place => place >> 20, lineOf = place => place & LINE;
  const targets = [...new Set(data.stages.map(stage => stage.target))];
  targets.sort((a, b) => (a === "host") - (b === "host"));
  // A family's name is enough where it has one target.
  const labelOf = target => targets.filter(other => other.split(":")[0] === target.split(":")[0]).length === 1 ? target.split(":")[0] : target;
  const of = target => data.stages.map((_, i) => i).filter(i => data.stages[i].target === target);
  const state = { target: targets[0] || "", stage: -1, diff: false, kernel: -1, held: 0, tab: "remarks", file: 0, query: "", inline: true };
  let hot = 0, matches = [], match = -1;
  const opened = new Set();

  // The code pane.
  const code = new Lines($("code"), { hover: place => hover(place), hold: place => hold(place, "code") });
  const stageNow = () => data.stages[state.stage];
  // A pass that changed nothing shows what was there before it.
  function withCode(index) {
    const stage = data.stages[index];
    if (!stage || stage.lines) return stage;
    const list = of(stage.target);
    for (let at = list.indexOf(index); at >= 0; at--) {
      const other = data.stages[list[at]];
      if (other.lines && other.language === stage.language) return other;
    }
    return null;
  }
  const isOurs = owners => state.kernel < 0 || owners.includes(state.kernel);
  // Which lines belong to the kernel that was chosen; all where none was.
  function visible(stage) {
    if (state.kernel < 0) return null;
    const seen = new Uint8Array(stage.lines.length);
    for (const [first, end, owners] of stage.functions) if (isOurs(owners)) seen.fill(1, first, end);
    return seen;
  }
  const row = (stage, i, kind) => {
    const text = data.strings[stage.lines[i]];
    return { text, place: stage.places[i], number: i + 1, kind, html: () => Highlight.line(text, stage.language) };
  };
  const goneRow = (stage, string) => {
    const text = data.strings[string];
    return { text, place: 0, number: "−", kind: "gone", html: () => Highlight.line(text, stage.language) };
  };
  const fold = (count, key) => ({ text: "", place: 0, number: "", kind: "fold", html: () => `⋯ ${count} lines that did not change`, open: () => { opened.add(key); drawCode(true); } });
  function plainRows(stage) {
    const seen = visible(stage), rows = [];
    for (let i = 0; i < stage.lines.length; i++) {
      if (!seen || seen[i]) rows.push(row(stage, i, ""));
      else if (rows.length && rows[rows.length - 1].text && seen[i - 1]) rows.push({ text: "", place: 0, number: "", kind: "" });
    }
    return rows;
  }
  function diffRows(stage) {
    const seen = visible(stage), rows = [], context = 3;
    const isSeen = i => !seen || (i >= 0 && i < seen.length && seen[i]);
    let at = 0, gone = 0;
    stage.diff.forEach(([what, count], run) => {
      if (what === 0) {
        const key = `${state.stage}:${run}`, first = run === 0, last = run === stage.diff.length - 1;
        const lines = [];
        for (let i = at; i < at + count; i++) if (isSeen(i)) lines.push(i);
        const head = first ? 0 : context, tail = last ? 0 : context;
        if (lines.length > head + tail + 4 && !opened.has(key)) {
          lines.slice(0, head).forEach(i => rows.push(row(stage, i, "")));
          rows.push(fold(lines.length - head - tail, key));
          if (tail) lines.slice(-tail).forEach(i => rows.push(row(stage, i, "")));
        } else lines.forEach(i => rows.push(row(stage, i, "")));
        at += count;
      } else if (what === 1) {
        if (isSeen(at) || isSeen(at - 1)) for (let i = 0; i < count; i++) rows.push(goneRow(stage, stage.gone[gone + i]));
        gone += count;
      } else {
        for (let i = at; i < at + count; i++) if (isSeen(i)) rows.push(row(stage, i, "added"));
        at += count;
      }
    });
    return rows;
  }
  function drawCode(keep) {
    const stage = stageNow(), shown = withCode(state.stage), same = stage && !stage.lines;
    const canDiff = !!(stage && stage.diff && stage.lines);
    $("stage-title").textContent = stage ? stage.title : "";
    $("stage-about").textContent = !stage ? "" : same ? "changed nothing" : [stage.summary, stage.diff ? `+${stage.added} −${stage.removed}` : `${stage.lines.length} lines`].filter(Boolean).join(" · ");
    $("diff").disabled = !canDiff;
    $("diff").setAttribute("aria-pressed", state.diff && canDiff);
    const top = code.scroll.scrollTop;
    const rows = !shown ? [] : state.diff && canDiff ? diffRows(stage) : plainRows(shown);
    if (!rows.length) rows.push({ text: "", place: 0, number: "", kind: "fold", html: () => state.kernel >= 0 ? "This kernel has no code here." : "There is no code here." });
    code.set(rows);
    // Constants and declarations come before the first function, and tell least.
    const first = shown && !(state.diff && canDiff) && state.kernel < 0 ? Math.max(0, (shown.functions[0] || [0])[0] - 2) : 0;
    code.scroll.scrollTop = keep ? top : first * code.height;
    code.draw(true);
    code.mark(hot, state.held);
    if (state.held && !keep) code.show(code.rows.findIndex(r => r.place === state.held));
    search(state.query, true);
  }

  // The source pane.
  const htmlOf = new Map();
  function drawSource() {
    const file = data.files[state.file];
    const lines = file.text.split("\n");
    if (!htmlOf.has(state.file)) htmlOf.set(state.file, Highlight.cpp(lines));
    const html = htmlOf.get(state.file);
    const used = new Set();
    for (const stage of data.stages) if (stage.target === state.target && stage.places) for (const place of stage.places) if (place) used.add(place);
    const said = new Map();
    data.remarks.forEach((r, i) => {
      if (!r.place || fileOf(r.place) !== state.file || (state.kernel >= 0 && r.kernel !== null && r.kernel !== state.kernel)) return;
      said.set(lineOf(r.place), [...(said.get(lineOf(r.place)) || []), i]);
    });
    const inner = document.createElement("div");
    inner.className = state.inline ? "lines" : "lines quiet";
    inner.innerHTML = lines.map((text, i) => {
      const place = (state.file << 20) | (i + 1), mine = said.get(i + 1) || [];
      const advice = mine.some(r => data.remarks[r].advice);
      const dot = mine.length ? `<span class="dot ${advice ? "advice" : ""}" title="${mine.length} remark${mine.length > 1 ? "s" : ""}"></span>` : "";
      // Instances of a template may have much to say about one line.
      const rest = mine.length > 4 ? `<div class="remark" data-all="1">${mine.length - 3} more remarks on this line</div>` : "";
      const remarks = (rest ? mine.slice(0, 3) : mine).map(r => `<div class="remark ${data.remarks[r].advice ? "advice" : ""}" data-remark="${r}"><span class="kind">${Highlight.escape(data.remarks[r].kind)}</span><span>${Highlight.escape(data.remarks[r].message)}</span></div>`).join("") + rest;
      return `<div class="row" data-line="${i + 1}" ${used.has(place) ? `data-p="${place}" style="--hue:${hueOf(place)}"` : ""}><span class="n">${i + 1}</span><span class="band"></span><span class="t">${html[i] || " "}${dot}</span></div>${remarks}`;
    }).join("");
    $("source").replaceChildren(inner);
    if (state.query) for (const t of inner.querySelectorAll(".row .t")) markIn(t, state.query);
    markSource();
  }
  function markSource() {
    for (const element of $("source").querySelectorAll(".row.hot, .row.held")) element.classList.remove("hot", "held");
    for (const [place, name] of [[state.held, "held"], [hot, "hot"]]) {
      if (place && fileOf(place) === state.file) $("source").querySelector(`[data-line="${lineOf(place)}"]`)?.classList.add(name);
    }
  }
  function showInSource(place) {
    if (fileOf(place) !== state.file && data.files[fileOf(place)]) { state.file = fileOf(place); drawFiles(); drawSource(); }
    const element = $("source").querySelector(`[data-line="${lineOf(place)}"]`), pane = $("source");
    if (!element) return;
    const top = element.offsetTop;
    if (top < pane.scrollTop + 20 || top > pane.scrollTop + pane.clientHeight - 60) pane.scrollTop = Math.max(0, top - pane.clientHeight / 3);
  }
  $("source").addEventListener("mouseover", event => hover(+(event.target.closest(".row")?.dataset.p || 0)));
  $("source").addEventListener("mouseleave", () => hover(0));
  $("source").addEventListener("click", event => {
    const remark = event.target.closest("[data-remark]");
    if (remark) return toRemark(+remark.dataset.remark);
    if (event.target.closest("[data-all]")) return chooseTab("remarks");
    const line = event.target.closest(".row");
    if (line?.dataset.p && !String(getSelection())) hold(+line.dataset.p, "source");
  });

  // Lines that belong together.
  function hover(place) {
    if (place === hot) return;
    hot = place;
    markSource();
    code.mark(hot, state.held);
  }
  function hold(place, from) {
    state.held = place === state.held ? 0 : place;
    markSource();
    code.mark(hot, state.held);
    if (state.held) {
      if (from !== "source") showInSource(place);
      if (from !== "code") code.show(code.rows.findIndex(r => r.place === place));
    }
    drawOverview();
    remember();
  }
  function toRemark(index) {
    const remark = data.remarks[index];
    if (remark.place) { state.held = 0; hold(remark.place, ""); }
  }
  // Where in the code the held line, matches of a search and changes are.
  function drawOverview() {
    const rows = code.rows, marks = new Map();
    rows.forEach((r, i) => { if (r.kind === "added" || r.kind === "gone") marks.set(Math.floor(i / rows.length * 200), r.kind); });
    for (const i of matches) if (typeof i === "number") marks.set(Math.floor(i / rows.length * 200), "found");
    if (state.held) rows.forEach((r, i) => { if (r.place === state.held) marks.set(Math.floor(i / rows.length * 200), "held"); });
    $("overview").innerHTML = [...marks].map(([at, kind]) => `<i class="${kind}" style="top:${at / 2}%"></i>`).join("");
  }

  // Search, in the source and in the code.
  function search(query, quiet) {
    const changed = query !== state.query;
    state.query = query;
    matches = code.find(query);
    if (changed || !quiet) {
      const lower = query.toLowerCase(), lines = data.files[state.file].text.split("\n");
      if (changed) drawSource();
      matches.source = lower ? lines.flatMap((text, i) => text.toLowerCase().includes(lower) ? [i + 1] : []) : [];
    }
    const count = matches.length;
    $("found").textContent = !query ? "" : count ? `${count} here` : (matches.source || []).length ? `${matches.source.length} in source` : "none";
    if (!quiet) { match = -1; code.now = -1; if (query) step(1); else code.draw(true); }
    drawOverview();
  }
  function step(by) {
    if (matches.length) {
      match = (match + by + matches.length) % matches.length;
      code.now = matches[match];
      code.show(code.now);
      $("found").textContent = `${match + 1} of ${matches.length}`;
    } else if ((matches.source || []).length) {
      match = (match + by + matches.source.length) % matches.source.length;
      showInSource((state.file << 20) | matches.source[match]);
    }
  }

  // Lists.
  function drawTabs(element, tabs, chosen, choose) {
    element.replaceChildren(...tabs.map(({ id, html, title }) => {
      const button = document.createElement("button");
      button.innerHTML = html;
      button.title = title || "";
      button.dataset.id = id;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-selected", id === chosen);
      button.addEventListener("click", () => choose(id));
      return button;
    }));
  }
  const drawFiles = () => drawTabs($("files"), data.files.map((file, i) => ({ id: i, html: Highlight.escape(file.path.split("/").pop()), title: file.path })), state.file, file => { state.file = file; drawFiles(); drawSource(); remember(); });
  const drawTargets = () => drawTabs($("targets"), targets.map(target => ({ id: target, html: Highlight.escape(labelOf(target)), title: target })), state.target, chooseTarget);
  function drawStages() {
    const most = Math.max(1, ...of(state.target).map(i => (data.stages[i].added || 0) + (data.stages[i].removed || 0)));
    const wide = n => n ? Math.max(2, Math.round(Math.sqrt(n / most) * 34)) : 0;
    $("stages").replaceChildren(...of(state.target).map(i => {
      const stage = data.stages[i], item = document.createElement("li");
      item.className = `${stage.kind} ${stage.lines ? "" : "same"}`;
      item.dataset.i = i;
      item.title = stage.lines ? `${stage.summary || stage.title}\n+${stage.added} −${stage.removed} lines` : `${stage.title}: changed nothing`;
      item.innerHTML = `<span class="what">${Highlight.escape(stage.title)}</span><span class="bar"><i class="plus" style="width:${wide(stage.added)}px"></i><i class="minus" style="width:${wide(stage.removed)}px"></i></span>`;
      item.setAttribute("aria-selected", i === state.stage);
      item.addEventListener("click", () => chooseStage(i));
      return item;
    }));
  }
  function drawInspector() {
    drawTabs($("inspector-tabs"), Inspector.tabs.map(tab => {
      const count = tab.count ? tab.count(data, state.kernel) : 0;
      return { id: tab.id, html: tab.title + (count ? `<span class="count ${tab.warn && tab.warn(data, state.kernel) ? "warn" : ""}">${count}</span>` : "") };
    }), state.tab, chooseTab);
    $("inspector").innerHTML = Inspector.html(state.tab, data, state.kernel);
    $("inspector").scrollTop = 0;
  }
  $("inspector").addEventListener("click", event => {
    const remark = event.target.closest("[data-remark]"), node = event.target.closest(".node");
    if (remark) toRemark(+remark.dataset.remark);
    if (node) {
      const command = data.graph.nodes[+node.dataset.i];
      if (command.kernel !== null) chooseKernel(command.kernel);
      if (command.place) { state.held = 0; hold(command.place, ""); }
    }
  });

  // Choices.
  function chooseStage(i) {
    state.stage = i;
    for (const item of $("stages").children) {
      const chosen = +item.dataset.i === i;
      item.setAttribute("aria-selected", chosen);
      if (chosen) item.scrollIntoView({ block: "nearest" });
    }
    drawCode();
    remember();
  }
  // The last stage says most about what runs.
  function chooseTarget(target, stage) {
    state.target = target;
    drawTargets();
    drawStages();
    drawSource();
    const list = of(target);
    chooseStage(stage !== undefined && list.includes(stage) ? stage : list[list.length - 1] ?? -1);
  }
  function chooseKernel(kernel) {
    state.kernel = kernel;
    $("kernel").value = kernel;
    drawSource();
    drawCode();
    drawInspector();
    const place = kernel >= 0 && data.kernels[kernel].place;
    if (place && !state.held) showInSource(place);
    remember();
  }
  function chooseTab(tab) { state.tab = tab; drawInspector(); remember(); }
  function chooseDiff(diff) { state.diff = diff; drawCode(); remember(); }
  function chooseInline(on) { state.inline = on; $("inline").setAttribute("aria-pressed", on); $("source").firstChild?.classList.toggle("quiet", !on); }
  function choosePane(pane) {
    document.body.dataset.pane = pane;
    for (const button of $("narrow").children) button.setAttribute("aria-selected", button.dataset.pane === pane);
    code.draw(true);
  }
  function move(by) {
    const list = of(state.target), at = list.indexOf(state.stage) + by;
    if (at >= 0 && at < list.length) chooseStage(list[at]);
  }

  // Dark and light: what the system prefers, until somebody chooses.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = { get: key => { try { return localStorage.getItem(key); } catch { return null; } }, set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* Pages from files may have no storage. */ } } };
  let chosen = kept.get("scythe-theme");
  function drawTheme() {
    const theme = chosen || (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    $("theme").innerHTML = theme === "dark"
      ? '<svg width="15" height="15" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="12" cy="12" r="4.5"/><path d="M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1"/></svg>'
      : '<svg width="15" height="15" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M20.5 14A8.5 8.5 0 0 1 10 3.5a8.5 8.5 0 1 0 10.5 10.5z"/></svg>';
  }
  function toggleTheme() { chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark"; kept.set("scythe-theme", chosen); drawTheme(); }
  dark.addEventListener("change", drawTheme);

  // The address holds what is seen.
  function address() {
    const parts = new URLSearchParams();
    parts.set("target", state.target);
    parts.set("stage", of(state.target).indexOf(state.stage));
    if (state.diff) parts.set("changes", 1);
    if (state.kernel >= 0) parts.set("kernel", state.kernel);
    if (state.held) { parts.set("line", lineOf(state.held)); if (fileOf(state.held)) parts.set("file", fileOf(state.held)); }
    if (state.tab !== "remarks") parts.set("tab", state.tab);
    if (state.query) parts.set("search", state.query);
    return "#" + parts;
  }
  function remember() { try { history.replaceState(null, "", address()); } catch { location.hash = address(); } }
  function recall() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const number = (key, otherwise) => { const n = parseInt(parts.get(key)); return Number.isNaN(n) ? otherwise : n; };
    const target = targets.includes(parts.get("target")) ? parts.get("target") : targets[0] || "";
    state.diff = parts.has("changes");
    state.kernel = data.kernels[number("kernel", -1)] ? number("kernel", -1) : -1;
    state.tab = Inspector.tabs.some(tab => tab.id === parts.get("tab")) ? parts.get("tab") : "remarks";
    state.file = data.files[number("file", 0)] ? number("file", 0) : 0;
    state.held = parts.has("line") ? (state.file << 20) | number("line", 0) : 0;
    state.query = parts.get("search") || "";
    $("search").value = state.query;
    $("kernel").value = state.kernel;
    drawFiles();
    drawInspector();
    chooseTarget(target, of(target)[number("stage", -1)]);
    if (state.held) showInSource(state.held);
  }

  // Panes can be made wider and higher.
  for (const split of document.querySelectorAll(".split")) {
    split.addEventListener("pointerdown", event => {
      const across = split.classList.contains("across"), name = `--${split.dataset.between}`;
      split.setPointerCapture(event.pointerId);
      split.classList.add("moving");
      const drag = moved => {
        const share = across ? 100 - moved.clientY / innerHeight * 100 : moved.clientX / innerWidth * 100;
        document.body.style.setProperty(name, `${Math.min(80, Math.max(8, share))}%`);
        code.draw();
      };
      split.addEventListener("pointermove", drag);
      split.addEventListener("pointerup", () => { split.removeEventListener("pointermove", drag); split.classList.remove("moving"); }, { once: true });
    });
  }

  $("title").textContent = `${data.source}  ${data.command.filter(word => word !== data.source).join(" ")}`;
  $("kernel").innerHTML = `<option value="-1">all (${data.kernels.length})</option>` + data.kernels.map((kernel, i) => `<option value="${i}">${Highlight.escape(kernel.short)}</option>`).join("");
  $("kernel").addEventListener("change", () => chooseKernel(+$("kernel").value));
  $("diff").addEventListener("click", () => chooseDiff(!state.diff));
  $("inline").addEventListener("click", () => chooseInline(!state.inline));
  $("theme").addEventListener("click", toggleTheme);
  $("help").addEventListener("click", () => $("keys").showModal());
  $("narrow").addEventListener("click", event => event.target.dataset.pane && choosePane(event.target.dataset.pane));
  $("search").addEventListener("input", () => { search($("search").value); remember(); });
  $("search").addEventListener("keydown", event => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") { $("search").value = ""; search(""); remember(); $("search").blur(); }
  });
  addEventListener("hashchange", recall);
  addEventListener("keydown", event => {
    const find = (event.ctrlKey || event.metaKey) && event.key === "f";
    if (find || (event.key === "/" && event.target.tagName !== "INPUT")) { event.preventDefault(); $("search").focus(); $("search").select(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT/.test(event.target.tagName) || $("keys").open) return;
    const turn = by => { const at = targets.indexOf(state.target) + by; if (targets[at]) chooseTarget(targets[at]); };
    const keys = {
      j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1), "[": () => turn(-1), "]": () => turn(1),
      d: () => chooseDiff(!state.diff), f: () => chooseKernel(state.kernel + 1 < data.kernels.length ? state.kernel + 1 : -1),
      n: () => step(1), N: () => step(-1), r: () => chooseInline(!state.inline), t: toggleTheme, "?": () => $("keys").showModal(),
      Escape: () => { if (state.held) hold(state.held, ""); $("search").value = ""; search(""); remember(); },
    };
    Inspector.tabs.forEach((tab, i) => { keys[i + 1] = () => chooseTab(tab.id); });
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  drawTheme();
  choosePane("code");
  recall();
  document.documentElement.dataset.ready = "yes";
})();
