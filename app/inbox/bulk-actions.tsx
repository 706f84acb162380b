/** Marks or deletes all ticked entries of a page. The check boxes name its form by id: rows have other forms. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import { Dialog } from "#app/ui/dialog.tsx";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { type ListFrame, retentionNote } from "./inbox-list.ts";

const FORM = "coches";
const QUESTION = "supprimer-coches";

type BoxProps = { ids: readonly string[]; className: string; children: ReactNode };

/** Ticks one entry or all of the page. */
export function TickBox({ ids, className, children }: BoxProps) {
  const value = ids.join(" ");
  const refused = useActionData<FormAnswer>()?.list;
  return (
    <label className={`tick ${className}`}>
      <input type="checkbox" name="id" value={value} form={FORM} defaultChecked={refused?.includes(value)} />
      {children}
    </label>
  );
}

/** Counts the ticks in the DOM, so that those made before hydration count. Returns null before hydration. */
function useTickCount(frame: ListFrame, failed: boolean | undefined) {
  const isSent = useRef(false);
  const [count, setCount] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each answer of the server
  useEffect(() => {
    const [all, ...boxes] = document.querySelectorAll<HTMLInputElement>(`input[form="${FORM}"]`);
    if (!all) return;
    const update = (changed: EventTarget | null) => {
      if (changed === all) for (const box of boxes) box.checked = all.checked;
      const ticked = boxes.filter(({ checked }) => checked).length;
      all.checked = ticked === boxes.length;
      setCount(ticked);
    };
    if (isSent.current && !failed) all.checked = false;
    update(isSent.current || all.checked ? all : null);
    isSent.current = false;
    const onChange = ({ target }: Event) => update(target);
    document.addEventListener("change", onChange);
    return () => document.removeEventListener("change", onChange);
  }, [frame, failed]);
  return { count, isSent };
}

type Props = {
  type: SubmissionType;
  /** Ids of the entries on this page. */
  ids: readonly string[];
  frame: ListFrame;
  /** URL of the list as it is shown. */
  currentUrl: string;
  failed: boolean | undefined;
};

export function BulkActions({ type, ids, frame, currentUrl, failed }: Props) {
  const { count, isSent } = useTickCount(frame, failed);
  const busy = useNavigation().state !== "idle";
  const feminine = type === "inscription" ? "e" : "";
  const ticked = count === null ? "Ce qui est coché" : `${count} coché${feminine}${count > 1 ? "s" : ""}`;
  const onSubmit = () => {
    isSent.current = true;
    document.getElementById(QUESTION)?.hidePopover();
  };
  return (
    <>
      <TickBox ids={ids} className="tick-all">
        Toute la page
      </TickBox>
      {/* `autoComplete`: browsers restore ticks by position, where another entry may be by now. */}
      <Form
        id={FORM}
        className="bulk"
        method="post"
        action={currentUrl}
        autoComplete="off"
        onSubmit={onSubmit}
        preventScrollReset
      >
        <p>
          <b role="status">{ticked}.</b> {retentionNote(frame, `Traité${feminine}s`)}
        </p>
        <button className="btn btn--small" type="submit" name="intention" value="handle" disabled={busy}>
          <Tick />
          Marquer traité{feminine}s
        </button>
        <button
          className="btn btn--small btn--neige danger-link"
          type="button"
          popoverTarget={QUESTION}
          disabled={busy}
        >
          <Bin />
          Supprimer
        </button>
      </Form>
      <Dialog
        id={QUESTION}
        title="Êtes-vous sûr de vouloir supprimer ce qui est coché&nbsp;?"
        image={{ src: anchored, width: 260, height: 210 }}
        danger
        popover
      >
        <p>
          {count !== null && `${ticked}. `}Pendant {BIN_DAYS}&nbsp;jours, tout reste dans la corbeille.
        </p>
        <div className="row">
          <button className="btn btn--brique" type="submit" form={FORM} name="intention" value="remove">
            Supprimer
          </button>
          <button
            className="btn btn--neige"
            type="button"
            popoverTarget={QUESTION}
            popoverTargetAction="hide"
            // biome-ignore lint/a11y/noAutofocus: as in ConfirmButton
            autoFocus
            ref={(button) => button?.setAttribute("autofocus", "")}
          >
            Garder
          </button>
        </div>
      </Dialog>
    </>
  );
}
