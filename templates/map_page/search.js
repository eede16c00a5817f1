// Finding hexes by number, place, river, area or box, with a list that follows the typing.

const field = $("search"), found = $("found");

function searchIndex() {
  const entries = [];
  for (const sheet of SHEETS) {
    for (const hex of sheet.hexes) {
      if (hex.place) entries.push({text: hex.place, about: hex.number, go: [hex]});
    }
    for (const region of sheet.regions) {
      const hexes = region.hexes.map((index) => sheet.hexes[index]);
      if (hexes.length) entries.push({text: region.name, about: `${region.kind}, ${hexes.length} hexes`, go: hexes, area: true});
    }
    const lines = new Map();
    for (const side of sheet.sides) {
      if (!side.name) continue;
      const key = `${side.kind} ${side.name}`;
      if (!lines.has(key)) lines.set(key, {text: side.name, about: side.kind.toLowerCase(), go: [], area: true});
      lines.get(key).go.push(sheet.hexes[side.a]);
    }
    entries.push(...lines.values());
    for (const box of sheet.boxes) entries.push({text: box.name, about: "box", go: [box]});
  }
  for (const entry of entries) entry.key = plain(entry.text);
  return entries;
}

const INDEX = searchIndex();
let results = [], selected = -1;

/** Numbers first, then names that begin so, then names with a word that begins so, then names that hold it. */
function search(text) {
  const wanted = plain(text.trim());
  if (!wanted) return [];
  const ranked = [];
  if (/^[a-z]?\d{2,4}$/.test(wanted)) {
    for (const [number, hex] of BY_NUMBER) {
      const key = number.toLowerCase();
      const rank = key === wanted ? -2 : key.startsWith(wanted) || key.replace(/^\D+/, "").startsWith(wanted) ? -1 : 9;
      if (rank < 0) ranked.push([rank, {text: number, about: hex.place || fact(hex, "terrain"), go: [hex]}]);
    }
  }
  for (const entry of INDEX) {
    const at = entry.key.indexOf(wanted);
    if (at >= 0) ranked.push([at === 0 ? (entry.key === wanted ? 0 : 1) : /\W/.test(entry.key[at - 1]) ? 2 : 3, entry]);
  }
  return ranked.sort((a, b) => a[0] - b[0]).slice(0, 12).map(([, entry]) => entry);
}

function showFound() {
  results = search(field.value);
  selected = results.length ? 0 : -1;
  found.replaceChildren(...results.map((entry, i) => {
    const sheet = SHEETS.length > 1 ? `, ${entry.go[0].sheet.name}` : "";
    const row = el("li", {role: "option", id: `found-${i}`}, entry.text, el("span", {}, entry.about + sheet));
    row.addEventListener("pointerdown", (event) => (event.preventDefault(), take(entry)));
    return row;
  }));
  if (!results.length && field.value.trim()) found.append(el("li", {}, "Nothing of that name"));
  found.hidden = !field.value.trim();
  field.setAttribute("aria-expanded", String(!found.hidden));
  markSelected();
}

function markSelected() {
  [...found.children].forEach((row, i) => row.setAttribute("aria-selected", String(i === selected)));
  selected >= 0 ? field.setAttribute("aria-activedescendant", `found-${selected}`) : field.removeAttribute("aria-activedescendant");
  found.children[selected]?.scrollIntoView({block: "nearest"});
}

/** Go to what was found: a hex is pinned, an area or river is brought into view with its hexes marked. */
function take(entry) {
  field.value = entry.text;
  closeFound();
  const [first] = entry.go;
  showSheet(first.sheet);
  if (!entry.area) {
    goTo(first);
  } else {
    const xs = entry.go.map((hex) => hex.x), ys = entry.go.map((hex) => hex.y);
    const wide = Math.max(...xs) - Math.min(...xs) + 300, high = Math.max(...ys) - Math.min(...ys) + 300;
    chosen.pins = [];
    pinned();
    marks.append(svg("path", {class: "found", d: outline(first.sheet, entry.go), fill: "#c2185b", "fill-opacity": 0.15, stroke: "#c2185b"}));
    centreOn((Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2,
      Math.min(1.2, stage.clientWidth / wide, stage.clientHeight / high));
    $("said").textContent = `${entry.text}: ${entry.go.length} hexes`;
  }
  stage.focus({preventScroll: true});
}

function closeFound() {
  found.hidden = true;
  field.setAttribute("aria-expanded", "false");
}

field.addEventListener("input", showFound);
field.addEventListener("focus", () => field.value && showFound());
field.addEventListener("blur", closeFound);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (results.length) selected = (selected + (event.key === "ArrowDown" ? 1 : results.length - 1)) % results.length;
    markSelected();
  } else if (event.key === "Enter" && results[selected]) {
    event.preventDefault();
    take(results[selected]);
  } else if (event.key === "Escape") {
    field.value = "";
    closeFound();
    stage.focus({preventScroll: true});
  }
  event.stopPropagation();
});
