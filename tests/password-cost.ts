/**
 * A site makes each password cost a quarter of a second and 32 MB. Tests that are about something else need not pay that:
 * the same function, with the smallest cost. What another process hashed at its full cost is then nobody's password.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

const SMALLEST = { N: 2, r: 1, p: 1 };
const { scrypt } = crypto;
const cheap = ((...[password, salt, bytes, cost, done]: Parameters<typeof scrypt>) =>
  scrypt(password, salt, bytes, { ...cost, ...SMALLEST }, done)) as typeof scrypt;

function hashWith(hash: typeof scrypt): void {
  crypto.scrypt = hash;
  syncBuiltinESMExports();
}

/** From now on, in this process. */
export const passwordsCostLittle = (): void => hashWith(cheap);

/** Until the test ends: what it checks was hashed as a site hashes. */
export function passwordsCostAsOnASite(): void {
  const before = crypto.scrypt;
  hashWith(scrypt);
  onTestFinished(() => hashWith(before));
}
