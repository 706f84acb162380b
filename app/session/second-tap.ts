/** A second tap at the same point within this time counts as part of the first tap. */
const SAME_TAP_MS = 2000;
const SAME_POINT_PX = 12;

/**
 * Elements in which second taps are ignored: lists, and forms that open one after the other. When a row or a form takes
 * the place of the previous one, a second tap would act on another person.
 */
const CAREFUL = ".list, [data-one-tap]";

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("a, button, summary, label, input") : null;

const isSubmit = (control: Element | null): boolean =>
  control?.matches("button[type=submit], input[type=submit]") === true;

/**
 * After a tap on a submit button, ignores a second tap at the same point if another control has moved there. Never
 * ignores keys and taps at other points.
 * @returns a function that removes the listener
 */
export function ignoreMisplacedSecondTaps(): () => void {
  let sent = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, control: null as Element | null };
  const onClick = (event: MouseEvent) => {
    const { target, clientX: x, clientY: y, detail, timeStamp: at } = event;
    // Enter in a field also clicks the button of the form.
    if (detail === 0) return;
    const control = controlOf(target);
    const isSamePoint = Math.hypot(x - sent.x, y - sent.y) <= SAME_POINT_PX;
    const isSecond = at - sent.at < SAME_TAP_MS && isSamePoint && control !== sent.control;
    if (isSecond && target instanceof Element && target.closest(CAREFUL)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (isSubmit(control)) sent = { at, x, y, control };
  };
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
}
