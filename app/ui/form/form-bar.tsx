import { type ReactNode, useEffect } from "react";

/** Browsers scroll to the cursor of a text of several lines, also to one behind the bar. */
function revealText({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * The button of a long form, in sight wherever the page is scrolled. Its parent must be a block, not a grid: a sticky
 * item of a grid stays in its own row.
 */
export function FormBar({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.addEventListener("focusin", revealText);
    return () => document.removeEventListener("focusin", revealText);
  }, []);
  return <div className="form-bar row">{children}</div>;
}
