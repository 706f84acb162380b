import { FAILURE_TEXTS } from "#app/layout/toasts/failure-texts.ts";
import { showToast } from "#app/layout/toasts/show-toast.ts";
import { type ClientActionArgs, clientAction as callServer } from "#app/ui/form/client-action.ts";

const FAILURES: Readonly<Record<string, keyof typeof FAILURE_TEXTS>> = {
  publish: "publication-failed",
  "publish-chosen": "publication-failed",
  again: "drafts-failed",
  "again-chosen": "drafts-failed",
  "next-year": "year-failed",
  "as-planned": "evenement-unchanged",
  "undo-replacement": "evenement-unchanged",
};

/** After a network error, a toast says what was not done (docs/specification.md section 8). The list stays visible. */
export async function clientAction({ request, serverAction }: ClientActionArgs) {
  const intention = String((await request.clone().formData()).get("intention"));
  return callServer({
    serverAction: () =>
      serverAction().catch((error: unknown) => {
        // A second tap or another link aborts the request, although the server may have handled it.
        if (!(error instanceof Response) && !request.signal.aborted)
          showToast({ ...FAILURE_TEXTS[FAILURES[intention] ?? "deletion-failed"] });
        throw error;
      }),
  });
}
