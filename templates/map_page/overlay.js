// Layers over the map: their drawing, their toggles, their legend; and the set-up of a scenario.

const overlay = $("overlay");
const shown = new Set(); // "sheet layer" keys
let scenario = null, patterns = 0;

/** The paint of a part: its colour, and lines or dots in dark ink, so that it is told apart without colour. */
function patternFor(where, colour, hatch, strength) {
  const key = `${colour} ${hatch} ${strength}`, there = [...where.querySelectorAll("pattern")].find((one) => one.dataset.paint === key);
  if (there) return `url(#${there.id})`;
  const id = `paint-${++patterns}`;
  const size = hatch === "dots" ? 20 : 22;
  const ground = svg("rect", {width: size, height: size, fill: colour, "fill-opacity": strength});
  const lines = {
    none: "", dots: "", slant: "M0 22L22 0M-2 2L2 -2M20 24L24 20", back: "M0 0L22 22M-2 20L2 24M20 -2L24 2",
    cross: "M0 22L22 0M0 0L22 22", level: "M0 6H22M0 17H22",
  }[hatch] ?? "";
  const ink = {stroke: "#16202a", "stroke-opacity": 0.62, "stroke-width": 2, fill: "none"};
  const drawn = hatch === "dots" ? svg("circle", {cx: 10, cy: 10, r: 3, fill: "#16202a", "fill-opacity": 0.62}) : svg("path", {d: lines, ...ink});
  const pattern = svg("pattern", {id, "data-paint": key, width: size, height: size, patternUnits: "userSpaceOnUse"}, ground, drawn);
  let defs = where.querySelector("defs");
  if (!defs) where.append(defs = svg("defs"));
  defs.append(pattern);
  return `url(#${id})`;
}

function drawLayers() {
  const sheet = view.sheet;
  overlay.replaceChildren();
  overlay.setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
  for (const hex of sheet.hexes) hex.notes.clear();
  for (const layer of sheet.layers) {
    if (!shown.has(`${sheet.id} ${layer.id}`)) continue;
    const group = svg("g", {"data-layer": layer.id});
    const whole = layer.group === DATA.groups[0];
    for (const part of layer.parts) {
      const entries = part.hexes.map((entry) => Array.isArray(entry) ? entry : [entry, "", ""]);
      const hexes = entries.map(([index]) => sheet.hexes[index]);
      const fill = patternFor(overlay, part.colour, part.hatch, layer.id === "terrain" ? 0.66 : 0.45);
      if (hexes.length) group.append(svg("path", {d: outline(sheet, hexes), fill, stroke: "#16202a", "stroke-opacity": whole ? 0.25 : 0.8, "stroke-width": whole ? 1 : 2.5}));
      if (part.sides.length) {
        const d = sidePath(sheet, part.sides);
        group.append(svg("path", {d, stroke: "#16202a", "stroke-width": 11, "stroke-linecap": "round"}));
        group.append(svg("path", {d, stroke: part.colour, "stroke-width": 8, "stroke-linecap": "butt", "stroke-dasharray": DASHES[part.hatch] ?? ""}));
      }
      for (const [index, label, note] of entries) {
        const hex = sheet.hexes[index];
        if (label) group.append(label_(hex.x, hex.y + 14, label));
        hex.notes.set(layer.id, [layer.name === part.name ? layer.name : `${layer.name}: ${part.name}`, label, note]);
      }
    }
    if (layer.front.length) {
      const d = sidePath(sheet, layer.front);
      group.append(svg("path", {d, stroke: "#fff", "stroke-width": 20, "stroke-linecap": "round"}));
      group.append(svg("path", {d, stroke: "#111", "stroke-width": 12, "stroke-linecap": "round"}));
    }
    overlay.append(group);
  }
  drawScenario();
  writeKey();
}

/** The legend of what is shown, for the printed page. */
function writeKey() {
  const on = view.sheet.layers.filter((layer) => shown.has(`${view.sheet.id} ${layer.id}`));
  $("key").replaceChildren(...on.map((layer) => el("div", {}, el("b", {}, layer.name), legend(layer))));
  if (scenario) $("key").prepend(el("p", {}, el("b", {}, `Set-up: ${scenario.name}`)));
}

const TALLEST = 6; // of a stack: more would only bury the hexes behind it

const DASHES = {dots: "7 5", slant: "20 5", cross: "12 5", level: "12 12", back: "20 5"};

const label_ = (x, y, text) => svg("text", {
  x, y, "text-anchor": "middle", "font-size": 40, "font-weight": 700, "font-family": "system-ui, sans-serif",
  fill: "#10151a", stroke: "#fff", "stroke-width": 8, "paint-order": "stroke", "stroke-linejoin": "round",
}, text);

