// Where one looks: moving, zooming, fitting; pointers, wheel and fingers.

const view = {sheet: null, x: 0, y: 0, scale: 1, least: 0.1, most: 5};
const stage = $("stage"), world = $("world");
let settling = 0, frame = 0;

function applyView() {
  frame = 0;
  world.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
}

/** Ask for one repaint in the next frame, and for a sharp one when the view has come to rest. */
function changed() {
  frame ||= requestAnimationFrame(applyView);
  clearTimeout(settling);
  settling = setTimeout(settle, 160);
}

/** A layer that moves is kept as pixels; let go of it for a frame, and it is drawn anew at this scale. */
function settle() {
  marksWidth();
  world.classList.add("still");
  requestAnimationFrame(() => requestAnimationFrame(() => world.classList.remove("still")));
}

/** Some of the map stays in sight. */
function keepInSight() {
  const keep = 80, wide = view.sheet.width * view.scale, high = view.sheet.height * view.scale;
  view.x = Math.min(stage.clientWidth - keep, Math.max(keep - wide, view.x));
  view.y = Math.min(stage.clientHeight - keep, Math.max(keep - high, view.y));
}

function moveBy(dx, dy) {
  view.x += dx;
  view.y += dy;
  keepInSight();
  changed();
}

/** Zoom so that the point (x, y) of the stage stays where it is. */
function zoomAt(x, y, factor) {
  const scale = Math.min(view.most, Math.max(view.least, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  keepInSight();
  changed();
}

const zoomMiddle = (factor) => zoomAt(stage.clientWidth / 2, stage.clientHeight / 2, factor);

function fitScale() {
  return Math.min(stage.clientWidth / view.sheet.width, stage.clientHeight / view.sheet.height) * 0.98;
}

function fitView() {
  view.scale = fitScale();
  view.least = view.scale * 0.7;
  view.x = (stage.clientWidth - view.sheet.width * view.scale) / 2;
  view.y = (stage.clientHeight - view.sheet.height * view.scale) / 2;
  changed();
}

/** Bring a point of the sheet to the middle, near enough to read. */
function centreOn(x, y, scale = Math.max(view.scale, 0.8)) {
  view.scale = Math.min(scale, view.most);
  view.x = stage.clientWidth / 2 - x * view.scale;
  view.y = stage.clientHeight / 2 - y * view.scale;
  changed();
}

function inView(hex) {
  const x = view.x + hex.x * view.scale, y = view.y + hex.y * view.scale;
  return x > 60 && y > 60 && x < stage.clientWidth - 60 && y < stage.clientHeight - 60;
}

/** A pointer's place on the stage and on the sheet. */
function placeOf(event) {
  const edge = stage.getBoundingClientRect();
  const x = event.clientX - edge.left, y = event.clientY - edge.top;
  return {x, y, onSheet: [(x - view.x) / view.scale, (y - view.y) / view.scale]};
}

/** `on` is told of hover(place), away() and tap(place, event). */
function listen(on) {
  const down = new Map();
  let travelled = 0;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    stage.setPointerCapture(event.pointerId);
    if (!down.size) travelled = 0;
    down.set(event.pointerId, placeOf(event));
    if (down.size > 1) travelled = 99; // two fingers are no tap
  });
  stage.addEventListener("pointermove", (event) => {
    const now = placeOf(event), before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") on.hover(now);
      return;
    }
    const others = [...down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    down.set(event.pointerId, now);
    if (travelled < 5) return; // an unsteady finger does not move the map
    stage.classList.add("dragged");
    if (others.length === 1) {
      const [still] = others;
      const wide = Math.hypot(before.x - still.x, before.y - still.y);
      moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
      if (wide > 10) zoomAt((now.x + still.x) / 2, (now.y + still.y) / 2, Math.hypot(now.x - still.x, now.y - still.y) / wide);
    } else if (!others.length) {
      moveBy(now.x - before.x, now.y - before.y);
    }
  });
  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (!down.size) stage.classList.remove("dragged");
    if (!down.size && travelled < 5 && event.type === "pointerup" && event.button === 0) on.tap(placeOf(event), event);
  };
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  stage.addEventListener("pointerleave", () => on.away());
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const {x, y} = placeOf(event);
    zoomAt(x, y, Math.exp(-Math.max(-300, Math.min(300, event.deltaY * lines)) * (event.ctrlKey ? 0.01 : 0.0016)));
  }, {passive: false});
  new ResizeObserver(() => view.sheet && (keepInSight(), changed())).observe(stage);
}
