import { data } from "react-router";

const FAILED = { failed: true } as const;

/**
 * Calls the server's action from the browser; a network that fails, or an answer that is none, becomes an outcome
 * of the form instead of an error page: the overlay closes and every field keeps its value (docs/specification.md
 * section 4). Its status keeps the router from asking the same network for fresh data.
 */
export async function runSafely<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(FAILED, { status: 503 });
  }
}
