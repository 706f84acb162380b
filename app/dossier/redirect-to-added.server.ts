import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { urlOfDossier } from "#app/ui/event-url.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import type { DossierOwner } from "#usecases/dossiers/find-dossier.ts";
import type { AddedAt } from "#usecases/dossiers/tasks.ts";
import { ADDED_AT_PARAM } from "./dossier-view.server.ts";

/** Redirects to the dossier, which offers to undo the addition. */
export function redirectToAddedTasks(context: FormRequestArgs["context"], owner: DossierOwner, addedAt: AddedAt) {
  const url = urlOfDossier(owner);
  return addedAt === null
    ? redirectWithToast(context, url, "tasks-same")
    : redirectWithToast(context, `${url}?${new URLSearchParams({ [ADDED_AT_PARAM]: addedAt })}`, "tasks-added");
}
