/**
 * Keyboard focus after an action (WCAG 2.4.3). If the focused button is removed or disabled, browsers move the focus to
 * `body`. The next Tab would start at the top of the page.
 */
import { useLayoutEffect } from "react";
import { type Navigation, useNavigation } from "react-router";

/** `next` is the neighbour of `item`: the following item or, for the last item, the previous item. */
type Place = { control: HTMLElement; item: Element | null; next: Element | null; section: Element | null };

/** Outside of React, because the action may lead to another page. */
let sentFrom: Place | null = null;

export const useKeptFocus = (): void => useFocusKeptDuring(useNavigation().state);

/** @param state of a navigation, or of a fetcher, whose button the page disables while it submits */
export function useFocusKeptDuring(state: Navigation["state"]): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    // A layout effect runs before the disabled submit button loses the focus.
    if (state === "submitting") sentFrom = activeElement instanceof HTMLElement ? placeOf(activeElement) : null;
    if (state !== "idle" || !sentFrom) return;
    // A row that stays must not move under the finger.
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
  // The bar of a list is hidden as soon as no entry is ticked. The buttons of an acted row are inert.
  if (same && !same.matches(":disabled, [inert] *") && same.getClientRects().length > 0) return same;
  const following = !item?.isConnected && next?.isConnected && next.querySelector<HTMLElement>("a, button, summary");
  if (following) return following;
  const part = [item, section].find((one) => one?.isConnected);
  const heading =
    part?.querySelector<HTMLElement>("h2") ??
    // The row, not its « Annuler »: a second Enter must do nothing.
    part?.closest<HTMLElement>(".list__row") ??
    document.querySelector<HTMLElement>("main h1") ??
    document.body;
  heading.tabIndex = -1;
  return heading;
}
