/** How passwords are kept: `salt:key`, both in hexadecimal, the key of 64 bytes by scrypt from the salt as it is written. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { PASSWORD_LENGTHS, passwordLength } from "#domain/accounts/password.ts";
import { normalForm } from "#domain/text/normal-form.ts";

/** Memory in bytes: 32 MB for each password, and as much to spare. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

/** Belongs to no password; checked when there is no account, so that both answers take the same time. */
const OF_NOBODY = `${"0".repeat(32)}:${"0".repeat(2 * KEY_BYTES)}`;

const keyOf = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(normalForm(password, "NFKC"), salt, KEY_BYTES, COST, (fault, key) => (fault ? reject(fault) : resolve(key)));
  });

/** @throws when it has too few or too many characters */
export async function hashPassword(password: string): Promise<string> {
  const { min, max } = PASSWORD_LENGTHS;
  const length = passwordLength(password);
  if (length < min || length > max) throw new Error(`A password needs ${min} to ${max} characters.`);
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await keyOf(password, salt)).toString("hex")}`;
}

/**
 * @param hash null: nobody's
 * @param password as it was typed. Nobody's is longer than one that may be chosen: such a one is not even hashed,
 * whoever it is tried for
 */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  if (passwordLength(password) > PASSWORD_LENGTHS.max) return false;
  const [salt = "", key = ""] = (hash ?? OF_NOBODY).split(":");
  const [known, typed] = [Buffer.from(key, "hex"), await keyOf(password, salt)];
  return hash !== null && known.length === typed.length && timingSafeEqual(known, typed);
}
