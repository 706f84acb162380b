import { type ReactNode, useEffect } from "react";

/** Scrolls a focused text area into view. Browsers only scroll to its cursor, which may be behind the bar. */
function revealText({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * Keeps the submit button of a long form visible at any scroll position. The parent must be a block, not a grid: a
 * sticky item of a grid stays in its own row.
 */
export function StickySubmitBar({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.addEventListener("focusin", revealText);
    return () => document.removeEventListener("focusin", revealText);
  }, []);
  return <div className="form-bar row">{children}</div>;
}
