import { ConfirmButton, confirmFormId } from "#app/ui/confirm-button.tsx";
import { deleteDialogId } from "#app/ui/delete-button.tsx";
import Bin from "#app/ui/drawings/sign-bin.svg?drawing";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { EventCardData } from "./year.server.ts";

/** Form field: sent if the dossier outlives the event. */
export const KEEP_DOSSIER_FIELD = "garder-le-dossier";

/** More names would make the question longer than a phone. */
const NAMED_MAX = 8;

/** Who comes, and whether there is a dossier, is read when the deletion is asked, and not for all events of the page. */
export function DeleteEvent({ event, url }: { event: EventCardData; url: string }) {
  const { id, name, month, past, toDelete } = event;
  const dialogId = deleteDialogId(id);
  const hasDossier = toDelete?.hasDossier ?? false;
  const coming = past ? [] : (toDelete?.coming ?? []);
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
      {coming.length > 0 && (
        <p>
          {coming.length === 1 ? "Une personne vient aider" : `${coming.length}\u00a0personnes viennent aider`}&nbsp;:{" "}
          <bdi>{coming.slice(0, NAMED_MAX).join(", ")}</bdi>
          {coming.length > NAMED_MAX && ", …"}. Annulez-le plutôt&nbsp;: vous pourrez les prévenir.
        </p>
      )}
      {hasDossier && (
        <>
          <p>Son dossier part avec lui.</p>
          <label className="tick">
            <input
              type="checkbox"
              name={KEEP_DOSSIER_FIELD}
              form={confirmFormId(dialogId)}
              defaultChecked={toDelete?.isDossierKept}
            />
            <span>Garder le dossier</span>
          </label>
        </>
      )}
    </ConfirmButton>
  );
}
