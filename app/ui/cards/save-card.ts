import { runSafely } from "#app/ui/form/run-safely.ts";
import { saveDraft } from "./card-draft.ts";

type Args<T> = { readonly request: Request; readonly serverAction: () => Promise<T> };

/**
 * Calls an action that saves a card. Where it leads on to another page, the card is saved, and what was typed is no
 * draft any more; whoever is led to the login comes back to it.
 */
export async function submitCard<T>({ request, serverAction }: Args<T>) {
  try {
    return await runSafely(serverAction);
  } catch (error) {
    const target = error instanceof Response ? error.headers.get("location") : null;
    if (target && !target.startsWith("/login")) saveDraft(new URL(request.url).pathname, null);
    throw error;
  }
}
