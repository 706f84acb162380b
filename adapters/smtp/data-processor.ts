import type { DataProcessor } from "#domain/data-processor.ts";

/** A mail server on the same machine: the mail passes through nobody else's hands there. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * @param url as in `SMTP_URL`; its user and password stay here
 * @returns that mail goes through this server; in which country it stands, an address does not tell
 */
export function smtpProcessor(url: string): DataProcessor {
  const { hostname } = new URL(url);
  return { role: "mail", provider: LOCAL.test(hostname) ? null : hostname, country: [], safeguard: null };
}
