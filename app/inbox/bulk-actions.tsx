import type { MouseEvent } from "react";
import { Form, useNavigation } from "react-router";
import { Dialog } from "#app/ui/dialog.tsx";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { TICKED_FORM, TickBox, useTickCount } from "#app/ui/list/tick-boxes.tsx";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { type ListFrame, retentionNote } from "./inbox-list.ts";

const QUESTION = "supprimer-coches";

const question = () => document.getElementById(QUESTION) as HTMLDialogElement;

/** Modal, and without the popover that opens without script: Safari before 17 and Firefox before 125 have none. */
function ask(event: MouseEvent) {
  event.preventDefault();
  question().showModal();
}

function close() {
  question().close();
  // The user may have opened it before the script loaded.
  question().hidePopover?.();
}

type Props = {
  type: SubmissionType;
  ids: readonly string[];
  frame: ListFrame;
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
    close();
  };
  return (
    <>
      <TickBox ids={ids} className="tick-all">
        Toute la page
      </TickBox>
      {/* `autoComplete="off"`: after a reload, browsers would restore the ticks on wrong entries. */}
      <Form
        id={TICKED_FORM}
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
          onClick={ask}
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
          <button className="btn btn--brique" type="submit" form={TICKED_FORM} name="intention" value="remove">
            Supprimer
          </button>
          <button
            className="btn btn--neige"
            type="button"
            popoverTarget={QUESTION}
            popoverTargetAction="hide"
            onClick={close}
            // biome-ignore lint/a11y/noAutofocus: in a dialog that deletes, focus starts on the cancel button
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
