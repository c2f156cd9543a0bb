// What is known about one place, in the sheet: how it lies from here, when it is open, how to reach it.
import { makeButton, part, tag, write } from "./elements.js";
import { icon, kind } from "./symbols.js";
import { far, title } from "./sheet.js";
import { direction, hoursOfDay, opening, say, weekday } from "./wording.js";

const radians = Math.PI / 180;

/** Metres and degrees from one position to another, within some thousandths. */
export function lie(from, to) {
  const middle = ((from.latitude + to.latitude) / 2) * radians;
  const north = (to.latitude - from.latitude) * (111132.95 - 559.85 * Math.cos(2 * middle));
  const turn = ((to.longitude - from.longitude + 540) % 360) - 180;
  const east = turn * (111412.88 * Math.cos(middle) - 93.5 * Math.cos(3 * middle));
  if (Math.hypot(north, east) > 100000) return lieFar(from, to, turn * radians);
  return { distance: Math.hypot(north, east), bearing: (Math.atan2(east, north) / radians + 360) % 360 };
}

/** The same on the sphere: its great circles (haversines). */
function lieFar(from, to, turn) {
  const [start, end] = [from.latitude * radians, to.latitude * radians];
  const half = Math.sin((end - start) / 2) ** 2 + Math.cos(start) * Math.cos(end) * Math.sin(turn / 2) ** 2;
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(end), Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn));
  return { distance: 2 * 6371009 * Math.asin(Math.min(1, Math.sqrt(half))), bearing: (bearing / radians + 360) % 360 };
}

export class Details {
  #place;
  #tell;
  #ask;
  #heading;
  #here;

