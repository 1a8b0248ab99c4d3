"use strict";
// Pictures of memory accesses: neighbouring work-items above, the cache lines that they touch below.
const Accesses = (() => {
  const ITEMS = 16, LINE = 64, WIDTH = 560, MOST_LINES = 16;
  // The addresses of neighbours in the first iteration, and in the next one of the innermost loop that moves.
  function addresses(access) {
    const stride = access.strides[access.strides.length - 1];
    const known = stride && stride.bytes !== null;
    const symbolic = stride && stride.bytes === null && stride.words !== null;
    const loop = [...access.loops].reverse().find(part => part.bytes);
    // Where only the name of a distance is known, neighbours are drawn in cache lines of their own.
    const step = known ? stride.bytes : LINE * 2;
    const list = [];
    const scatter = [5, 11, 2, 14, 7, 0, 13, 9, 3, 15, 6, 1, 10, 4, 12, 8];
    for (let i = 0; i < ITEMS; i++) {
      const at = known || symbolic ? step * i : scatter[i] * LINE * 2 + ((i * 20) % 48);
      list.push({ item: i, at, later: false });
      if (loop && (known || symbolic)) list.push({ item: i, at: at + loop.bytes, later: true });
    }
    const least = Math.min(...list.map(one => one.at));
    // The lowest address lies at the start of a line.
    for (const one of list) one.at -= Math.floor(least / LINE) * LINE;
    return { list, symbolic: symbolic ? stride.words : null, unknown: !known && !symbolic };
  }
  // How many lines neighbours fetch at the same time, and how much of them they use.
  function efficiency(access) {
    const { list, unknown } = addresses(access);
    if (unknown) return null;
    const bytes = new Set(), lines = new Set();
    for (const one of list.filter(one => !one.later)) {
      for (let b = 0; b < Math.max(1, access.bytes); b++) { bytes.add(one.at + b); lines.add(Math.floor((one.at + b) / LINE)); }
    }
    return { bytes: bytes.size, lines: lines.size, used: bytes.size / (lines.size * LINE) };
  }
  function draw(access) {
    const { list, symbolic, unknown } = addresses(access);
    const all = new Set();
    for (const one of list) for (let b = 0; b < Math.max(1, access.bytes); b += LINE / 2) all.add(Math.floor((one.at + b) / LINE));
    for (const one of list) all.add(Math.floor((one.at + Math.max(1, access.bytes) - 1) / LINE));
    const lines = [...all].sort((a, b) => a - b).slice(0, MOST_LINES * 2);
    const gap = lines.length > 20 ? 3 : 6, width = Math.min(340, (WIDTH - 20 - gap * (lines.length - 1)) / lines.length);
    const left = (WIDTH - (width * lines.length + gap * (lines.length - 1))) / 2;
    const place = new Map(lines.map((line, i) => [line, left + i * (width + gap)]));
    const x = at => place.get(Math.floor(at / LINE)) + ((at % LINE) / LINE) * width;
    const store = access.action === "load" ? "" : "store";
    const itemX = i => 20 + (i + .5) * ((WIDTH - 40) / ITEMS);
    let out = `<svg class="picture" viewBox="0 0 ${WIDTH} 132" role="img" aria-label="${Highlight.escape(access.class)} access">`;
    for (const line of lines) out += `<rect class="box" x="${place.get(line)}" y="88" width="${width}" height="22" rx="3"/>`;
    lines.forEach((line, i) => {
      if (i && line !== lines[i - 1] + 1) out += `<text x="${place.get(line) - gap / 2}" y="86" text-anchor="middle">⋯</text>`;
    });
    for (const one of list) {
      if (!place.has(Math.floor(one.at / LINE))) continue;
      const from = x(one.at), cell = Math.max(1.5, Math.min(access.bytes / LINE * width, place.get(Math.floor(one.at / LINE)) + width - from) - .5);
      out += `<rect class="${one.later ? "later" : "cell"} ${store}" x="${from}" y="90" width="${cell}" height="18" rx="1"/>`;
      if (!one.later) {
        const to = from + cell / 2, top = itemX(one.item);
        out += `<path class="wire ${store}" d="M${top} 34C${top} 62 ${to} 60 ${to} 90"/>`;
      }
    }
    for (let i = 0; i < ITEMS; i++) {
      out += `<circle class="item-dot ${store}" cx="${itemX(i)}" cy="26" r="7"/><text class="mono" x="${itemX(i)}" y="12" text-anchor="middle">${i}</text>`;
    }
    const about = unknown ? "where neighbours are is not known: drawn at random"
      : symbolic ? `neighbours are ${Highlight.escape(symbolic)} bytes apart` : `${lines.length} cache line${lines.length === 1 ? "" : "s"} of ${LINE} bytes`;
    out += `<text x="${WIDTH / 2}" y="127" text-anchor="middle">${about}${list.some(one => one.later) ? " · pale: the next iteration" : ""}</text></svg>`;
    return out;
  }
  return { draw, efficiency };
})();
