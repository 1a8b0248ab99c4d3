"use strict";
// A list of lines of which only those that can be seen are in the document: IR has tens of thousands of lines.
// A row is { text, html(), place, number, kind }, where kind is "", "added", "gone", "fold" or "name".
class Lines {
  constructor(scroll, on) {
    this.scroll = scroll;
    this.on = on;
    this.rows = [];
    this.hot = this.held = 0;
    this.query = "";
    this.now = -1;
    this.height = parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row")) || 19;
    this.inner = document.createElement("div");
    this.inner.className = "lines virtual";
    scroll.append(this.inner);
    scroll.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(scroll);
    this.inner.addEventListener("mouseover", event => on.hover(this.placeOf(event)));
    this.inner.addEventListener("mouseleave", () => on.hover(0));
    this.inner.addEventListener("click", event => {
      const row = this.rows[this.indexOf(event)];
      if (row && row.open) row.open(); else if (row && row.place && !String(getSelection())) on.hold(row.place);
    });
  }
  indexOf(event) { const row = event.target.closest(".row"); return row ? +row.dataset.i : -1; }
  placeOf(event) { const row = this.rows[this.indexOf(event)]; return row ? row.place : 0; }
  set(rows) {
    this.rows = rows;
    const widest = rows.reduce((most, row) => Math.max(most, row.text.length), 0);
    this.inner.style.height = `${rows.length * this.height + 24}px`;
    this.inner.style.minWidth = `max(100%, ${widest + 12}ch)`;
    this.inner.replaceChildren();
    this.from = this.to = 0;
    this.draw();
  }
  // Draws what can be seen and a little more.
  draw(again) {
    const top = this.scroll.scrollTop, seen = this.scroll.clientHeight || 600;
    const from = Math.max(0, Math.floor(top / this.height) - 20);
    const to = Math.min(this.rows.length, Math.ceil((top + seen) / this.height) + 20);
    if (!again && from === this.from && to === this.to && this.inner.childElementCount) return;
    [this.from, this.to] = [from, to];
    const part = document.createDocumentFragment();
    for (let i = from; i < to; i++) part.append(this.element(i));
    this.inner.replaceChildren(part);
  }
  element(i) {
    const row = this.rows[i], element = document.createElement("div");
    element.className = `row ${row.kind || ""}`;
    element.style.top = `${i * this.height}px`;
    element.dataset.i = i;
    if (row.place) { element.dataset.p = row.place; element.style.setProperty("--hue", hueOf(row.place)); }
    const html = row.html ? row.html() : Highlight.escape(row.text);
    element.innerHTML = `<span class="n">${row.number ?? ""}</span><span class="band"></span><span class="t">${html}</span>`;
    if (this.query) markIn(element.lastChild, this.query);
    this.dress(element, row, i);
    return element;
  }
  dress(element, row, i) {
    element.classList.toggle("hot", !!row.place && row.place === this.hot);
    element.classList.toggle("held", !!row.place && row.place === this.held);
    element.classList.toggle("now", i === this.now);
  }
  mark(hot, held) {
    [this.hot, this.held] = [hot, held];
    for (const element of this.inner.children) this.dress(element, this.rows[+element.dataset.i], +element.dataset.i);
  }
  show(i) {
    if (i < 0) return;
    const top = i * this.height, seen = this.scroll.clientHeight;
    if (top < this.scroll.scrollTop + 40 || top > this.scroll.scrollTop + seen - 60) this.scroll.scrollTop = Math.max(0, top - seen / 3);
    this.draw(true);
  }
  find(query) { this.query = query; this.draw(true); const q = query.toLowerCase(); return q ? this.rows.flatMap((row, i) => row.text.toLowerCase().includes(q) ? [i] : []) : []; }
}
// Neighbouring lines of the source get colours that differ.
function hueOf(place) { return Math.round((place * 47) % 360); }
// Puts <mark> around what was searched for. A match may begin in one colour and end in another.
function markIn(element, query) {
  const text = element.textContent.toLowerCase(), q = query.toLowerCase(), ranges = [];
  for (let at = text.indexOf(q); q && at >= 0; at = text.indexOf(q, at + q.length)) ranges.push([at, at + q.length]);
  if (!ranges.length) return;
  let begin = 0;
  for (const node of [...textNodes(element)]) {
    const end = begin + node.data.length, parts = [];
    let last = 0;
    for (const [from, to] of ranges) {
      if (to <= begin || from >= end) continue;
      const mark = document.createElement("mark"), start = Math.max(0, from - begin), stop = Math.min(node.data.length, to - begin);
      mark.textContent = node.data.slice(start, stop);
      parts.push(node.data.slice(last, start), mark);
      last = stop;
    }
    begin = end;
    if (parts.length) node.replaceWith(...parts, node.data.slice(last));
  }
}
function* textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) yield walker.currentNode;
}
