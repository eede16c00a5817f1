// The counters of a game: those that come into view are drawn, the others wait.
"use strict";

const $ = (id) => document.getElementById(id);
const table = $("table"), card = $("card");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();
const state = {turned: false, open: null, shown: []};
let DATA = null;

/** An element with attributes and children; text stays text, so no name of a unit can become markup. */
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

async function unpack() {
  const bytes = Uint8Array.from(atob($("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

const addresses = new Map();

/** The address of a drawing, made when first asked for; as a picture it runs nothing and has our letters inside. */
function addressOf(number) {
  if (!addresses.has(number)) {
    const face = DATA.faces[number];
    const end = face.indexOf(">", face.indexOf("<svg")) + 1;
    addresses.set(number, face.startsWith("data:") ? face : URL.createObjectURL(new Blob(
      [face.slice(0, end), "<style>", DATA.letters, "</style>", face.slice(end)], {type: "image/svg+xml"})));
  }
  return addresses.get(number);
}

const seen = new IntersectionObserver((entries) => {
  for (const {isIntersecting, target} of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    draw(target.piece);
  }
}, {root: table, rootMargin: "300px"});

function draw(piece) {
  const [caption, number] = piece.faces[piece.at];
  piece.button.title = `${piece.name}: ${caption}`;
  piece.button.setAttribute("aria-label", `${piece.name}, ${piece.nation}, ${piece.type}, ${caption}`);
  piece.button.replaceChildren(el("img", {src: addressOf(number), alt: "", draggable: "false"}));
}

/** The next face: of most counters the back, of those with many steps one step less. */
function turnOver(piece) {
  piece.at = (piece.at + 1) % piece.faces.length;
  draw(piece);
}

function prepare(piece) {
  piece.at = 0;
  piece.words = plain([piece.id, piece.label, piece.name, piece.nation, piece.type,
    ...piece.facts.map(([, said]) => said)].join(" "));
  piece.button = el("button", {type: "button", class: "piece", "aria-label": piece.name, title: piece.name});
  piece.button.piece = piece;
  piece.button.addEventListener("click", () => {
    if (state.open === piece) turnOver(piece);
    show(piece);
  });
}

function wanted() {
  const words = plain($("search").value).split(/\s+/).filter(Boolean);
  const nation = $("nation").value, type = $("type").value;
  return DATA.pieces.filter((piece) => (!nation || piece.nation === nation) && (!type || piece.type === type) &&
    words.every((word) => piece.words.includes(word)));
}

/** Nation by nation, in each type by type, as the sources have them; markers come last. */
function layOut() {
  seen.disconnect();
  state.shown = wanted();
  const groups = new Map();
  for (const piece of state.shown) {
    const name = piece.type === "marker" ? "Markers" : piece.nation;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(piece);
  }
  const sections = [...groups].map(([name, pieces]) => el("section", {},
    el("h2", {}, `${name} `, el("span", {}, String(pieces.length))),
    el("div", {class: "rows"}, ...byType(pieces).map((piece) => piece.button))));
  table.replaceChildren(...(sections.length ? sections : [el("p", {id: "wait"}, "No counter is so called.")]));
  for (const piece of state.shown) seen.observe(piece.button);
  $("count").textContent = `${state.shown.length} of ${DATA.pieces.length}`;
}

function byType(pieces) {
  const order = new Map();
  for (const piece of pieces) if (!order.has(piece.type)) order.set(piece.type, order.size);
  return [...pieces].sort((a, b) => order.get(a.type) - order.get(b.type));
}

function show(piece) {
  state.open?.button.removeAttribute("aria-current");
  state.open = piece;
  card.hidden = !piece;
  history.replaceState(null, "", piece ? `#${encodeURIComponent(piece.id)}` : location.pathname + location.search);
  if (!piece) return;
  piece.button.setAttribute("aria-current", "true");
  const close = el("button", {type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)"}, "×");
  close.addEventListener("click", () => show(null));
  card.replaceChildren(close, el("h3", {}, piece.name), el("p", {}, piece.id),
    el("div", {class: "faces"}, ...piece.faces.map(([caption, number]) =>
      el("figure", {}, el("img", {src: addressOf(number), alt: `${piece.name}: ${caption}`}), el("figcaption", {}, caption)))),
    el("dl", {}, ...piece.facts.flatMap(([what, said]) => [el("dt", {}, what), el("dd", {}, said)]),
      ...(piece.row ? [el("dt", {}, "Source"), el("dd", {}, piece.row)] : [])));
  card.scrollTop = 0;
}

/** All fronts, or all of what lies behind them. */
function turnAll() {
  state.turned = !state.turned;
  $("turn").setAttribute("aria-pressed", String(state.turned));
  for (const piece of DATA.pieces) {
    piece.at = state.turned ? Math.min(piece.back, piece.faces.length - 1) : 0;
    if (piece.button.firstChild) draw(piece);
  }
}

function toggleGrey() {
  const on = document.body.classList.toggle("grey");
  $("grey").setAttribute("aria-pressed", String(on));
}

function fillChoices() {
  for (const [id, field] of [["nation", "nation"], ["type", "type"]]) {
    const counts = new Map();
    for (const piece of DATA.pieces) counts.set(piece[field], (counts.get(piece[field]) ?? 0) + 1);
    for (const [name, count] of counts) $(id).append(el("option", {value: name}, `${name} (${count})`));
  }
}

const KEYS = {"/": () => $("search").focus(), b: turnAll, g: toggleGrey};

async function start() {
  try {
    DATA = await unpack();
  } catch (trouble) {
    $("wait").textContent = `This browser can not show the counters (${trouble.message ?? trouble}). A browser of 2023 or later can.`;
    return;
  }
  DATA.pieces.forEach(prepare);
  fillChoices();
  layOut();
  for (const id of ["search", "nation", "type"]) $(id).addEventListener("input", layOut);
  $("size").addEventListener("input", () => document.documentElement.style.setProperty("--size", `${$("size").value}px`));
  $("turn").addEventListener("click", turnAll);
  $("grey").addEventListener("click", toggleGrey);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return event.target === $("search") ? event.target.blur() : show(null);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    if (KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
  });
  const asked = DATA.pieces.find((piece) => `#${encodeURIComponent(piece.id)}` === location.hash);
  if (asked) { show(asked); asked.button.scrollIntoView({block: "center"}); }
  document.body.dataset.ready = "yes";
}

start();
