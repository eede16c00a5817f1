// Bringing the parts together: sheets, buttons, keys, the address.

let showing = 0;

function showSheet(sheet) {
  if (view.sheet === sheet) return;
  view.sheet = sheet;
  world.style.width = `${sheet.width}px`;
  world.style.height = `${sheet.height}px`;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const on = tab.dataset.sheet === sheet.id;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  chosen.hover = null;
  tip.hidden = true;
  fitView();
  applyView();
  listLayers();
  drawLayers();
  drawMarks();
  showCard();
  showDrawing(sheet);
}

async function showDrawing(sheet) {
  const turn = ++showing, picture = $("drawing");
  $("wait").hidden = false;
  try {
    const address = await drawingOf(sheet);
    if (turn !== showing) return;
    picture.src = address;
    picture.alt = `Map: ${sheet.name}`;
    await picture.decode();
    if (turn === showing) $("wait").hidden = true;
    document.body.dataset.ready = sheet.id;
  } catch (trouble) {
    $("wait").textContent = `This browser can not show the map (${trouble.message ?? trouble}). A browser of 2023 or later can.`;
  }
}

/** Pin a hex or box and bring it into view. */
function goTo(what) {
  showSheet(what.sheet);
  chosen.pins = [what];
  chosen.cursor = null;
  pinned(true);
  what.number ? centreOn(what.x, what.y) : centreOn(what.x + what.width / 2, what.y + what.height / 2);
}

/** `#2934` pins a hex, `#2934,3035` measures between two. Whether it named any hex of ours. */
function followAddress() {
  let wanted = "";
  try {
    wanted = decodeURIComponent(location.hash.slice(1));
  } catch {
    return false; // no address of ours
  }
  const hexes = wanted.split(",").slice(0, 2).map((number) => BY_NUMBER.get(number.trim().toUpperCase())).filter(Boolean);
  if (!hexes.length) return false;
  goTo(hexes[0]);
  if (hexes[1]) pin(hexes[1], true);
  return true;
}

const measuring = () => $("measure").getAttribute("aria-pressed") === "true";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));

function togglePanel() {
  const panel = $("panel");
  panel.hidden = !panel.hidden;
  press($("panel-button"), !panel.hidden);
}

/** From hex to hex by the keyboard: the neighbour that lies nearest in that direction. */
function step(dx, dy) {
  const from = chosen.cursor ?? chosen.pins.at(-1) ?? hexNearMiddle();
  if (!from?.number) return;
  let best = null, score = 0.3;
  for (const hex of view.sheet.hexes) {
    if (distance(hex, from) !== 1) continue;
    const along = ((hex.x - from.x) * dx + (hex.y - from.y) * dy) / 100;
    if (along > score + 0.01) [best, score] = [hex, along];
  }
  if (!best) return;
  chosen.pins = chosen.pins.length === 1 ? [] : chosen.pins;
  chosen.cursor = best;
  drawMarks();
  showCard();
  if (!inView(best)) centreOn(best.x, best.y, view.scale);
  $("said").textContent = brief(best);
}

function hexNearMiddle() {
  const x = (stage.clientWidth / 2 - view.x) / view.scale, y = (stage.clientHeight / 2 - view.y) / view.scale;
  const far = (hex) => Math.hypot(hex.x - x, hex.y - y);
  return view.sheet.hexes.reduce((a, b) => (far(b) < far(a) ? b : a));
}

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const KEYS = {
  "+": () => zoomMiddle(1.35), "=": () => zoomMiddle(1.35), "-": () => zoomMiddle(1 / 1.35), "0": fitView,
  m: () => press($("measure"), !measuring()), p: togglePanel, Escape: letGo, "/": () => field.select(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input[type=search]")) return;
  const onMap = event.target === stage || event.target === document.body;
  if (ARROWS[event.key] && onMap) {
    const [dx, dy] = ARROWS[event.key];
    event.shiftKey ? step(dx, dy) : moveBy(-dx * 90, -dy * 90);
  } else if (event.key === "Enter" && event.target === stage) {
    const what = chosen.cursor ?? chosen.hover;
    if (what) pin(what, measuring() || event.shiftKey);
  } else if (KEYS[event.key]) {
    KEYS[event.key]();
  } else {
    return;
  }
  event.preventDefault();
});

document.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  const tabs = [...document.querySelectorAll("[role=tab]")], by = event.key === "ArrowRight" ? 1 : tabs.length - 1;
  const next = tabs[(tabs.indexOf(event.target) + by) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
});

listen({
  hover: (place) => hover(hexAt(view.sheet, ...place.onSheet) ?? boxAt(view.sheet, ...place.onSheet), place),
  away: () => hover(null),
  tap: (place, event) => {
    const what = hexAt(view.sheet, ...place.onSheet) ?? boxAt(view.sheet, ...place.onSheet);
    if (what) pin(what, measuring() || event.shiftKey);
    stage.focus({preventScroll: true});
  },
});

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => (letGo(), showSheet(SHEETS.find((sheet) => sheet.id === tab.dataset.sheet))));
}
$("in").addEventListener("click", () => zoomMiddle(1.35));
$("out").addEventListener("click", () => zoomMiddle(1 / 1.35));
$("fit").addEventListener("click", fitView);
$("measure").addEventListener("click", KEYS.m);
$("panel-button").addEventListener("click", togglePanel);
$("scenario")?.addEventListener("change", (event) => showScenario(event.target.value));
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("correct-row").textContent);
    $("copied").textContent = "copied";
  } catch {
    getSelection().selectAllChildren($("correct-row"));
    $("copied").textContent = "marked: copy it with Ctrl+C";
  }
});
addEventListener("hashchange", followAddress);

for (const sheet of SHEETS) for (const layer of sheet.layers) if (layer.shown) shown.add(`${sheet.id} ${layer.id}`);
if (innerWidth <= 760) $("sources").open = false;
if (DATA.open.scenario) {
  scenario = DATA.scenarios.find((one) => one.id === DATA.open.scenario) ?? null;
  $("scenario").value = DATA.open.scenario;
}
if (!followAddress()) BY_NUMBER.has(DATA.open.hex) ? goTo(BY_NUMBER.get(DATA.open.hex)) : showSheet(SHEETS[0]);
