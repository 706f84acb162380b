import { ConfirmButton, confirmFormId } from "#app/ui/confirm-button.tsx";
import { deleteDialogId } from "#app/ui/delete-button.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { EventCardData } from "./year.server.ts";

/** Form field: sent if the dossier outlives the event. */
export const KEEP_DOSSIER_FIELD = "garder-le-dossier";

/** Whether an event has a dossier is read when its deletion is asked, and not for all events of the page. */
export function DeleteEvent({ event, url }: { event: EventCardData; url: string }) {
  const { id, name, month, dossier } = event;
  const dialogId = deleteDialogId(id);
  const hasDossier = dossier !== null && !dossier.isEmpty;
  return (
    <ConfirmButton
      dialogId={dialogId}
      verb="Supprimer"
      icon={<Bin />}
      name={name}
      danger
      isReadFirst
      question="Êtes-vous sûr de vouloir supprimer cet événement ?"
      fields={{ id }}
      // « Garder » would mean the event, beside « Garder le dossier ».
      cancelLabel={hasDossier ? "Annuler" : undefined}
      action={url}
    >
      <p>
        <bdi>{[name, monthInFrench(month)].filter(Boolean).join(", ")}</bdi>
      </p>
      {hasDossier && (
        <>
          <p>Son dossier part avec lui.</p>
          <label className="tick">
            <input
              type="checkbox"
              name={KEEP_DOSSIER_FIELD}
              form={confirmFormId(dialogId)}
              defaultChecked={dossier.isKept}
            />
            <span>Garder le dossier</span>
          </label>
        </>
      )}
    </ConfirmButton>
  );
}
