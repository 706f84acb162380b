/**
 * Replaces scrypt by the same function with the smallest cost, because a hash of a real site takes a quarter of a second
 * and 32 MB. A process with the cheap function cannot verify a password that another process hashed at full cost.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

export const SMALLEST = { N: 2, r: 1, p: 1 };
const { scrypt } = crypto;
const cheap = ((...[password, salt, bytes, cost, done]: Parameters<typeof scrypt>) =>
  scrypt(password, salt, bytes, { ...cost, ...SMALLEST }, done)) as typeof scrypt;

function hashWith(hash: typeof scrypt): void {
  crypto.scrypt = hash;
  syncBuiltinESMExports();
}

/** Makes hashes cheap in this process from now on. */
export const passwordsCostLittle = (): void => hashWith(cheap);

/** Restores the full cost until the test ends. */
export function passwordsCostAsOnASite(): void {
  const before = crypto.scrypt;
  hashWith(scrypt);
  onTestFinished(() => hashWith(before));
}
