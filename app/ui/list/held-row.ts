/**
 * Keeps the tapped row at its place on the screen. Other parts of the page, such as the counters in the banner, may
 * change their height after a tap, and a second tap would then hit another row.
 */
import { useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

type Held = { readonly row: Element; top: number };

const topOf = (row: Element): number => row.getBoundingClientRect().top + scrollY;

/** @returns a function to call with each submitted form */
export function useRowHeldInPlace(): (form: Element) => void {
  const held = useRef<Held | null>(null);
  const { state, formMethod } = useNavigation();
  const isLeft = state !== "idle" && formMethod !== "POST";
  // Runs after each render, because one response may change the page several times.
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
    // Disable scroll anchoring, because Chrome and Firefox would scroll as well.
    document.documentElement.style.overflowAnchor = row ? "none" : "";
    // Keep the height of the parts above the list: at the top of the page, scrolling cannot compensate for their loss.
    for (const part of document.querySelectorAll<HTMLElement>("main > .banner, main search"))
      part.style.minHeight = row ? `${part.getBoundingClientRect().height}px` : "";
  };
}
