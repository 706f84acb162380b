/** Determines the address by which limits count visitors. Addresses are never logged or stored. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const UNKNOWN = "inconnue";

/**
 * @param forwarded the X-Forwarded-For header; only the last `proxies` entries are trusted
 * @param proxies number of trusted proxies; 0 ignores the header
 * @returns an IPv4 address, or the /64 network of an IPv6 address
 */
export function visitorIpAddress(socket: string | undefined, forwarded: string | undefined, proxies: number): string {
  const proxied = proxies > 0 && forwarded ? forwarded.split(",").slice(-proxies) : [];
  return normalizeAddress(withoutPort(proxied[0]?.trim() ?? "")) ?? normalizeAddress(socket ?? "") ?? UNKNOWN;
}

/** One customer may own a whole /56 or /48 network of IPv6 addresses, so limits also count these networks. */
export function networksOfIpAddress(address: string): string[] {
  if (!ipaddr.IPv6.isValidCIDR(address)) return [address];
  const [ip] = ipaddr.IPv6.parseCIDR(address);
  return [address, network(ip, 56), network(ip, 48)];
}

const network = (ip: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;

/** Removes the port that some proxies append: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? v4 ?? text;
}

function normalizeAddress(text: string): string | null {
  const address = text.split("%", 1)[0] ?? "";
  if (isIP(address) === 0) return null;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4" ? ip.toString() : network(ip, 64);
}
