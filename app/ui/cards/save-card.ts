import { saveDraft } from "#app/ui/cards/use-card-draft.ts";
import { type ClientActionArgs, clientAction as callServer } from "#app/ui/form/client-action.ts";

/** A redirect means that the action saved: delete the draft. A redirect to the login keeps the draft. */
export async function clientAction({ request, serverAction }: ClientActionArgs) {
  try {
    return await callServer({ serverAction });
  } catch (error) {
    const target = error instanceof Response ? error.headers.get("location") : null;
    if (target && !target.startsWith("/login")) saveDraft(new URL(request.url).pathname, null);
    throw error;
  }
}
