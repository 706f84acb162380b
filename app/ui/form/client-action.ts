import { data } from "react-router";

/** `never`: React Router adds the server's data to the type of the page's `actionData` itself. */
export type ClientActionArgs = { readonly request: Request; readonly serverAction: () => Promise<never> };

const FAILED = { failed: true } as const;

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
