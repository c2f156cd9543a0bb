// The search while one types: what was searched before, categories, and places of this machine's data whose names match.
// A combobox with a list, as WAI-ARIA describes it: the focus stays in the field.
import { part, tag, write } from "./elements.js";
import { icon, kind } from "./symbols.js";
import { far, title } from "./sheet.js";
import { categories, say } from "./wording.js";

/** Milliseconds without a key after which it asks. */
const pause = 150;
const most = { recent: 3, categories: 4, places: 4 };

/** Text without capitals, marks and spaces at the ends, to compare what people type. */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Categories with a word that begins as the text does, or that has such a word in it: `{ id, name }`, the best first. */
export function matchingCategories(text) {
  const wanted = folded(text);
  if (!wanted) return [];
  const found = [];
  for (const { id, words } of categories()) {
    const ranks = words.map(folded).map((word) =>
      (word === wanted ? 0 : word.startsWith(wanted) ? 1 : word.includes(` ${wanted}`) ? 2 : 3));
    const rank = Math.min(...ranks);
    if (rank < 3) found.push({ id, name: words[0], rank, isFirst: ranks[0] === rank ? 0 : 1 });
  }
  return found.sort((a, b) => a.rank - b.rank || a.isFirst - b.isFirst || a.name.length - b.name.length);
}

export class Suggestions {
  #field = part("words");
  #list = part("suggestions");
  #rows = [];
  #chosen = -1;
  #timer;
  #request;
  #tell;

  /**
   * `tell.search(words)` is called for chosen words, `tell.choose(place)` for a chosen place; `tell.recent()` returns what
   * was searched before, and `tell.places(words, signal)` promises places of this machine's data.
   */
  constructor(tell) {
    this.#tell = tell;
    this.#field.addEventListener("input", () => this.#wait());
    this.#field.addEventListener("focus", () => this.#wait());
    this.#field.addEventListener("blur", () => this.close());
    this.#field.addEventListener("keydown", (event) => this.#press(event));
  }

  close() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#show([]);
  }

  #press(event) {
    const count = this.#rows.length;
    if (event.key === "Escape" && count) {
      event.preventDefault();
      this.close();
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && count) {
      event.preventDefault();
      // One more than there are rows: none is chosen.
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.#mark(((this.#chosen + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && this.#chosen >= 0) {
      event.preventDefault();
      this.#rows[this.#chosen].act();
    }
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#timer = setTimeout(() => this.#suggest(this.#field.value.trim()), pause);
  }

  async #suggest(text) {
    const wanted = folded(text);
    const recent = this.#tell.recent().filter((words) => folded(words).startsWith(wanted) && folded(words) !== wanted)
      .slice(0, most.recent).map((words) => this.#row("↺", words, say("recent"), () => this.#tell.search(words)));
    const kinds = matchingCategories(text).slice(0, most.categories)
      .map(({ id, name }) => this.#row(icon(kind(id)), name, say("category"), () => this.#tell.search(name)));
    this.#show([...recent, ...kinds]);
    if (wanted.length < 2) return;
    const request = new AbortController();
    this.#request = request;
    const places = await this.#tell.places(text, request.signal);
    if (request.signal.aborted || document.activeElement !== this.#field) return;
    const seen = new Set();
    // A street or a canal has many parts of one name.
    const different = places.filter((place) => !seen.has(`${title(place)} ${place.category}`) && seen.add(`${title(place)} ${place.category}`));
    this.#show([...recent, ...kinds, ...different.slice(0, most.places).map((place) => this.#row(
      icon(kind(place.category)), title(place), [place.shown.name && place.shown.category, far(place, this.#tell.units())]
        .filter(Boolean).join(" · "), () => this.#tell.choose(place)))]);
  }

  #row(picture, text, more, act) {
    const mark = typeof picture === "string" ? tag("span", "recent", picture) : picture;
    mark.setAttribute("aria-hidden", "true");
    const row = tag("li", "", mark, tag("span", "name", text), tag("span", "more", more));
    row.setAttribute("role", "option");
    row.act = () => {
      this.close();
      this.#field.blur();
      act();
    };
    // Before the field loses the focus, and with it the list.
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", row.act);
    return row;
  }

  #show(rows) {
    rows.forEach((row, index) => { row.id = `suggestion-${index}`; });
    this.#rows = rows;
    this.#list.replaceChildren(...rows);
    this.#list.hidden = rows.length === 0;
    this.#field.setAttribute("aria-expanded", String(rows.length > 0));
    this.#mark(-1);
    write(part("suggestions-count"), rows.length ? say("suggestionCount", String(rows.length)) : "");
  }

  #mark(index) {
    this.#chosen = index;
    this.#rows.forEach((row, i) => row.setAttribute("aria-selected", String(i === index)));
    if (index < 0) this.#field.removeAttribute("aria-activedescendant");
    else this.#field.setAttribute("aria-activedescendant", `suggestion-${index}`);
  }
}
