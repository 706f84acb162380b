import { randomInt } from "node:crypto";

/** Letters and digits, except i, l, o, 0 and 1, which look alike. */
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** @returns a random password of 79 bits that is easy to read and type: `k7xm-2pqr-9twz-hv4n` */
export function generatePassword(): string {
  const char = () => CHARACTERS.charAt(randomInt(CHARACTERS.length));
  const group = () => Array.from({ length: 4 }, char).join("");
  return Array.from({ length: 4 }, group).join("-");
}
