/** The cost of a password check, the format of its hash, and the renewal of hashes of another cost. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, onTestFinished } from "vitest";
import { PasswordsBusy } from "#ports/identity.ts";
import { accountsIn, hashKept, keepHash } from "#tests/contracts/accounts/place.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { passwordsCostAsOnASite, SMALLEST } from "#tests/password-cost.ts";

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";
const UNKNOWN = "inconnu@exemple.ch";
const OF_TODAY = /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{86}$/;

type Scrypt = typeof crypto.scrypt;
type Cost = { N: number; r: number; p: number; fits: boolean };

/** Counts the work (N × r × p), the calls, and how many run at the same time, until the test ends. */
function watchScrypt() {
  const { scrypt } = crypto;
  const seen = { work: 0, calls: 0, atOnce: 0, most: 0, memory: 0, costs: [] as Cost[] };
  const watched = (...[password, salt, bytes, cost, done]: Parameters<Scrypt>) => {
    const { N = 0, r = 0, p = 0 } = cost;
    seen.work += N * r * p;
    seen.costs.push({ N, r, p, fits: (cost.maxmem ?? 0) > 128 * N * r });
    seen.calls++;
    seen.memory = Math.max(seen.memory, 128 * N * r);
    seen.most = Math.max(seen.most, ++seen.atOnce);
    scrypt(password, salt, bytes, cost, (error, key) => {
      seen.atOnce--;
      done(error, key);
    });
  };
  const replace = (next: Scrypt) => {
    crypto.scrypt = next;
    syncBuiltinESMExports();
  };
  replace(watched as Scrypt);
  onTestFinished(() => replace(scrypt));
  return seen;
}

const keyOf = (salt: Buffer) => crypto.scryptSync(PASSWORD.normalize("NFKC"), salt, 64, SMALLEST);

