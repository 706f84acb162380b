/** What a client of the crash test needs to speak to a site that may die at any moment. */

/** A site as long as it lives. `tuer` turns `alive` off before the signal, so that only then may requests fail. */
export type Instance = { url: string; alive: boolean };

/** The site died before its answer was complete. What was sent may have been kept or not. */
class NoResponse extends Error {}

export type CachedResponse = { status: number; html: string; cookies: string[]; location: string | null };

/**
 * Sends one request, each from an address of its own: a limit per address is for other tests.
 * @returns the complete answer
 * @throws NoResponse when the site was killed meanwhile
 */
export async function request(instance: Instance, path: string, init: RequestInit = {}): Promise<CachedResponse> {
  const address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join(".");
  const headers = { ...init.headers, origin: instance.url, "x-forwarded-for": `10.${address}` };
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

/** @returns the form's answer */
export const post = (instance: Instance, path: string, body: URLSearchParams | FormData, cookie = "") =>
  request(instance, path, { method: "POST", body, headers: { cookie } });

/** Does one thing after the other until the site dies, at most so many times. */
export async function repeat(instance: Instance, times: number, run: () => Promise<void>): Promise<void> {
  for (let i = 0; i < times && instance.alive; i++)
    await run().catch((error: unknown) => {
      if (!(error instanceof NoResponse)) throw error;
    });
}
