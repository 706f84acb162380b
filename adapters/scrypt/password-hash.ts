/** Format of a hash: `$scrypt$ln=15,r=8,p=3$SALT$KEY`, in Base64 without padding (PHC string format). */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { PASSWORD_LENGTHS, passwordLength } from "#domain/accounts/password.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";

type Cost = { readonly N: number; readonly r: number; readonly p: number };
type StoredHash = { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer };

/** From OWASP's Password Storage Cheat Sheet. This cost uses 32 MB. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 };
/** Memory limit of a check in bytes. More than `COST` needs, so that hashes with a higher cost can be checked. */
const MEMORY_MAX = 192 * 2 ** 20;
const KEY_BYTES = 64;

/** Checked if there is no account, so that each refusal takes the same time. */
const DUMMY_HASH: StoredHash = { cost: COST, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) };

const keyOf = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MEMORY_MAX };
    scrypt(normaliseUnicode(password, "NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function read(hash: string): StoredHash | null {
  const [, ln, r, p, salt = "", key = ""] = STORED.exec(hash) ?? [];
  if (!ln) return null;
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, "base64"), key: Buffer.from(key, "base64") };
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt, COST);
  const [textOfSalt, textOfKey] = [salt, key].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$scrypt$ln=${Math.log2(COST.N)},r=${COST.r},p=${COST.p}$${textOfSalt}$${textOfKey}`;
}

/** After a check of a hash with a lower cost, computes longer, so that each refusal takes the same time. */
async function equalizeTime({ N, r, p }: Cost): Promise<void> {
  const missing = Math.round(COST.p - (N * r * p) / (COST.N * COST.r));
  if (missing > 0) await keyOf("", DUMMY_HASH.salt, { ...COST, p: missing });
}

const isCurrent = ({ cost: { N, r, p } }: StoredHash): boolean => N === COST.N && r === COST.r && p === COST.p;

/** `hash`: null if no password is stored. `renewed`: a new hash to store if `hash` has an old cost. */
export async function checkPassword(
  hash: string | null,
  password: string,
): Promise<{ right: boolean; renewed: string | null }> {
  if (passwordLength(password) > PASSWORD_LENGTHS.max) return { right: false, renewed: null };
  const stored = (hash !== null && read(hash)) || DUMMY_HASH;
  const key = await keyOf(password, stored.salt, stored.cost);
  const right = stored !== DUMMY_HASH && stored.key.length === key.length && timingSafeEqual(stored.key, key);
  if (!right) await equalizeTime(stored.cost);
  return { right, renewed: right && !isCurrent(stored) ? await hashPassword(password) : null };
}
