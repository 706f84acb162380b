/** A second tap at the same point within this time counts as part of the first tap. */
const SAME_TAP_MS = 2000;
const SAME_POINT_PX = 12;
/** In sessionStorage: the last tap that sent a form, for the page that answers it. */
const KEY = "tap";

/**
 * Elements in which second taps are ignored: lists, and forms that open one after the other. When a row or a form takes
 * the place of the previous one, also on the page that answers, a second tap would act on another person or place.
 */
const CAREFUL = ".list, [data-one-tap]";

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("a, button, summary, label, input") : null;

const isSubmit = (control: Element | null): boolean =>
  control?.matches("button[type=submit], input[type=submit]") === true;

type Tap = { at: number; x: number; y: number; control: Element | null };

/**
 * After a tap on a submit button, ignores a second tap at the same point if another control has moved there. Never
 * ignores keys and taps at other points.
 */
export function ignoreMisplacedSecondTaps(): void {
  let sent = lastTap();
  document.addEventListener(
    "click",
    (event) => {
      const { target, clientX: x, clientY: y, detail } = event;
      // Enter in a field also clicks the button of the form.
      if (detail === 0) return;
      const at = Date.now();
      const control = controlOf(target);
      const isSamePoint = sent !== null && Math.hypot(x - sent.x, y - sent.y) <= SAME_POINT_PX;
      const isSecond = sent !== null && at - sent.at < SAME_TAP_MS && isSamePoint && control !== sent.control;
      if (isSecond && target instanceof Element && target.closest(CAREFUL)) {
        event.preventDefault();
        event.stopPropagation();
      } else if (isSubmit(control)) sent = { at, x, y, control };
    },
    { capture: true },
  );
  // React Router, which listens on the document, has prevented the default of the forms that it sends itself.
  addEventListener("submit", ({ defaultPrevented }) => {
    if (sent && !defaultPrevented) keepTap(sent);
  });
}

/** Null if the browser blocks sessionStorage. */
function lastTap(): Tap | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Omit<Tap, "control"> | null;
    sessionStorage.removeItem(KEY);
    return kept && { ...kept, control: null };
  } catch {
    return null;
  }
}

function keepTap({ at, x, y }: Tap): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at, x, y }));
  } catch {}
}
