import { runSafely } from "#app/ui/form/run-safely.ts";
import { saveDraft } from "./card-draft.ts";

type Args<T> = { readonly request: Request; readonly serverAction: () => Promise<T> };

/** Deletes the draft when the action redirects, which means that the card was saved; keeps it on a redirect to the login. */
export async function saveCardSafely<T>({ request, serverAction }: Args<T>) {
  try {
    return await runSafely(serverAction);
  } catch (error) {
    const target = error instanceof Response ? error.headers.get("location") : null;
    if (target && !target.startsWith("/login")) saveDraft(new URL(request.url).pathname, null);
    throw error;
  }
}
