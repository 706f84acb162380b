/** Whose address counts, for whatever is counted per visitor. Addresses stay in memory: they reach no log and no disk. */
import { isIP, isIPv6 } from "node:net";

/** Stands for every visitor whose address is not known. */
const INCONNUE = "inconnue";

/**
 * @param socket address at the other end of the connection; absent when it is gone already
 * @param transmises the X-Forwarded-For header. Anybody can write anything into it: only what the site's own proxies
 * have appended at its right end is believed
 * @param proxies how many proxies stand before the site; 0: the header is not looked at
 * @returns the one that counts: an IPv4 address, or the /64 that an IPv6 visitor has for themselves
 */
export function visitorAddress(socket: string | undefined, transmises: string | undefined, proxies: number): string {
  const chemin = proxies > 0 && transmises ? transmises.split(",").slice(-proxies) : [];
  return normale(sansPort(chemin[0]?.trim() ?? "")) ?? normale(socket ?? "") ?? INCONNUE;
}

/**
 * An IPv6 customer is given a /56 or a /48, which is 256 or 65,536 addresses as they are counted here.
 * @param address as `visitorAddress` gives it
 * @returns the address and, where it is an IPv6 one, the /56 and the /48 that it is in
 */
export function networksOf(address: string): string[] {
  const [, site, subnet = ""] = /^((?:[\da-f]+:){3})([\da-f]+)::\/64$/.exec(address) ?? [];
  if (site === undefined) return [address];
  const customer = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return [address, `${site}${customer}::/56`, `${site}:/48`];
}

/** Some proxies note the port too: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function sansPort(texte: string): string {
  const [, entreCrochets, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(texte) ?? [];
  return entreCrochets ?? v4 ?? texte;
}

/** @returns null for what is no address */
function normale(texte: string): string | null {
  const adresse = texte.split("%", 1)[0] ?? "";
  if (isIP(adresse) === 0) return null;
  if (!isIPv6(adresse)) return adresse;
  const mots = motsDe(adresse);
  const v4 = mots.slice(0, 5).every((mot) => mot === 0) && mots[5] === 0xffff ? mots.slice(6) : null;
  if (v4) return v4.flatMap((mot) => [mot >> 8, mot & 255]).join(".");
  return `${mots
    .slice(0, 4)
    .map((mot) => mot.toString(16))
    .join(":")}::/64`;
}

/** @returns the eight words of an IPv6 address */
function motsDe(adresse: string): number[] {
  // The URL parser writes every spelling of an address in one way: lower case, no dotted end.
  const canonique = new URL(`http://[${adresse}]`).hostname.slice(1, -1);
  const [gauche = [], droite = []] = canonique
    .split("::")
    .map((moitie) => (moitie === "" ? [] : moitie.split(":").map((mot) => Number.parseInt(mot, 16))));
  return [...gauche, ...Array<number>(8 - gauche.length - droite.length).fill(0), ...droite];
}
