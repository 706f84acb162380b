import { randomInt } from "node:crypto";

/** Without i, l, o, 0 and 1, which look alike. */
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function generatePassword(): string {
  const char = () => CHARACTERS.charAt(randomInt(CHARACTERS.length));
  const group = () => Array.from({ length: 4 }, char).join("");
  return Array.from({ length: 4 }, group).join("-");
}
