import { type ClientActionArgs, clientAction as callServer } from "#app/ui/form/client-action.ts";
import { deleteDraft } from "#app/ui/form/drafts.ts";

/** A redirect means that the action saved: delete the draft. A redirect to the login keeps the draft. */
export async function clientAction({ request, serverAction }: ClientActionArgs) {
  try {
    return await callServer({ serverAction });
  } catch (error) {
    const target = error instanceof Response ? error.headers.get("location") : null;
    if (target && !target.startsWith("/login")) deleteDraft(new URL(request.url).pathname);
    throw error;
  }
}
