import { data } from "react-router";

const FAILED = { failed: true } as const;

/**
 * A network error becomes action data: an error page would lose the typed values (docs/specification.md section 4).
 * The router does not reload the page's data after a status 503.
 */
export async function runSafely<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(FAILED, { status: 503 });
  }
}
