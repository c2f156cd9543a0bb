// The sheet with the list, pulled up over the map: its heights, and rows that hold still under a finger.
import { isBeside, part, tag, write } from "./elements.js";
import { icon, kind } from "./symbols.js";
import { direction, length, opening, say } from "./wording.js";

/** Milliseconds that the list holds still after the last touch, and that a moved row stays marked. */
const times = { still: 1500, marked: 6000 };
/** Pixels that a finger moves before it pulls. */
const tremble = 6;

/** How a place is called: in the phone's language, as far as it has a name. */
export const title = (place) => place.shown?.name ?? place.shown?.category ?? place.name ?? place.id;

export class Sheet {
  #sheet = part("sheet");
  #list = part("list");
  #stop = "middle";
  #waiting;
  #timer;
  #isTouched = false;
  #touched = -Infinity;
  #tell;

  /** `tell.choose(place)` is called for a pressed row, `tell.resize()` when the sheet covers more or less of the map. */
  constructor(tell) {
    this.#tell = tell;
    this.#listenToPulls();
    const hold = (isTouched) => () => {
      this.#isTouched = isTouched;
      this.#touched = performance.now();
    };
    const body = part("sheet-body");
    body.addEventListener("pointerdown", hold(true));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { if (this.#isTouched) hold(false)(); });
    // While a finger scrolls, the browser cancels the pointer: touches go on.
    body.addEventListener("touchmove", hold(true), { passive: true });
    for (const end of ["touchend", "touchcancel"]) body.addEventListener(end, hold(false), { passive: true });
    body.addEventListener("scroll", () => { this.#touched = performance.now(); }, { passive: true });
    new ResizeObserver(() => tell.resize()).observe(this.#sheet);
  }

  // MARK: Heights

  get stop() { return this.#stop; }

  /** `low` shows the map, `middle` both, `high` the list. */
  set stop(stop) {
    this.#stop = stop;
    this.#sheet.style.height = "";
    this.#sheet.dataset.stop = stop;
    const grip = part("grip");
    grip.setAttribute("aria-expanded", String(stop === "high"));
    grip.setAttribute("aria-label", say(stop === "high" ? "shrink" : "grow"));
  }

  #listenToPulls() {
    const sheet = this.#sheet;
    let pull;
    const start = (event) => {
      if (event.button || isBeside()) return;
      // A list that can be scrolled is: only from its top, or lower down, the finger pulls the sheet.
      const isOnBody = part("sheet-body").contains(event.target);
      if (isOnBody && (this.#stop === "high" || event.pointerType === "mouse")) return;
      pull = { id: event.pointerId, y: event.clientY, height: sheet.offsetHeight, time: performance.now(), isMoving: false };
    };
    sheet.addEventListener("pointerdown", start);
    addEventListener("pointermove", (event) => {
      if (pull?.id !== event.pointerId) return;
      const moved = pull.y - event.clientY;
      if (!pull.isMoving && Math.abs(moved) < tremble) return;
      pull.isMoving = true;
      sheet.classList.add("pulled");
      sheet.style.height = `${Math.max(60, pull.height + moved)}px`;
    });
    const end = (event) => {
      if (pull?.id !== event.pointerId) return;
      const { isMoving, height, y, time } = pull;
      pull = undefined;
      if (!isMoving) return;
      sheet.classList.remove("pulled");
      const speed = (y - event.clientY) / Math.max(1, performance.now() - time);
      const stops = ["low", "middle", "high"];
      const from = stops.indexOf(this.#stop);
      if (Math.abs(speed) > 0.4) this.stop = stops[Math.min(2, Math.max(0, from + Math.sign(speed)))];
      else {
        const share = (height + y - event.clientY) / innerHeight;
        this.stop = share < 0.28 ? "low" : share < 0.65 ? "middle" : "high";
      }
      // The press that ends a pull is not meant for what lies under it.
      const ignore = (click) => { click.stopPropagation(); click.preventDefault(); };
      sheet.addEventListener("click", ignore, { capture: true, once: true });
      setTimeout(() => sheet.removeEventListener("click", ignore, { capture: true }), 50);
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    part("grip").addEventListener("click", () => { this.stop = this.#stop === "high" ? "middle" : "high"; });
  }

  // MARK: The list

  /** Shows places as soon as no finger is on the list. */
  show(view) {
    this.#waiting = view;
    this.#showWaiting();
  }

  /** Shows what waits, at once. */
  showNow(view = this.#waiting) {
    this.#waiting = view;
    this.#touched = -Infinity;
    this.#isTouched = false;
    this.#showWaiting();
  }

  #showWaiting() {
    if (!this.#waiting) return;
    if (this.#isTouched || performance.now() - this.#touched < times.still) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#showWaiting(), 250);
      return;
    }
    const view = this.#waiting;
    this.#waiting = undefined;
    this.#draw(view);
  }

  /** Replaces only rows that changed, to keep focus and reading position, and marks those that changed places. */
  #draw({ places, isNew, ...view }) {
    const list = this.#list;
    const kept = new Map([...list.children].map((row) => [row.dataset.id, row]));
    const before = [...kept.keys()].filter((id) => places.some((place) => place.id === id));
    const after = places.map(({ id }) => id).filter((id) => kept.has(id));
    const rows = places.map((place) => {
      const row = kept.get(place.id) ?? this.#newRow(place);
      this.#fill(row, place, view);
      const moved = isNew ? 0 : before.indexOf(place.id) - after.indexOf(place.id);
      if (moved && kept.has(place.id)) this.#mark(row, moved > 0 ? "up" : "down");
      return row;
    });
    if (rows.length !== list.children.length || rows.some((row, index) => list.children[index] !== row)) {
      const focused = document.activeElement;
      list.replaceChildren(...rows);
      if (focused && list.contains(focused)) focused.focus({ preventScroll: true });
    }
    // Of an empty list, too, this would have the page laid out an extra time.
    if (isNew && kept.size) part("sheet-body").scrollTop = 0;
  }

  #fill(row, place, { heading, units, isOpenWanted, isCalm }) {
    const set = (selector, text) => write(row.querySelector(selector), text);
    const { category, name } = place.shown;
    set(".name", title(place));
    set(".far", far(place, units));
    set(".what", [name && category, place.inside ? undefined : direction(place.bearing, heading)].filter(Boolean).join(" · "));
    // Who asks for open places must know of which ones that is not known.
    const state = place.opening ?? (isOpenWanted ? { state: "unknown" } : undefined);
    const hours = row.querySelector(".hours");
    hours.className = `hours is-${state?.state ?? "unknown"}`;
    if (isCalm) write(hours, opening(state));
    const arrow = row.querySelector(".arrow");
    arrow.toggleAttribute("hidden", place.bearing === undefined);
    arrow.style.transform = `rotate(${Math.round((place.bearing ?? 0) - (heading ?? 0))}deg)`;
    row.firstElementChild.onclick = () => this.#tell.choose(place);
  }

  #newRow(place) {
    const row = part("row").content.firstElementChild.cloneNode(true);
    row.firstElementChild.prepend(icon(kind(place.category)));
    row.dataset.id = place.id;
    return row;
  }

  /** Marks a row that changed places: it came nearer, or fell back. */
  #mark(row, way) {
    row.querySelector(".moved")?.remove();
    const mark = tag("span", `moved moved-${way}`, way === "up" ? "▲" : "▼");
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", say(way === "up" ? "movedUp" : "movedDown"));
    row.querySelector(".away").prepend(mark);
    setTimeout(() => mark.remove(), times.marked);
  }
}

/** The distance in words: `45 m`, `≤ 45 m` if the place may come nearer, with `?` if nearer ones may be missing. */
export function far(place, units) {
  if (place.inside) return say("inside");
  return (place.isBound ? "≤ " : "") + length(place.distance, units) + (place.isBeyond ? "?" : "");
}