  /**
   * `tell.close()` is called when the user goes back, `tell.favour(place)` to keep a place or no longer, and
   * `tell.isFavourite(place)` tells whether it is kept; `ask(path, query)` asks the server.
   */
  constructor(tell, ask) {
    [this.#tell, this.#ask] = [tell, ask];
    part("back").addEventListener("click", () => tell.close());
    part("details").addEventListener("keydown", (event) => { if (event.key === "Escape") tell.close(); });
  }

  get place() { return this.#place; }

  close() {
    this.#place = undefined;
    part("details").hidden = true;
    part("list-part").hidden = false;
  }

  /** Shows a place; the focus goes to its name. */
  open(place, here) {
    this.#place = place;
    part("details").hidden = false;
    part("list-part").hidden = true;
    part("sheet-body").scrollTop = 0;
    const name = part("details-name");
    write(name, title(place));
    const { tags = {}, shown } = place;
    write(part("details-kind"), shown.name ? shown.category ?? "" : "");
    part("details-icon").replaceChildren(icon(kind(place.category)));
    part("facts").replaceChildren(...this.#facts(place, tags));
    part("links").replaceChildren(...this.#links(place, shown));
    this.follow(here);
    name.focus({ preventScroll: true });
    this.#followCompass();
    if (tags.opening_hours) this.#showWeek(place, tags.opening_hours);
  }

  /** Takes a newer answer about the shown place. */
  renew(place) {
    this.#place = place;
    const state = part("facts").querySelector("[class^=is-]");
    if (!state) return;
    state.className = `is-${place.opening?.state ?? "unknown"}`;
    write(state, opening(place.opening));
  }

  /** Shows how the place lies from a position: `{ fix, units }`. */
  follow(here) {
    this.#here = here;
    const place = this.#place;
    if (!place || !here?.fix) return;
    const now = place.inside ? { distance: 0 } : lie(here.fix, place.nearest ?? place);
    const heading = this.#heading ?? here.fix.course;
    write(part("lies-far"), far({ ...place, ...now }, here.units));
    write(part("lies-way"), place.inside ? "" : direction(now.bearing, heading));
    const arrow = part("pointer");
    arrow.toggleAttribute("hidden", Boolean(place.inside));
    arrow.style.transform = `rotate(${Math.round((now.bearing ?? 0) - (heading ?? 0))}deg)`;
  }

  /** The phone's compass, where it has one and tells it, turns the arrow even at rest. */
  #followCompass() {
    if (this.#heading !== undefined || !window.isSecureContext) return;
    const take = (event) => {
      const degrees = event.webkitCompassHeading ?? (event.absolute && event.alpha !== null ? 360 - event.alpha : undefined);
      if (degrees === undefined) return;
      this.#heading = (degrees + (screen.orientation?.angle ?? 0)) % 360;
      this.follow(this.#here);
    };
    const listen = () => addEventListener("ondeviceorientationabsolute" in window ? "deviceorientationabsolute" : "deviceorientation", take);
    if (typeof DeviceOrientationEvent?.requestPermission === "function") {
      DeviceOrientationEvent.requestPermission().then((answer) => { if (answer === "granted") listen(); }).catch(() => {});
    } else listen();
  }

  #facts(place, tags) {
    const first = (...keys) => keys.map((key) => tags[key]).find(Boolean);
    const facts = [];
    const add = (word, ...content) => facts.push(tag("dt", "", say(word)), tag("dd", "", ...content));
    if (tags.opening_hours) {
      const state = tag("p", `is-${place.opening?.state ?? "unknown"}`, opening(place.opening));
      const week = tag("div", "", tag("p", "more", tags.opening_hours));
      week.id = "week";
      add("hours", state, week);
    }
    const number = first("phone", "contact:phone", "mobile", "contact:mobile");
    if (number) {
      add("telephone", ...number.split(";").slice(0, 4)
        .flatMap((text) => [link("", text.trim(), `tel:${text.replace(/[^0-9+*#]/g, "")}`), " "]));
    }
    const website = address(first("website", "contact:website", "url"));
    if (website) add("website", link("", website.host + (website.pathname === "/" ? "" : website.pathname), website.href));
    const street = [first("addr:street", "addr:place"), tags["addr:housenumber"]].filter(Boolean).join(" ");
    const town = [tags["addr:postcode"], tags["addr:city"]].filter(Boolean).join(" ");
    if (street || town) add("address", [street, town].filter(Boolean).join(", "));
    if (["yes", "no", "limited"].includes(tags.wheelchair)) add("wheelchair", say(tags.wheelchair));
    const note = first("description", "desc", "note");
    if (note) add("note", note);
    return facts;
  }

  /** The hours of the week with today first; without the server, they stay as they are written. */
  async #showWeek(place, value) {
    const query = new URLSearchParams({ value, at: `geo:${place.latitude},${place.longitude}` });
    const answer = await this.#ask("hours", query).catch(() => undefined);
    if (this.#place?.id !== place.id || !answer?.week) return;
    const rows = answer.week.map((day, index) => {
      const name = tag("th", "", weekday(day.date) + (index ? "" : ` (${say("today")})`));
      name.scope = "row";
      return tag("tr", index ? "" : "today", name, tag("td", "", hoursOfDay(day), day.holiday ? ` (${day.holiday})` : ""));
    });
    part("week")?.replaceChildren(tag("table", "", tag("tbody", "", ...rows)));
  }

  #links(place, shown) {
    const { latitude, longitude } = place.nearest ?? place;
    const at = `${latitude},${longitude}`;
    // Only some devices open geo: links; the others get a map.
    const agent = navigator.userAgent;
    const walk = link("button", say("walk"), /Android/.test(agent) ? `geo:${at}?q=${at}(${encodeURIComponent(title(place))})`
      : /iPhone|iPad|Macintosh/.test(agent) ? `https://maps.apple.com/?daddr=${at}&dirflg=w`
        : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`);
    const share = makeButton("quiet", async () => {
      const text = [title(place), shown.name && shown.category, `geo:${at}`].filter(Boolean).join("\n");
      if (navigator.share) {
        await navigator.share({ title: title(place), text }).catch(() => {});
      } else if (navigator.clipboard) {
        await navigator.clipboard.writeText(text).then(() => write(share, say("copied"))).catch(() => {});
      } else {
        // Without HTTPS, the browser lets a page neither share nor copy: the text can be selected.
        share.replaceWith(tag("output", "shared", text));
      }
    }, say("share"));
    const star = makeButton("quiet", () => {
      this.#tell.favour(place);
      mark();
    });
    star.id = "favourite";
    const mark = () => {
      const isKept = this.#tell.isFavourite(place);
      star.setAttribute("aria-pressed", String(isKept));
      write(star, `${isKept ? "★" : "☆"} ${say("favourite")}`);
    };
    mark();
    return [walk, star, share];
  }
}

/** A link, which opens beside the page if it leads to another one. */
function link(className, text, href) {
  const made = tag("a", className, text);
  made.href = href;
  if (/^https?:/.test(href)) Object.assign(made, { target: "_blank", rel: "noopener noreferrer" });
  return made;
}

/** A web address; undefined for anything else, such as a script. */
function address(text) {
  if (!text) return undefined;
  try {
    const found = new URL(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
    return ["http:", "https:"].includes(found.protocol) ? found : undefined;
  } catch { return undefined; }
}
