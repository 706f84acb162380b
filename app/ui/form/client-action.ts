import { data } from "react-router";
import type { FormResult } from "./form-result.ts";

/** Returns `never`, because React Router itself adds the server's data to the type of the page's `actionData`. */
export type ClientActionArgs = { readonly request: Request; readonly serverAction: () => Promise<never> };

const FAILED = { failed: true } as const;
const SESSION_ENDED: Pick<FormResult, "failed" | "sessionEnded"> = { sessionEnded: true };

/**
 * A network error becomes action data: an error page would lose the typed values (docs/specification.md section 4).
 * The router does not reload the page's data after a status 503.
 */
export async function clientAction({ serverAction }: Pick<ClientActionArgs, "serverAction">) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(FAILED, { status: 503 });
  }
}

/**
 * For pages in `Screen`. If the session has ended, the server redirects to the login, which would lose the typed
 * values. So the page stays, and shows a dialog to sign in.
 */
export async function screenClientAction(args: Pick<ClientActionArgs, "serverAction">) {
  try {
    return await clientAction(args);
  } catch (error) {
    const leadsToLogin = error instanceof Response && error.headers.get("location")?.startsWith("/login?suite=");
    if (!leadsToLogin) throw error;
    return data(SESSION_ENDED, { status: 401 });
  }
}
