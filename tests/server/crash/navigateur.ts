/** What a client of the crash test needs to speak to a site that may die at any moment. */

/** A site as long as it lives. `tuer` turns `vivant` off before the signal, so that only then may requests fail. */
export type Instance = { url: string; vivant: boolean };

/** The site died before its answer was complete. What was sent may have been kept or not. */
class SansReponse extends Error {}

export type Reponse = { status: number; html: string; cookies: string[]; location: string | null };

/**
 * Sends one request, each from an address of its own: a limit per address is for other tests.
 * @returns the complete answer
 * @throws SansReponse when the site was killed meanwhile
 */
export async function demander(instance: Instance, chemin: string, init: RequestInit = {}): Promise<Reponse> {
  const adresse = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join(".");
  const headers = { ...init.headers, origin: instance.url, "x-forwarded-for": `10.${adresse}` };
  try {
    const reponse = await fetch(instance.url + chemin, { ...init, redirect: "manual", headers });
    return {
      status: reponse.status,
      html: await reponse.text(),
      cookies: reponse.headers.getSetCookie(),
      location: reponse.headers.get("location"),
    };
  } catch (panne) {
    if (instance.vivant) throw panne;
    throw new SansReponse();
  }
}

/** @returns the form's answer */
export const poster = (instance: Instance, chemin: string, body: URLSearchParams | FormData, cookie = "") =>
  demander(instance, chemin, { method: "POST", body, headers: { cookie } });

/** Does one thing after the other until the site dies, at most so many times. */
export async function repeter(instance: Instance, fois: number, faire: () => Promise<void>): Promise<void> {
  for (let i = 0; i < fois && instance.vivant; i++)
    await faire().catch((panne: unknown) => {
      if (!(panne instanceof SansReponse)) throw panne;
    });
}
