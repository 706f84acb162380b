import type { DataProcessor } from "#domain/data-processor.ts";

/** A mail server on this machine: no third party. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `url`: as in `SMTP_URL`; its credentials are not published. The country of a server is unknown. */
export function smtpProcessor(url: string): DataProcessor {
  const { hostname } = new URL(url);
  return { role: "mail", provider: LOCAL.test(hostname) ? null : hostname, country: [], safeguard: null };
}
