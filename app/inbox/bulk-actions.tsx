import type { MouseEvent } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { type InboxListFrame, retentionNote } from "#app/ui/list/inbox-list.ts";
import { TICKED_FORM } from "#app/ui/list/tick-boxes.tsx";
import { TickedRowsBar } from "#app/ui/list/ticked-bar.tsx";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";

const QUESTION = "supprimer-coches";

const question = () => document.getElementById(QUESTION) as HTMLDialogElement;

/** Modal, and without the popover that opens without script: Safari before 17 and Firefox before 125 have none. */
function ask(event: MouseEvent) {
  event.preventDefault();
  question().showModal();
}

function close() {
  question().close();
  // The user may have opened the dialog before the script loaded.
  question().hidePopover?.();
}

type Props = {
  type: SubmissionType;
  /** Ids that « Toute la page » ticks. */
  ids: readonly string[];
  frame: InboxListFrame;
  currentUrl: string;
  failed: boolean | undefined;
};

export function InboxBulkActions({ type, ids, frame, currentUrl, failed }: Props) {
  const isSignUp = type === "inscription";
  const handled = isSignUp ? "traitées" : "traités";
  return (
    <TickedRowsBar
      ids={ids}
      resetKey={frame}
      failed={failed}
      url={currentUrl}
      isMasculine={!isSignUp}
      note={retentionNote(frame, handled.replace("t", "T"))}
      onSubmit={close}
      after={({ count, inWords }) => <DeleteQuestion ticked={count === null ? "" : `${inWords}. `} />}
    >
      {({ busy }) => (
        <>
          {isSignUp && (
            <button className="btn btn--small" type="submit" name="intention" value="accept" disabled={busy}>
              Accepter les cochées
            </button>
          )}
          <button
            className={isSignUp ? "btn btn--small btn--neige" : "btn btn--small"}
            type="submit"
            name="intention"
            value="handle"
            disabled={busy}
          >
            <Tick />
            Marquer {handled}
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
        </>
      )}
    </TickedRowsBar>
  );
}

const DeleteQuestion = ({ ticked }: { ticked: string }) => (
  <Dialog
    id={QUESTION}
    title="Êtes-vous sûr de vouloir supprimer ce qui est coché&nbsp;?"
    image={{ src: anchored, width: 260, height: 210 }}
    danger
    popover
  >
    <p>
      {ticked}Pendant {BIN_RETENTION_DAYS}&nbsp;jours, tout reste dans la corbeille.
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
);
