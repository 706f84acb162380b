/**
 * What changes above the rows after a tap, such as the counters of the banner, must not move the tapped row: a second tap
 * would hit another one.
 */
import { useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

type Held = { readonly row: Element; top: number };

const topOf = (row: Element): number => row.getBoundingClientRect().top + scrollY;

/** @returns a function to call with each form that is sent */
export function useHeldRow(): (form: Element) => void {
  const held = useRef<Held | null>(null);
  const { state, formMethod } = useNavigation();
  const isLeft = state !== "idle" && formMethod !== "POST";
  // After each render: an answer may change the page several times.
  useLayoutEffect(() => {
    if (isLeft) held.current = null;
    if (!held.current?.row.isConnected) return;
    const moved = topOf(held.current.row) - held.current.top;
    held.current.top += moved;
    if (moved !== 0) scrollBy({ top: moved, behavior: "instant" });
  });
  return (form) => {
    const row = form.closest(".list__row");
    held.current = row && { row, top: topOf(row) };
    // Chrome and Firefox would scroll, too.
    document.documentElement.style.overflowAnchor = row ? "none" : "";
    // At the start of a page, there is nothing to scroll back.
    for (const part of document.querySelectorAll<HTMLElement>("main > .banner, main search"))
      part.style.minHeight = row ? `${part.getBoundingClientRect().height}px` : "";
  };
}