/** A hash of the test's password that names these parameters, computed as cheaply as all hashes of this process. */
function hashWith({ ln, r, p }: { ln: number; r: number; p: number }): string {
  const salt = crypto.randomBytes(16);
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(keyOf(salt))}`;
}

async function withAccount(hash?: string) {
  const db = embeddedFile().open();
  const auth = accountsIn(db);
  await auth.createAccount(EMAIL, PASSWORD);
  const kept = () => hashKept(db, EMAIL);
  const keep = (text: string) => keepHash(db, EMAIL, text);
  if (hash !== undefined) keep(hash);
  return { auth, kept, keep };
}

describe("the hash of a password", () => {
  it("contains its parameters, which are OWASP's minimum within 32 MB, and its own salt", async () => {
    const seen = watchScrypt();
    const { auth, kept } = await withAccount();
    const [first, link] = [kept(), await auth.reset((await auth.findAccountId(EMAIL)) ?? "")];
    await auth.acceptLink(link?.token ?? "", PASSWORD);
    for (const hash of [first, kept()]) expect(hash).toMatch(OF_TODAY);
    expect(kept().split("$")[3]).not.toBe(first.split("$")[3]);
    expect(seen).toMatchObject({ calls: 2, memory: 32 * 2 ** 20, work: 2 * 2 ** 15 * 8 * 3 });
    const before = kept();
    await auth.signIn(EMAIL, PASSWORD);
    expect(kept()).toBe(before);
  });

  // tests/stores/accounts verifies hashes at the cost of a site.
  it.each([
    ["with a smaller N and a larger r", { ln: 14, r: 16, p: 1 }],
    ["with parameters that are too small", { ln: 10, r: 8, p: 1 }],
    ["with a smaller p", { ln: 15, r: 8, p: 1 }],
    ["that takes twice the memory", { ln: 16, r: 8, p: 1 }],
  ])("%s is accepted, and renewed at the next successful sign-in", async (_, cost) => {
    const old = hashWith(cost);
    const { auth, kept } = await withAccount(old);
    const seen = watchScrypt();
    expect(await auth.signIn(EMAIL, `${PASSWORD}x`)).toBeNull();
    expect(kept()).toBe(old);
    expect(seen.costs).toContainEqual({ N: 2 ** cost.ln, r: cost.r, p: cost.p, fits: true });
    expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    expect(kept()).toMatch(OF_TODAY);
    expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
  });

  it("is renewed by concurrent sign-ins, which all succeed", async () => {
    const { auth, kept, keep } = await withAccount();
    const session = await auth.signIn(EMAIL, PASSWORD);
    keep(hashWith({ ln: 15, r: 8, p: 1 }));
    const together = [1, 2, 3].map(() => auth.signIn(EMAIL, PASSWORD));
    const confirmed = auth.confirm(session?.token ?? "", PASSWORD);
    expect((await Promise.all(together)).filter((one) => one === null)).toEqual([]);
    expect(await confirmed).toBe(true);
    expect(kept()).toMatch(OF_TODAY);
  });

  const DAMAGED = ["", "x", ":", "00:00", "$scrypt$ln=15,r=8,p=3$$", "$scrypt$ln=99,r=8,p=3$AAAA$AAAA"];
  it.each([...DAMAGED, `$2b$10$${"a".repeat(53)}`])("that is damaged (%s) is refused without a delay", async (hash) => {
    const { auth } = await withAccount(hash);
    for (const password of ["", PASSWORD, "faux mot"])
      expect(await auth.signIn(EMAIL, password).catch(() => null)).toBeNull();
  });
});

it("a wrong password costs the same work for a known and an unknown address, whatever the parameters of the hash", async () => {
  const { auth, keep } = await withAccount();
  const seen = watchScrypt();
  const workOf = async (email: string, password: string) => {
    seen.work = 0;
    expect(await auth.signIn(email, password)).toBeNull();
    return seen.work;
  };
  const ofUnknown = await workOf(UNKNOWN, PASSWORD);
  expect(ofUnknown).toBe(2 ** 15 * 8 * 3);
  expect(seen.memory).toBe(32 * 2 ** 20);
  for (const hash of [
    hashWith({ ln: 15, r: 8, p: 3 }),
    hashWith({ ln: 14, r: 16, p: 1 }),
    hashWith({ ln: 15, r: 8, p: 1 }),
    "x",
  ]) {
    keep(hash);
    expect(await workOf(EMAIL, "faux mot"), hash.slice(0, 20)).toBe(ofUnknown);
  }
});

describe("concurrent password checks", () => {
  it("run one at a time, in the order of arrival; those above the limit are refused at once", async () => {
    const { auth } = await withAccount();
    const seen = watchScrypt();
    const order: number[] = [];
    const attempts = Array.from({ length: 200 }, async (_, i) => {
      const outcome = await auth.signIn(i % 2 ? EMAIL : UNKNOWN, "faux mot").catch((error: unknown) => error);
      if (outcome === null) order.push(i);
      return outcome;
    });
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((one) => one instanceof PasswordsBusy)).toHaveLength(200 - 17);
    expect(order).toEqual(Array.from({ length: 17 }, (_, i) => i));
    expect(seen).toMatchObject({ calls: 17, most: 1 });
    expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
  });

  it("of a session or a link come before a flood of sign-ins", async () => {
    const { auth } = await withAccount();
    const session = await auth.signIn(EMAIL, PASSWORD);
    const link = await auth.invite("paul@exemple.ch");
    let flooding = 0;
    const flood = Array.from({ length: 50 }, () =>
      auth.signIn(UNKNOWN, "faux mot").then(
        () => flooding++,
        () => {},
      ),
    );
    expect(await auth.confirm(session?.token ?? "", PASSWORD)).toBe(true);
    expect((await auth.acceptLink(link?.token ?? "", PASSWORD)).ok).toBe(true);
    expect(flooding).toBeLessThan(17);
    await Promise.all(flood);
    expect(flooding).toBe(17);
  });

  it("with a hash that cannot be computed do not block the queue", async () => {
    const { auth, keep } = await withAccount("$scrypt$ln=31,r=99,p=1$AAAA$AAAA");
    passwordsCostAsOnASite();
    await expect(auth.signIn(EMAIL, PASSWORD)).rejects.toThrow(/memory limit|Invalid scrypt/);
    keep("");
    expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
  });
});
