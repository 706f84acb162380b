/** Whose address counts, for whatever is counted per visitor. Addresses stay in memory: they reach no log and no disk. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Stands for every visitor whose address is not known. */
const UNKNOWN = "inconnue";

/**
 * @param socket address at the other end of the connection; absent when it is gone already
 * @param forwarded the X-Forwarded-For header. Anybody can write anything into it: only what the site's own proxies
 * have appended at its right end is believed
 * @param proxies how many proxies stand before the site; 0: the header is not looked at
 * @returns the one that counts: an IPv4 address, or the /64 that an IPv6 visitor has for themselves
 */
export function visitorAddress(socket: string | undefined, forwarded: string | undefined, proxies: number): string {
  const way = proxies > 0 && forwarded ? forwarded.split(",").slice(-proxies) : [];
  return counted(withoutPort(way[0]?.trim() ?? "")) ?? counted(socket ?? "") ?? UNKNOWN;
}

/**
 * An IPv6 customer is given a /56 or a /48, which is 256 or 65,536 addresses as they are counted here.
 * @param address as `visitorAddress` gives it
 * @returns the address and, where it is an IPv6 one, the /56 and the /48 that it is in
 */
export function networksOf(address: string): string[] {
  if (!ipaddr.IPv6.isValidCIDR(address)) return [address];
  const [ip] = ipaddr.IPv6.parseCIDR(address);
  return [address, network(ip, 56), network(ip, 48)];
}

const network = (ip: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;

/** Some proxies note the port too: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? v4 ?? text;
}

/** @returns null for what is no address */
function counted(text: string): string | null {
  const address = text.split("%", 1)[0] ?? "";
  if (isIP(address) === 0) return null;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4" ? ip.toString() : network(ip, 64);
}
