/**
 * Keyboard focus after an action that changes its page (WCAG 2.4.3). Browsers drop the focus to `body` when the focused
 * button is removed, or disabled while the form is sent; the next Tab would start at the top of the page.
 */
import { useLayoutEffect } from "react";
import { useNavigation } from "react-router";

/** A focused control, its list item, the next (or else previous) item, and their section: candidates for the focus. */
type Place = { control: HTMLElement; item: Element | null; next: Element | null; section: Element | null };

/** Where the focus was when the form was sent. Outside of React, because the action may lead to another page. */
let sentFrom: Place | null = null;

/** Restores the lost focus after an action, also after a redirect to another page that calls this hook. */
export function useKeptFocus(): void {
  const { state } = useNavigation();
  useLayoutEffect(() => {
    const { activeElement } = document;
    // Read the focus in a layout effect: the button, disabled by this render, loses the focus only afterwards.
    if (state === "submitting") sentFrom = activeElement instanceof HTMLElement ? placeOf(activeElement) : null;
    if (state !== "idle" || !sentFrom) return;
    if (activeElement === document.body) targetOf(sentFrom).focus();
    sentFrom = null;
  }, [state]);
}

function placeOf(control: HTMLElement): Place | null {
  if (control === document.body) return null;
  const item = control.closest("li, section");
  return { control, item, next: neighbourOf(item), section: item?.parentElement?.closest("section") ?? null };
}

const neighbourOf = (item: Element | null) => item && (item.nextElementSibling ?? item.previousElementSibling);

/**
 * @returns the control itself, unless it was removed or disabled. In that case, the first control of the next list item
 * if the control's own item was removed, else the nearest heading
 */
function targetOf({ control, item, next, section }: Place): HTMLElement {
  const same = control.isConnected ? control : document.getElementById(control.id);
  if (same && !same.matches(":disabled")) return same;
  const following = !item?.isConnected && next?.isConnected && next.querySelector<HTMLElement>("a, button, summary");
  if (following) return following;
  const part = [item, section].find((one) => one?.isConnected);
  const heading =
    part?.querySelector<HTMLElement>("h2") ?? document.querySelector<HTMLElement>("main h1") ?? document.body;
  heading.tabIndex = -1;
  return heading;
}
