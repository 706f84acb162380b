/**
 * Keyboard focus after an action (WCAG 2.4.3). If the focused button is removed or disabled, browsers move the focus to
 * `body`. The next Tab would start at the top of the page.
 */
import { useLayoutEffect } from "react";
import { type Navigation, useNavigation } from "react-router";

/** `next` is the neighbour of `item`: the following item or, for the last item, the previous item. */
type Place = { control: HTMLElement; item: Element | null; next: Element | null; section: Element | null };

/** Stored outside of React, because the action may lead to another page. */
let sentFrom: Place | null = null;

export const useKeptFocus = (): void => useFocusKeptDuring(useNavigation().state);

/** @param state of a navigation, or of a fetcher; the page disables the pressed button while it submits */
export function useFocusKeptDuring(state: Navigation["state"]): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    // A layout effect runs before the disabled submit button loses the focus.
    if (state === "submitting") sentFrom = activeElement instanceof HTMLElement ? placeOf(activeElement) : null;
    if (state !== "idle" || !sentFrom) return;
    // Do not scroll to a row that stays: it must not move under the finger.
    if (activeElement === document.body)
      targetOf(sentFrom).focus({ preventScroll: sentFrom.item?.isConnected === true });
    sentFrom = null;
  }, [state]);
}

function placeOf(control: HTMLElement): Place | null {
  if (control === document.body) return null;
  // A row may contain another list.
  const item = control.closest(".list__row") ?? control.closest("li, section");
  return { control, item, next: neighbourOf(item), section: item?.parentElement?.closest("section") ?? null };
}

const neighbourOf = (item: Element | null) => item && (item.nextElementSibling ?? item.previousElementSibling);

function targetOf({ control, item, next, section }: Place): HTMLElement {
  const same = control.isConnected ? control : document.getElementById(control.id);
  // The pressed button may be invisible: the bar of a list is hidden when no entry is ticked, and the buttons of a row
  // with an action are inert.
  if (same && !same.matches(":disabled, [inert] *") && same.getClientRects().length > 0) return same;
  const following = !item?.isConnected && next?.isConnected && next.querySelector<HTMLElement>("a, button, summary");
  if (following) return following;
  const part = [item, section].find((one) => one?.isConnected);
  const heading =
    part?.querySelector<HTMLElement>("h2") ??
    // Focus the row, not its « Annuler », so that a second Enter does nothing.
    part?.closest<HTMLElement>(".list__row") ??
    document.querySelector<HTMLElement>("main h1") ??
    document.body;
  heading.tabIndex = -1;
  return heading;
}
