// The card of a hex or box; the hexes under the pointer and pinned; the distance between two.

const marks = $("marks"), tip = $("tip");
const chosen = {hover: null, cursor: null, pins: []};

function evidenceLine(number) {
  if (number < 0) return null;
  const [tag, rule, note] = DATA.evidence[number];
  const [, colour, hatch] = DATA.words[tag] ?? ["", "#009e73", "none"];
  const text = [tag + (rule ? `, rule ${rule}` : ""), note].filter(Boolean).join("; ");
  return el("span", {class: "ev"}, dot(colour, hatch !== "none"), text);
}

function dot(colour, open) {
  const made = el("span", {class: open ? "dot open" : "dot", "aria-hidden": "true"});
  made.style.background = colour;
  return made;
}

function pieceList(id) {
  const pieces = piecesAt(id);
  if (!pieces.length) return [];
  return [
    el("h3", {}, `Set-up: ${scenario.name}`),
    el("div", {class: "pieces"}, ...pieces.map(([, picture, text]) => el("img", {src: DATA.pictures[picture], alt: text, title: text}))),
    el("ul", {}, ...pieces.map(([, , text, evidence]) => el("li", {}, text, evidenceLine(evidence)))),
  ];
}

function hexCard(hex) {
  const parts = [el("h2", {}, el("span", {class: "number"}, hex.number), el("span", {class: "place"}, hex.place))];
  const facts = hex.facts.filter(([what]) => what !== "name" || hex.facts.length > 1);
  parts.push(el("table", {}, ...facts.map(([what, value, evidence]) =>
    el("tr", {}, el("th", {scope: "row"}, what), el("td", {}, el("b", {}, value), evidenceLine(evidence))))));
  for (const [name, label, note] of hex.notes.values()) {
    if (label || note) parts.push(el("p", {}, el("b", {}, `${name}${label ? `: ${label}` : ""}`), note ? ` ${note}` : ""));
  }
  const holder = scenario?.control[hex.number];
  if (holder) parts.push(el("p", {}, `At the start of ${scenario.name} held by: `, el("b", {}, holder)));
  parts.push(...pieceList(hex.number));
  if (hex.sides.length) {
    const sides = [...hex.sides].sort((a, b) => COMPASS.indexOf(direction(hex, a.other)) - COMPASS.indexOf(direction(hex, b.other)));
    parts.push(el("h3", {}, "Hexsides"), el("table", {}, ...sides.map((side) => el("tr", {},
      el("th", {scope: "row"}, `${direction(hex, side.other)}, ${side.other.number}`),
      el("td", {}, el("b", {}, side.kind), side.name ? ` ${side.name}` : "", evidenceLine(side.evidence))))));
  }
  if (hex.regions.length) {
    parts.push(el("h3", {}, "Part of"), el("ul", {}, ...hex.regions.map((region) =>
      el("li", {}, region.name, el("span", {class: "ev"}, region.said)))));
  }
  return parts;
}

function boxCard(box) {
  return [el("h2", {}, el("span", {class: "place"}, box.name)), el("p", {class: "hint"}, "Box"), ...pieceList(box.id)];
}

const hint = () => [el("p", {class: "hint"}, "Point at a hex to see what is known of it, and from where. Click or tap to pin it.")];

function showCard() {
  const [first, second] = chosen.pins;
  const what = second ?? first ?? chosen.cursor ?? chosen.hover;
  const parts = what ? (what.number ? hexCard(what) : boxCard(what)) : hint();
  if (second) {
    parts.unshift(el("p", {id: "distance"}, el("b", {}, `${first.number} to ${second.number}: ${distance(first, second)} hexes`)));
  }
  $("card").replaceChildren(...parts);
  const hex = what?.number ? what : null;
  $("correct-file").textContent = view.sheet.file;
  const columns = view.sheet.columns, row = hex ? [hex.number, ...view.sheet.rows[hex.index]] : columns.map((name) => (name === "hex" ? "number" : "…"));
  $("correct-row").textContent = `${columns.join(",")}\n${row.map(csvCell).join(",")}`;
}

const csvCell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines of the same width on the screen at every scale. */
function marksWidth() {
  marks.style.setProperty("stroke-width", Math.max(5, 3.2 / view.scale));
  for (const line of marks.querySelectorAll(".measure")) line.style.strokeWidth = Math.max(6, 4 / view.scale);
}

function shapeOf(what) {
  return what.number ? outline(what.sheet, [what]) : `M${what.x} ${what.y}h${what.width}v${what.height}h${-what.width}Z`;
}

function drawMarks(flash = false) {
  const here = (what) => what && what.sheet === view.sheet;
  marks.replaceChildren();
  marks.setAttribute("viewBox", `0 0 ${view.sheet.width} ${view.sheet.height}`);
  const [first, second] = chosen.pins;
  if (here(chosen.hover)) marks.append(svg("path", {class: "hover", d: shapeOf(chosen.hover), fill: "#fff", "fill-opacity": 0.18, stroke: "#10151a"}));
  if (here(chosen.cursor)) marks.append(svg("path", {class: "cursor", d: shapeOf(chosen.cursor), fill: "none", stroke: "#1a73e8"}));
  if (here(first) && here(second)) {
    const ends = {x1: first.x, y1: first.y, x2: second.x, y2: second.y, class: "measure"};
    marks.append(svg("line", {...ends, stroke: "#c2185b", "stroke-dasharray": "18 12"}));
    marks.append(label_((first.x + second.x) / 2, (first.y + second.y) / 2, String(distance(first, second))));
  }
  for (const pin of chosen.pins) {
    if (here(pin)) marks.append(svg("path", {class: flash ? "pin found" : "pin", d: shapeOf(pin), fill: "#c2185b", "fill-opacity": 0.12, stroke: "#c2185b"}));
  }
  marksWidth();
}

function hover(what, place) {
  const other = what !== chosen.hover;
  chosen.hover = what;
  if (other) {
    drawMarks();
    if (!chosen.pins.length && !chosen.cursor) showCard();
  }
  tip.hidden = !what;
  if (!what) return;
  if (other) tip.textContent = what.number ? brief(what) : what.name;
  const x = place.x + 18 + tip.offsetWidth > stage.clientWidth ? place.x - 14 - tip.offsetWidth : place.x + 18;
  tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(Math.min(place.y + 18, stage.clientHeight - tip.offsetHeight - 4))}px)`;
}

const fact = (hex, name) => hex.facts.find(([what]) => what === name)?.[1] ?? "";
const brief = (hex) => [hex.number, hex.place, fact(hex, "terrain")].filter(Boolean).join(" · ");

/** Pin a hex; `second`: as the other end of a measurement. */
function pin(hex, second = false) {
  const [first] = chosen.pins;
  chosen.cursor = null;
  if (second && first?.number && hex.number && first !== hex && first.sheet === hex.sheet) chosen.pins = [first, hex];
  else chosen.pins = first === hex && chosen.pins.length === 1 ? [] : [hex];
  pinned();
}

function pinned(flash = false) {
  drawMarks(flash);
  showCard();
  const numbers = chosen.pins.map((one) => one.number).filter(Boolean);
  const wanted = numbers.length ? `#${numbers.join(",")}` : "";
  if (location.hash !== wanted) history.replaceState(null, "", wanted || location.pathname + location.search);
  const last = chosen.pins.at(-1);
  if (last) $("said").textContent = numbers.length === 2 ? $("distance").textContent : `${last.number ? brief(last) : last.name} pinned`;
}

function letGo() {
  chosen.pins = [];
  chosen.cursor = null;
  pinned();
}
