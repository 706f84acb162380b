/**
 * A site spends a quarter of a second and 32 MB on each password check. Other tests use the same function with the lowest
 * cost. A hash that another process made at full cost is then refused.
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

/** Lowers the cost for this process. */
export const passwordsCostLittle = (): void => hashWith(cheap);

/** Uses the site's cost until the test ends. */
export function passwordsCostAsOnASite(): void {
  const before = crypto.scrypt;
  hashWith(scrypt);
  onTestFinished(() => hashWith(before));
}
