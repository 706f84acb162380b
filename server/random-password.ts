import { randomInt } from "node:crypto";

/** Without characters that look alike: i, l, o, 0 and 1. */
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** @returns a random password for reading out and copying by hand: `k7xm-2pqr-9twz-hv4n`, 79 bits */
export function generatePassword(): string {
  const char = () => CHARACTERS.charAt(randomInt(CHARACTERS.length));
  const group = () => Array.from({ length: 4 }, char).join("");
  return Array.from({ length: 4 }, group).join("-");
}
