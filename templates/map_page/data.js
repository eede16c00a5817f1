// What the page knows, unpacked; and the few helpers that all parts share.
"use strict";

const DATA = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

/** An element with attributes and children; text stays text, so no name of a place can become markup. */
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Letters without accents, in lower case: Épinal is found by "epinal". */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").replace(/[øØ]/g, "o").toLowerCase();

const RADIUS = 100 / Math.sqrt(3);
const COMPASS = ["E", "SE", "S", "SW", "W", "NW", "N", "NE"];

/** Six corners around (0, 0); corner i and i + 1 bound one side. */
function cornersOf(pointy) {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = ((pointy ? 30 : 0) + 60 * i) * Math.PI / 180;
    return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)];
  });
}

function openSheet(raw) {
  const sheet = {...raw, corners: cornersOf(raw.pointy)};
  sheet.hexes = raw.hexes.map(([number, x, y, q, r, place, facts], index) =>
    ({sheet, index, number, x, y, q, r, place, facts, sides: [], regions: [], notes: new Map()}));
  sheet.sides = raw.sides.map(([a, b, kind, name, evidence]) => ({a, b, kind, name, evidence}));
  for (const side of sheet.sides) {
    sheet.hexes[side.a].sides.push({...side, other: sheet.hexes[side.b]});
    sheet.hexes[side.b].sides.push({...side, other: sheet.hexes[side.a]});
  }
  sheet.regions = raw.regions.map(([name, kind, said, hexes]) => ({name, kind, said, hexes}));
  for (const region of sheet.regions) for (const index of region.hexes) sheet.hexes[index].regions.push(region);
  sheet.boxes = raw.boxes.map(([id, name, x, y, width, height]) => ({sheet, id, name, x, y, width, height}));
  sheet.cells = new Map();
  for (const hex of sheet.hexes) {
    const cell = `${Math.floor(hex.x / 100)},${Math.floor(hex.y / 100)}`;
    sheet.cells.has(cell) ? sheet.cells.get(cell).push(hex) : sheet.cells.set(cell, [hex]);
  }
  return sheet;
}

const SHEETS = DATA.sheets.map(openSheet);
const BY_NUMBER = new Map(SHEETS.flatMap((sheet) => sheet.hexes.map((hex) => [hex.number, hex])));
const BOXES = new Map(SHEETS.flatMap((sheet) => sheet.boxes.map((box) => [box.id, box])));

/** The hex at a point of the sheet, null beside the map. */
function hexAt(sheet, x, y) {
  const column = Math.floor(x / 100), row = Math.floor(y / 100);
  for (let i = column - 1; i <= column + 1; i++) {
    for (let j = row - 1; j <= row + 1; j++) {
      for (const hex of sheet.cells.get(`${i},${j}`) ?? []) if (inside(sheet, x - hex.x, y - hex.y)) return hex;
    }
  }
  return null;
}

/** Whether (dx, dy) from its centre is in a hex: within half a hex width along each of the three axes. */
function inside(sheet, dx, dy) {
  return [0, 60, 120].every((turn) => {
    const angle = (turn + (sheet.pointy ? 0 : 30)) * Math.PI / 180;
    return Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) <= 50.01;
  });
}

const boxAt = (sheet, x, y) =>
  sheet.boxes.find((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) ?? null;

function distance(a, b) {
  const q = a.q - b.q, r = a.r - b.r;
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

function direction(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI;
  return COMPASS[(Math.round(angle / 45) + 8) % 8];
}

/** A path of whole hexes. */
const outline = (sheet, hexes) =>
  hexes.map((hex) => `M${sheet.corners.map(([x, y]) => `${(hex.x + x).toFixed(1)} ${(hex.y + y).toFixed(1)}`).join("L")}Z`).join("");

/** A path of hexsides, from pairs of hex indexes: across the middle between the two centres. */
function sidePath(sheet, pairs) {
  return pairs.map(([i, j]) => {
    const a = sheet.hexes[i], b = sheet.hexes[j];
    const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, long = Math.hypot(b.x - a.x, b.y - a.y);
    const dx = -(b.y - a.y) / long * RADIUS / 2, dy = (b.x - a.x) / long * RADIUS / 2;
    return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  }).join("");
}

/** The drawing of a sheet as the address of a picture; unpacked when it is first shown. */
async function drawingOf(sheet) {
  if (!sheet.drawing) {
    const packed = Uint8Array.from(atob($(`drawing-${sheet.id}`).textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    sheet.drawing = URL.createObjectURL(new Blob([await new Response(stream).arrayBuffer()], {type: "image/svg+xml"}));
  }
  return sheet.drawing;
}
