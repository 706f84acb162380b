import { useEffect, useRef } from "react";

/**
 * Moves the focus when the focused item of a list is removed: to the next item, else to the last one, else to the
 * heading of the section (WCAG 2.4.3). Without it, the focus would fall to the beginning of the page.
 * @param keys of the items, in their order
 * @returns ref of the list
 */
export function useFocusAfterRemoval(keys: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const previous = useRef(keys);
  useEffect(() => {
    const index = previous.current.findIndex((key) => !keys.includes(key));
    previous.current = keys;
    if (index < 0 || document.activeElement !== document.body) return;
    const items = list.current?.children ?? [];
    const target = items[index] ?? items[items.length - 1] ?? list.current?.closest("section")?.querySelector("h2");
    if (!(target instanceof HTMLElement)) return;
    target.tabIndex = -1;
    target.focus();
  });
  return list;
}
