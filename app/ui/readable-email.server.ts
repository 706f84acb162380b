import { domainToUnicode } from "node:url";

/** In other scripts, letters can look like Latin letters: `pаypal.ch`. */
const LATIN = /^[\p{Script=Latin}\d.-]+$/u;

/** An address as people read it: `info@zürich.ch` for `info@xn--zrich-kva.ch`. Links need the stored address. */
export function readableEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = domainToUnicode(email.slice(at));
  return at > 0 && LATIN.test(domain) ? email.slice(0, at) + domain : email;
}
