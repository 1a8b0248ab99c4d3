// Uses the page as a person would, and says what came of it. It stands behind the page's own scripts.
(async () => {
  const said = [];
  const check = (name, holds) => said.push(`${holds ? "ok" : "WRONG"} ${name}`);
  const $ = selector => document.querySelector(selector);
  const all = selector => [...document.querySelectorAll(selector)];
  const settle = () => new Promise(done => setTimeout(done, 60));
  const key = (name, more = {}) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
  const click = async element => { element.dispatchEvent(new MouseEvent("click", { bubbles: true })); await settle(); };
  const hash = () => new URLSearchParams(location.hash.slice(1));
  const title = () => $("#stage-title").textContent;
  try {
    check("the page is ready", document.documentElement.dataset.ready === "yes");
    check("there are lines of the source", all("#source .row").length > 50);
    check("the source has colours", $("#source .keyword") && $("#source .comment") && $("#source .string"));
    check("the first target is the processor", $("#targets [aria-selected=true]").textContent.startsWith("cpu"));
    check("the last stage is shown", title() === "assembly" && $("#code .row .keyword"));
    check("only lines that can be seen are in the document", all("#code .row").length < 200 && $("#code .lines").offsetHeight > 3000);

    // Lines that belong together.
    const line = all("#source .row").find(row => row.textContent.includes("out[column][row]"));
    line.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    await settle();
    check("a line under the mouse is marked", line.classList.contains("hot"));
    await click(line);
    check("a line that was clicked is held, here and there", line.classList.contains("held") && all("#code .row.held").length > 0);
    check("the address names the line", hash().get("line") === line.dataset.line);
    check("the overview has marks", all("#overview i.held").length > 0);
    let there = null;
    for (let top = 0; !there && top < $("#code .lines").offsetHeight; top += 400) {
      $("#code").scrollTop = top;
      // A browser without a window may draw no frame, which is what scrolling waits for.
      $("#code").dispatchEvent(new Event("scroll"));
      await settle();
      there = $("#code .row[data-p]:not(.held)");
    }
    await click(there);
    check("a line of code leads to the source", $("#source .row.held")?.dataset.p === there.dataset.p && !(line.isConnected && line.classList.contains("held")));
    key("Escape");
    await settle();
    check("Escape lets go", !$("#source .row.held") && !hash().has("line"));

    // Remarks at their lines.
    check("remarks stand below their lines", all("#source .remark").length > 3 && $("#source .remark.advice"));
    key("r");
    check("remarks can be hidden", getComputedStyle($("#source .remark")).display === "none");
    key("r");

    // Stages and passes.
    key("k");
    await settle();
    check("k goes to the stage before", title() === "before code generation");
    key("j");
    await settle();
    check("j goes on", title() === "assembly");
    key("ArrowUp");
    await settle();
    check("arrows do the same", title() === "before code generation");
    const pass = all("#stages li").find(item => item.textContent.startsWith("work-item-loops"));
    await click(pass);
    key("d");
    await settle();
    check("d shows what a pass changed", $("#code .row.added") && hash().get("changes") === "1");
    const fold = $("#code .row.fold"), before = $("#code .lines").offsetHeight;
    if (fold) await click(fold);
    check("lines that did not change can be opened", !fold || $("#code .lines").offsetHeight > before);
    const same = $("#stages li.same");
    await click(same);
    check("a pass that changed nothing says so", $("#stage-about").textContent === "changed nothing" && $("#code .row"));
    key("d");
    key("]");
    await settle();
    check("] goes to the next target", !$("#targets [aria-selected=true]").textContent.startsWith("cpu"));
    key("[");
    await settle();

    // One kernel.
    $("#kernel").value = "1";
    $("#kernel").dispatchEvent(new Event("change"));
    await settle();
    const shown = () => $("#code").textContent;
    check("one kernel's code is shown", shown().includes("Transpose") && !shown().includes("Reverse"));
    check("the address names the kernel", hash().get("kernel") === "1");
    $("#kernel").value = "-1";
    $("#kernel").dispatchEvent(new Event("change"));

    // Search.
    const prevented = !key("f", { ctrlKey: true });
    check("Ctrl F is the page's own search", prevented && document.activeElement === $("#search"));
    $("#search").value = "VMOV";
    $("#search").dispatchEvent(new Event("input"));
    await settle();
    const count = $("#found").textContent;
    $("#search").value = "ret";
    $("#search").dispatchEvent(new Event("input"));
    await settle();
    check("matches are counted and marked", /^1 of \d+$/.test($("#found").textContent) && $("#code mark") && count);
    check("the match is in sight", $("#code .row.now"));
    $("#search").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    check("Enter goes on", $("#found").textContent.startsWith("2 of") || $("#found").textContent === "1 of 1");
    $("#search").value = "sycl::group_barrier";
    $("#search").dispatchEvent(new Event("input"));
    await settle();
    check("the source is searched, too", all("#source mark").map(mark => mark.textContent).join("") === "sycl::group_barrier");
    $("#search").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await settle();
    check("Escape ends the search", !$("mark") && !hash().has("search"));
    $("#search").blur();

    // Facts.
    key("2");
    check("accesses are drawn", all("#inspector svg.picture").length > 4 && all("#inspector svg .wire").length > 60);
    key("3");
    check("arguments are a table", all("#inspector table tbody tr").length > 8);
    key("4");
    check("facts of the host are there", $("#inspector").textContent.includes("work-group size {8, 16}"));
    key("5");
    check("commands are drawn", all("#inspector .node").length >= 5 && all("#inspector .graph path[marker-end]").length >= 2);
    await click(all("#inspector .node.kernel")[0]);
    check("a command leads to its kernel", +$("#kernel").value >= 0 && $("#source .row.held"));

    // Dark and light.
    const theme = () => getComputedStyle(document.body).backgroundColor;
    const first = theme();
    key("t");
    const second = theme();
    key("t");
    check("t changes between dark and light", first !== second && theme() === first);

    // Addresses.
    location.hash = "#target=cpu%3Anative&stage=0&tab=about&kernel=0";
    await settle();
    await settle();
    check("an address brings its state back", title() === "clang's device code" && $("#kernel").value === "0" && $("#inspector").textContent.includes("This page"));
    location.hash = "#target=nowhere&stage=999&tab=nothing&kernel=77&line=x";
    await settle();
    await settle();
    check("an address that makes no sense does no harm", title() === "assembly" && $("#kernel").value === "-1");

    key("?");
    check("? explains the keys", $("#keys").open);
    $("#keys").close();
  } catch (error) {
    said.push(`WRONG ${error.stack}`);
  }
  const result = document.createElement("pre");
  result.id = "tried";
  result.textContent = said.join("\n");
  document.body.append(result);
})();
