import { data } from "react-router";

/** `never`: React Router adds the server's data to the type of the page's `actionData` itself. */
export type ClientActionArgs = { readonly request: Request; readonly serverAction: () => Promise<never> };

const FAILED = { failed: true } as const;

/**
 * Calls the server's action from the browser. A network error becomes action data instead of an error page, so that
 * every field keeps its value (docs/specification.md section 4). With the status 503, the router does not reload the
 * page's data, which would fail as well.
 */
export async function clientAction({ serverAction }: Pick<ClientActionArgs, "serverAction">) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(FAILED, { status: 503 });
  }
}
