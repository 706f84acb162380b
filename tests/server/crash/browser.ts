/** HTTP client for a site that may be killed at any moment. */

/** A running site. The test sets `alive` to false before it kills the site; only then may requests fail. */
export type Instance = { url: string; alive: boolean };

/** Thrown if the site was killed before its answer was complete. The write may have happened or not. */
class NoResponse extends Error {}

export type CachedResponse = { status: number; html: string; cookies: string[]; location: string | null };

let requests = 0;

/**
 * Sends a request from an address of its own, so that no rate limit applies.
 * @returns the complete answer
 * @throws NoResponse if the site was killed meanwhile
 */
export async function request(instance: Instance, path: string, init: RequestInit = {}): Promise<CachedResponse> {
  const address = `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`;
  requests++;
  const headers = { ...init.headers, origin: instance.url, "x-forwarded-for": address };
  try {
    const response = await fetch(instance.url + path, { ...init, redirect: "manual", headers });
    return {
      status: response.status,
      html: await response.text(),
      cookies: response.headers.getSetCookie(),
      location: response.headers.get("location"),
    };
  } catch (error) {
    if (instance.alive) throw error;
    throw new NoResponse();
  }
}

/** Posts a form. @returns the complete answer */
export const post = (instance: Instance, path: string, body: URLSearchParams | FormData, cookie = "") =>
  request(instance, path, { method: "POST", body, headers: { cookie } });

/** Calls `run` repeatedly until the site is killed, at most `times` times. */
export async function repeat(instance: Instance, times: number, run: () => Promise<void>): Promise<void> {
  for (let i = 0; i < times && instance.alive; i++)
    await run().catch((error: unknown) => {
      if (!(error instanceof NoResponse)) throw error;
    });
}
