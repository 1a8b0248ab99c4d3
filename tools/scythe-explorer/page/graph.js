"use strict";
// The commands of a run: each stands right of those that it came after.
const Graph = (() => {
  const W = 168, H = 50, GAP_X = 56, GAP_Y = 14;
  const time = ns => ns < 1e3 ? `${ns} ns` : ns < 1e6 ? `${(ns / 1e3).toFixed(1)} µs` : ns < 1e9 ? `${(ns / 1e6).toFixed(2)} ms` : `${(ns / 1e9).toFixed(2)} s`;
  const bytes = n => n < 1024 ? `${n} B` : n < 1048576 ? `${(n / 1024).toFixed(1)} KiB` : `${(n / 1048576).toFixed(1)} MiB`;
  function draw(graph) {
    const x = node => 8 + node.layer * (W + GAP_X), y = node => 8 + node.row * (H + GAP_Y);
    const width = Math.max(...graph.nodes.map(x)) + W + 8, height = Math.max(...graph.nodes.map(y)) + H + 8;
    let out = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Commands">`;
    out += `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:var(--faint);stroke:none"/></marker></defs>`;
    for (const [from, to] of graph.edges) {
      const a = graph.nodes[from], b = graph.nodes[to], x1 = x(a) + W, y1 = y(a) + H / 2, x2 = x(b) - 2, y2 = y(b) + H / 2, mid = (x1 + x2) / 2;
      out += `<path marker-end="url(#arrow)" d="M${x1} ${y1}C${mid} ${y1} ${mid} ${y2} ${x2} ${y2}"/>`;
    }
    graph.nodes.forEach((node, i) => {
      const kind = node.kind.split(" ")[0], name = node.name.length > 23 ? node.name.slice(0, 22) + "…" : node.name;
      const about = [node.name, `${node.kind} on ${node.device}`, `ran ${time(node.length_ns)}`, node.waited_ns === null ? "" : `began ${time(node.waited_ns)} after it was submitted`,
        node.bytes ? bytes(node.bytes) : "", ...(node.about || []).map(([key, value]) => `${key}: ${value}`)].filter(Boolean).join("\n");
      out += `<g class="node ${kind} ${node.well ? "" : "failed"}" data-i="${i}"><title>${Highlight.escape(about)}</title>`
        + `<rect x="${x(node)}" y="${y(node)}" width="${W}" height="${H}"/><text class="name" x="${x(node) + 10}" y="${y(node) + 20}">${Highlight.escape(name)}</text>`
        + `<text x="${x(node) + 10}" y="${y(node) + 38}">${node.kind} · ${node.device} · ${time(node.length_ns)}${node.bytes ? " · " + bytes(node.bytes) : ""}</text></g>`;
    });
    return out + "</svg>";
  }
  return { draw, time, bytes };
})();