/** What stands at a place in the chosen set-up, bottom first. */
const piecesAt = (id) => (scenario ? scenario.pieces.filter(([place]) => place === id) : []);

function drawScenario() {
  if (!scenario) return;
  const sheet = view.sheet, stacks = new Map(), group = svg("g", {"data-layer": "set-up"});
  for (const piece of scenario.pieces) stacks.has(piece[0]) ? stacks.get(piece[0]).push(piece) : stacks.set(piece[0], [piece]);
  const area = new Set(scenario.area), outside = area.size ? sheet.hexes.filter((hex) => !area.has(hex.number)) : [];
  if (outside.length && outside.length < sheet.hexes.length) group.append(svg("path", {d: outline(sheet, outside), fill: "#f4f1e8", "fill-opacity": 0.6}));
  for (const [place, pieces] of stacks) {
    const hex = BY_NUMBER.get(place), box = BOXES.get(place);
    const home = hex ?? box;
    if (!home || home.sheet !== sheet) continue;
    const [x, y] = hex ? [hex.x, hex.y] : [box.x + box.width / 2, box.y + box.height / 2];
    pieces.slice(-TALLEST).forEach(([, picture], height) => group.append(svg("image", {
      href: DATA.pictures[picture], x: x - 37.5 + 6 * height, y: y - 37.5 - 6 * height, width: 75, height: 75,
    })));
    if (pieces.length > 2) {
      group.append(svg("circle", {cx: x + 42, cy: y + 36, r: 15, fill: "#10151a", stroke: "#fff", "stroke-width": 2}));
      const count = svg("text", {x: x + 42, y: y + 43, "text-anchor": "middle", "font-size": 20, "font-weight": 700, fill: "#fff", "font-family": "system-ui, sans-serif"}, String(pieces.length));
      group.append(count);
    }
  }
  overlay.append(group);
}

const swatch = (part) => {
  const picture = svg("svg", {viewBox: "0 0 60 36", "aria-hidden": "true"});
  picture.append(svg("rect", {width: 60, height: 36, fill: patternFor(picture, part.colour, part.hatch, 0.6)}));
  return picture;
};

const legend = (layer) => el("ul", {class: "legend"}, ...layer.parts.map((part) =>
  el("li", {}, swatch(part), `${part.name} (${part.hexes.length || part.sides.length})`)));

/** The list of toggles of the sheet in view; whole-map layers exclude each other. */
function listLayers() {
  const sheet = view.sheet, groups = new Map();
  for (const layer of sheet.layers) groups.has(layer.group) ? groups.get(layer.group).push(layer) : groups.set(layer.group, [layer]);
  const known = DATA.groups.filter((name) => groups.has(name));
  const order = [...[...groups.keys()].filter((name) => !known.includes(name)), ...known];
  $("layers").replaceChildren(...order.map((name) => {
    const open = name === DATA.groups[0] || !known.includes(name) || groups.get(name).some((l) => shown.has(`${sheet.id} ${l.id}`));
    return el("details", {open}, el("summary", {}, `${name} (${groups.get(name).length})`), ...groups.get(name).flatMap((layer) => toggle(sheet, layer)));
  }));
}

function toggle(sheet, layer) {
  const key = `${sheet.id} ${layer.id}`, on = shown.has(key);
  const box = el("input", {type: "checkbox", "data-layer": layer.id, checked: on});
  box.addEventListener("change", () => showLayer(layer, box.checked));
  const single = layer.parts.length === 1 && layer.group !== DATA.groups[0];
  const parts = [el("label", {}, box, single ? swatch(layer.parts[0]) : null, el("span", {}, layer.name))];
  if (on) {
    if (layer.note) parts.push(el("p", {class: "note"}, layer.note));
    if (!single) parts.push(legend(layer));
  }
  return parts;
}

function showLayer(layer, on) {
  const sheet = view.sheet;
  if (on && layer.group === DATA.groups[0]) {
    for (const other of sheet.layers) if (other.group === layer.group) shown.delete(`${sheet.id} ${other.id}`);
  }
  on ? shown.add(`${sheet.id} ${layer.id}`) : shown.delete(`${sheet.id} ${layer.id}`);
  drawLayers();
  listLayers();
  document.querySelector(`#layers input[data-layer="${CSS.escape(layer.id)}"]`)?.focus();
  showCard();
  changed();
}

function showScenario(id) {
  scenario = DATA.scenarios.find((one) => one.id === id) ?? null;
  drawLayers();
  showCard();
  changed();
}
