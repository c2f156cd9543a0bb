// Makes and finds elements. Text goes in as text, never as HTML: names come from strangers.

export const part = (id) => document.getElementById(id);

export function tag(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content.filter((piece) => piece !== undefined && piece !== ""));
  return made;
}

export function makeButton(className, act, ...content) {
  const made = tag("button", className, ...content);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Changes a text only if it is another: screen readers and selections notice each change. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Whether the sheet stands beside the map, as page.css decides. */
export const isBeside = () => getComputedStyle(document.documentElement).getPropertyValue("--beside") !== "";
