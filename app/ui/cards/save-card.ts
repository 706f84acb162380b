import { saveDraft } from "#app/ui/cards/use-card-draft.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";

type Args<T> = { readonly request: Request; readonly serverAction: () => Promise<T> };

/** Deletes the draft after a successful save, to which the action responds with a redirect. */
export async function saveCardSafely<T>({ request, serverAction }: Args<T>) {
  try {
    return await runSafely(serverAction);
  } catch (error) {
    const target = error instanceof Response ? error.headers.get("location") : null;
    if (target && !target.startsWith("/login")) saveDraft(new URL(request.url).pathname, null);
    throw error;
  }
}
