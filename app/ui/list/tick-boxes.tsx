/**
 * Check boxes outside of their form. The attribute `form` links them, because the form cannot contain the forms of the
 * rows.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useActionData } from "react-router";
import type { FormResult } from "#app/ui/form/form-result.ts";

/** HTML id of the form for the ticked entries. The form is visible while an entry is ticked. */
export const TICKED_FORM = "coches";

type BoxProps = { ids: readonly string[]; className: string; children: ReactNode };

export function TickBox({ ids, className, children }: BoxProps) {
  const value = ids.join(" ");
  const refused = useActionData<FormResult>()?.list;
  return (
    <label className={`tick ${className}`}>
      <input type="checkbox" name="id" value={value} form={TICKED_FORM} defaultChecked={refused?.includes(value)} />
      {children}
    </label>
  );
}

/**
 * Counts the ticked check boxes in the DOM, because the user may tick check boxes before hydration.
 * @param resetKey changes with each response of the server
 * @param failed whether the last action failed; if false, the check boxes of a sent form are unticked
 * @returns `count` is null before hydration; set the ref `isSent` to true when the form is sent
 */
export function useTickCount(resetKey: unknown, failed: boolean | undefined) {
  const isSent = useRef(false);
  const [count, setCount] = useState<number | null>(null);
  // A layout effect: hides the form of the ticked entries before kept-focus.ts checks whether its button is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response of the server
  useLayoutEffect(() => {
    const [all, ...boxes] = document.querySelectorAll<HTMLInputElement>(`input[form="${TICKED_FORM}"]`);
    if (!all) return;
    // « Toute la page » may leave out entries that are done.
    const covered = new Set(all.value.split(" "));
    const ofPage = boxes.filter(({ value }) => covered.has(value));
    const update = (changed: EventTarget | null) => {
      if (changed === all) for (const box of ofPage) box.checked = all.checked;
      all.checked = ofPage.length > 0 && ofPage.every(({ checked }) => checked);
      setCount(boxes.filter(({ checked }) => checked).length);
    };
    if (isSent.current && !failed) for (const box of [all, ...boxes]) box.checked = false;
    update(all.checked ? all : null);
    isSent.current = false;
    const onChange = ({ target }: Event) => update(target);
    document.addEventListener("change", onChange);
    return () => document.removeEventListener("change", onChange);
  }, [resetKey, failed]);
  return { count, isSent };
}
