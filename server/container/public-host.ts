/** What a request says about the address that its visitor typed. */
import type { IncomingHttpHeaders } from "node:http";

/** A name or an IPv4 address, and a port. */
const HOST =
  /^(?=.{1,253}(?::|$))(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::\d{1,5})?$/i;

/**
 * @param proxies how many stand before the site: none, and the connection is what the visitor sees
 * @returns the origin, https unless the proxy says otherwise; null when the host is no plausible one
 */
export function originOf(headers: IncomingHttpHeaders, proxies: number): string | null {
  const { host = "" } = headers;
  if (!HOST.test(host)) return null;
  const [proto] = String(headers["x-forwarded-proto"] ?? "").split(",");
  const scheme = proxies === 0 || proto?.trim().toLowerCase() === "http" ? "http" : "https";
  const url = URL.parse(`${scheme}://${host}`);
  // `1.2` and `0x7f.1` are other spellings of an address: nobody types them.
  return url?.hostname === host.toLowerCase().replace(/:\d+$/, "") ? url.origin : null;
}
