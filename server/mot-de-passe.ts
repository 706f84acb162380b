import { randomInt } from "node:crypto";

/** Letters and digits that nobody takes for one another: without i, l, o, 0 and 1. */
const SIGNES = "abcdefghjkmnpqrstuvwxyz23456789";

/** @returns a random password that can be read out and copied by hand: `k7xm-2pqr-9twz-hv4n`, 79 bits */
export function genererMotDePasse(): string {
  const signe = () => SIGNES.charAt(randomInt(SIGNES.length));
  const groupe = () => Array.from({ length: 4 }, signe).join("");
  return Array.from({ length: 4 }, groupe).join("-");
}
