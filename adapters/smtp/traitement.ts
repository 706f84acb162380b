import type { Traitement } from "#domain/traitement.ts";

/** A mail server on the same machine: the mail passes through nobody else's hands there. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * @param url as in `SMTP_URL`; its user and password stay here
 * @returns that mail goes through this server; in which country it stands, an address does not tell
 */
export function traitementSmtp(url: string): Traitement {
  const { hostname } = new URL(url);
  return { role: "courrier", prestataire: LOCAL.test(hostname) ? null : hostname, pays: [], garantie: null };
}
