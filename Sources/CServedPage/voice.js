// Where one is, what is around and what lies ahead, said aloud by the browser, and written for who cannot hear it.
import { part, write } from "./elements.js";
import { title } from "./sheet.js";
import { direction, language, say, spokenLength } from "./wording.js";

/** Of how many places it tells, and degrees to each side of the direction of travel that count as ahead. */
const told = { places: 4, angle: 45 };

/**
 * Makes the buttons speak: `tell.here()` promises the words for where one is, and `tell.around()` returns
 * `{ doubt, places, heading, units }`: what is wrong with the position, the places as they lie from it, nearest first, and the
 * direction of travel in degrees if it is known.
 */
export function speakUp(tell) {
  const open = part("aloud");
  open.hidden = !("speechSynthesis" in window);
  open.addEventListener("click", () => {
    part("voice").hidden = !part("voice").hidden;
    open.setAttribute("aria-expanded", String(!part("voice").hidden));
  });
  const texts = {
    "where-am-i": () => tell.here(),
    "around-me": (around) => list(around),
    "ahead-of-me": ({ places, heading, ...around }) => {
      if (heading === undefined) return say("noCourse");
      const turn = ({ bearing }) => Math.abs(((bearing - heading + 540) % 360) - 180);
      return list({ ...around, heading, places: places.filter((place) => turn(place) <= told.angle) });
    },
  };
  for (const [id, text] of Object.entries(texts)) {
    part(id).addEventListener("click", async () => {
      speechSynthesis.cancel();
      // Some browsers speak only if they have begun to in the moment of the press.
      speechSynthesis.speak(new SpeechSynthesisUtterance(""));
      const around = tell.around();
      const words = [around.doubt, await text(around)].filter(Boolean).join(". ");
      write(part("spoken"), words);
      const utterance = new SpeechSynthesisUtterance(words);
      utterance.lang = language();
      speechSynthesis.speak(utterance);
    });
  }
}

function list({ places, heading, units }) {
  return places.slice(0, told.places).map((place) => [
    title(place), place.inside ? say("inside")
      : `${place.isBound ? "≤ " : ""}${spokenLength(place.distance, units)} ${direction(place.bearing, heading)}`,
  ].join(", ")).join(". ") || say("nothing");
}
