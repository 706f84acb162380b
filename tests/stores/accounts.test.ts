import type { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import { generatePassword } from "#server/random-password.ts";
import { createAccountStore } from "#stores/accounts.ts";
import { accountsContract } from "#tests/contracts/accounts/accounts.contract.ts";
import { expectAllRefused } from "#tests/contracts/accounts/all-refused.ts";
import { passkeysContract } from "#tests/contracts/accounts/passkeys.contract.ts";
import { accountsIn, keepHash, SECRET } from "#tests/contracts/accounts/place.ts";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { passwordsCostAsOnASite } from "#tests/password-cost.ts";

/** A minute, in days. */
const MINUTE = 1 / 1440;
const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";

/** Hashes that another library computed, at another cost than this one's. */
const OF_ANOTHER_LIBRARY = {
  plain:
    "$scrypt$ln=14,r=16,p=1$MmE3NzE5NTY2MGRiMjI1OGU5NWNmNGI1NTI2MTA5MzI$0OsTblBj/BZ3JGdvqhtTotupGx4H8PqgdSKzWooyRHJhfOolL2F7nmfoxiwOdYCuGLd82kYIY1kYhIXF+fimnQ",
  composed:
    "$scrypt$ln=14,r=16,p=1$YmE5YTg4NDZlNzk5MjZiYzE0ZWI2YjU0MDhhNWRhZGI$p5FVzlKY7nhW8LeqYsiLbQr51+5r9fT5e9QItQXwfDDvdZizD9u/ezvZOFxDRKAczNVE+8ugElvMSH4PQQl07w",
};

const make = async () => {
  const { open } = embeddedFile();
  return async () => accountsIn(open());
};
accountsContract("accounts in SQLite", make);
passkeysContract("accounts in SQLite", make);

/** @returns contents of the documents of a collection, as text */
const allOf = (db: DatabaseSync, collection: string): string[] =>
  db
    .prepare("SELECT content FROM documents WHERE collection = ?")
    .all(collection)
    .map(({ content }) => String(content));

/** An account with an open session, and a clock that the test advances. */
async function withSession() {
  const { open } = embeddedFile();
  const db = open();
  let now = new Date("2025-07-01T12:00:00Z");
  const clock = { now: () => now };
  const auth = accountsIn(db, clock);
  const account = await auth.createAccount(EMAIL, PASSWORD);
  const session = await auth.signIn(EMAIL, PASSWORD);
  if (!account || !session) throw new Error("The sign-in was refused.");
  const advance = (days: number) => {
    now = new Date(now.getTime() + days * DAY_MS);
  };
  /** Waits until the use of the session at the present time is in the store: it is written after the answer. */
  const untilRecorded = () =>
    vi.waitFor(async () => expect((await auth.listSessions(session.token))[0]?.usedAt).toEqual(now), {
      timeout: 20_000,
      interval: 1,
    });
  return { db, open, auth, account, session, advance, start: now, clock, untilRecorded };
}

describe("a session", () => {
  it("ends 14 days after the sign-in without further use, and is deleted by the next sign-in", async () => {
    const { db, auth, account, session, advance, start } = await withSession();
    expect(session.expiresAt).toEqual(new Date(start.getTime() + 14 * DAY_MS));
    advance(14);
    expect(await auth.findSession(session.token)).toBeNull();
    advance(-MINUTE);
    expect(await auth.findSession(session.token)).toEqual(account);
    advance(15);
    await auth.signIn(EMAIL, PASSWORD);
    expect(allOf(db, "sessions")).toHaveLength(1);
  });

  it("stays open, and can be opened, when the clock is set back", async () => {
    const { auth, account, session, advance } = await withSession();
    advance(-3 / 24);
    const other = await auth.signIn(EMAIL, PASSWORD);
    for (const token of [session.token, other?.token ?? ""]) expect(await auth.findSession(token)).toEqual(account);
  });

  it("ends 90 days after the sign-in, also with regular use", async () => {
    const { auth, account, session, advance, untilRecorded } = await withSession();
    for (let day = 0; day < 84; day += 12) {
      advance(12);
      expect(await auth.findSession(session.token)).toEqual(account);
      await untilRecorded();
    }
    advance(6 - MINUTE);
    expect(await auth.findSession(session.token)).toEqual(account);
    advance(MINUTE);
    expect(await auth.findSession(session.token)).toBeNull();
    const again = await auth.signIn(EMAIL, PASSWORD);
    expect(again && (await auth.findSession(again.token))).toEqual(account);
  });

  it("is updated in the store at most every ten minutes", async () => {
    const { db, auth, session, advance, start } = await withSession();
    const end = () => JSON.parse(String(allOf(db, "sessions")[0])).expiresAt;
    const usedAt = async () => (await auth.listSessions(session.token))[0]?.usedAt;
    const before = end();
    advance(9 * MINUTE);
    await auth.findSession(session.token);
    expect([end(), await usedAt()]).toEqual([before, start]);
    advance(2 * MINUTE);
    await auth.findSession(session.token);
    await vi.waitFor(() => expect(end()).not.toBe(before), { timeout: 20_000, interval: 5 });
    expect(await usedAt()).toEqual(new Date(start.getTime() + 11 * 60_000));
  });

  it("stays open while its use cannot be recorded", async () => {
    const { db, auth, account, session, advance } = await withSession();
    db.exec("CREATE TRIGGER error BEFORE UPDATE ON documents BEGIN SELECT raise(ABORT, 'disk full'); END");
    advance(1);
    expect(await auth.findSession(session.token)).toEqual(account);
  });

  it("of an earlier version, with fewer fields, counts as not confirmed", async () => {
    const { db, auth, session } = await withSession();
    db.exec(
      "UPDATE documents SET content = json_remove(content, '$.confirmedAt', '$.device') WHERE collection = 'sessions'",
    );
    expect(await auth.readConfirmedAt(session.token)).toBeNull();
    expect(await auth.listSessions(session.token)).toMatchObject([{ device: "", current: true }]);
    expect(await auth.confirm(session.token, PASSWORD)).toBe(true);
    expect(await auth.readConfirmedAt(session.token)).not.toBeNull();
  });

  it("stores the label of the device, and no address of the network", async () => {
    const { db, auth } = await withSession();
    await auth.signIn(EMAIL, PASSWORD, "iPhone · Safari");
    const kept = allOf(db, "sessions").map((content) => JSON.parse(content));
    expect(kept.map(({ device }) => device).sort()).toEqual(["", "iPhone · Safari"]);
    const fields = ["account", "confirmedAt", "device", "expiresAt", "openedAt", "usedAt", "validAfter"];
    expect(Object.keys(kept[0]).sort()).toEqual(fields);
  });
});

it("the passkey of an account that the provider has disabled is refused, but not as unknown, so that browsers keep it", async () => {
  const { auth, db, account, clock } = await withSession();
  const key = createKey();
  await auth.addPasskey(account.id, key.make(await auth.passkeyOptions("add", account)), "Clé");
  const provider = createScryptIdentities(documentsOf(db));
  const find: IdentityProvider["find"] = async (id) => {
    const identity = await provider.find(id);
    return identity && { ...identity, disabled: true };
  };
  const disabled = accountsIn(db, { identities: { ...provider, find }, now: clock.now });
  const response = key.use(await auth.passkeyOptions("sign-in", null), account.id);
  expect(await disabled.signInWithPasskey(response)).toMatchObject({ ok: false, reason: { why: "refused" } });
});

it("the challenge of a passkey ends after five minutes", async () => {
  const { auth, account, advance } = await withSession();
  const key = createKey();
  await auth.addPasskey(account.id, key.make(await auth.passkeyOptions("add", account)), "Clé");
  const response = key.use(await auth.passkeyOptions("sign-in", null), account.id);
  advance(5 * MINUTE);
  expect(await auth.signInWithPasskey(response)).toMatchObject({ ok: false, reason: { why: "expired" } });
});

it.each([
  ["Pâquerette 🎺 1965", "Pâquerette 🎺 1965", OF_ANOTHER_LIBRARY.plain],
  ["ﬁlet e\u0301 à la brisolée", "filet é à la brisolée", OF_ANOTHER_LIBRARY.composed],
])("the password « %s » with a hash of another cost is right, and its hash is renewed", async (...of) => {
  const [password, composed, hash] = of;
  const { db, auth } = await withSession();
  passwordsCostAsOnASite();
  keepHash(db, EMAIL, hash);
  expect(await auth.signIn(EMAIL, `${password}x`)).toBeNull();
  expect(await auth.signIn(EMAIL, password)).not.toBeNull();
  // The first sign-in has replaced the hash.
  expect(await auth.signIn(EMAIL, composed)).not.toBeNull();
});

it("a generated password is long, readable and different each time", () => {
  const words = Array.from({ length: 200 }, generatePassword);
  expect(new Set(words).size).toBe(200);
  for (const word of words) expect(word).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
});

it("a link expires seven days after an invitation, one day after a reset, or when its caller says", async () => {
  const { auth, account, advance } = await withSession();
  const invitation = await auth.invite("paul@exemple.ch");
  const hour = await auth.invite("anne@exemple.ch", { lastsMs: DAY_MS / 24 });
  const newPassword = await auth.reset(account.id);
  const read = async (link: typeof hour) => (await auth.readLink(link?.token ?? "")).ok;
  for (const [link, days] of [
    [hour, 1 / 24],
    [newPassword, 23 / 24],
    [invitation, 6],
  ] as const) {
    advance(days - MINUTE);
    expect(await read(link)).toBe(true);
    advance(MINUTE);
    expect(await auth.acceptLink(link?.token ?? "", PASSWORD)).toEqual({ ok: false, reason: "expired" });
  }
  const kinds = ["invitation", "invitation", "reinitialisation"];
  expect((await auth.listAccounts()).map(({ link }) => link?.kind)).toEqual(kinds);
  expect(await auth.signIn("paul@exemple.ch", PASSWORD)).toBeNull();
});

it("the link to the first account expires, and then makes no account", async () => {
  const auth = accountsIn(embeddedFile().open());
  const { token = "" } = (await auth.issueFirstLink(-1)) ?? {};
  expect(await auth.acceptFirstLink(token, EMAIL, PASSWORD)).toEqual({ ok: false, reason: "expired" });
  expect(await auth.listAccounts()).toEqual([]);
});

describe("sessions and links", () => {
  it("stay valid after a restart, and become invalid with another secret", async () => {
    const { open, auth, account, session, start } = await withSession();
    const link = await auth.invite("paul@exemple.ch");
    const now = () => start;
    for (const secret of [SECRET, SECRET.toUpperCase()]) {
      const isSame = secret === SECRET;
      const after = accountsIn(open(), { secret, now });
      expect(await after.findSession(session.token)).toEqual(isSame ? account : null);
      expect((await after.readLink(String(link?.token))).ok).toBe(isSame);
    }
  });

  it("cannot be taken over with the contents of the database, which holds no password and no token", async () => {
    const { db, auth, session } = await withSession();
    const link = await auth.invite("paul@exemple.ch");
    const rows = db.prepare("SELECT * FROM documents").all();
    for (const secret of [PASSWORD, session.token, String(link?.token)])
      expect(JSON.stringify(rows)).not.toContain(secret);
    for (const { id, content } of rows)
      for (const value of [id, ...Object.values(JSON.parse(String(content)))]) {
        expect(await auth.findSession(String(value))).toBeNull();
        expect(await auth.readLink(String(value))).toEqual({ ok: false, reason: "unknown" });
      }
  });
});

describe("the accounts' documents", () => {
  it("are locked during a change of password, and free again 30 s after a process has died", async () => {
    const { db, auth, account, advance, clock } = await withSession();
    const until = new Date(clock.now().getTime() + 30_000).toISOString();
    await documentsOf(db).transaction(async (transaction) => {
      await transaction.get("accounts", account.id);
      transaction.update("accounts", account.id, { replacing: { id: "another", until } });
    });
    expect(await auth.changePassword(account.id, PASSWORD, "un nouveau mot")).toBeNull();
    expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    advance(31 / 86_400);
    expect(await auth.changePassword(account.id, PASSWORD, "un nouveau mot")).not.toBeNull();
  });

  it("keep the fifty most recently used sessions", async () => {
    const { db, auth, account, session, advance } = await withSession();
    for (let n = 0; n < 49; n++) await auth.signIn(EMAIL, PASSWORD);
    advance(MINUTE);
    await auth.confirm(session.token, PASSWORD);
    for (let n = 0; n < 6; n++) await auth.signIn(EMAIL, PASSWORD);
    expect(allOf(db, "sessions")).toHaveLength(50);
    expect(await auth.findSession(session.token)).toEqual(account);
  });

  it("cause errors while the store is closed", async () => {
    const { db, auth, account, session } = await withSession();
    const link = await auth.invite("paul@exemple.ch");
    const documents = openSqliteDocuments(String(db.location()));
    const identities = createScryptIdentities(documents);
    const failing = createAccountStore({ documents, identities, secret: async () => SECRET });
    documents.close();
    await expectAllRefused(failing, account.id, session.token, String(link?.token));
    await expect(failing.rename(account.id, "Paul")).rejects.toThrow();
    await expect(failing.findAccountId(EMAIL)).rejects.toThrow();
  });
});

/** @param made whether the call takes effect before it throws */
async function failingAt(call: keyof IdentityProvider, made = false) {
  const { db, clock, ...rest } = await withSession();
  const reported: unknown[] = [];
  const provider = createScryptIdentities(documentsOf(db));
  const identities: IdentityProvider = {
    ...provider,
    async [call](...args: unknown[]) {
      if (made) await (provider[call] as (...args: unknown[]) => Promise<unknown>)(...args);
      throw new Error("out of order");
    },
  };
  const failing = accountsIn(db, { identities, report: (error) => reported.push(error), now: clock.now });
  return { ...rest, db, failing, reported };
}

describe.each([false, true])("an identity provider that fails (its call took effect: %s)", (made) => {
  it("in a removal leaves the account disabled; the removal can be repeated", async () => {
    const { auth, failing, account, session, db } = await failingAt("remove", made);
    await auth.rename(account.id, "Zoé");
    await auth.createAccount("paul@exemple.ch", PASSWORD);
    await expect(failing.removeAccount(account.id)).rejects.toThrow("out of order");
    expect(await auth.findSession(session.token)).toBeNull();
    expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
    expect(await auth.removeAccount(account.id)).toBe(made ? "absent" : "removed");
    for (const trace of [EMAIL, "Zoé"])
      expect(JSON.stringify(db.prepare("SELECT * FROM documents").all())).not.toContain(trace);
  });

  it("in a reset leaves the account disabled; the reset can be repeated", async () => {
    const { auth, failing, account, session } = await failingAt("setPassword", made);
    await auth.createAccount("paul@exemple.ch", PASSWORD);
    await expect(failing.reset(account.id)).rejects.toThrow("out of order");
    expect(await auth.findSession(session.token)).toBeNull();
    expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
    const link = await auth.reset(account.id);
    expect((await auth.acceptLink(link?.token ?? "", "un nouveau mot")).ok).toBe(true);
  });

  it("in an invitation leaves no access; the invitation can be repeated", async () => {
    const { auth, failing } = await failingAt("create", made);
    await expect(failing.invite("paul@exemple.ch")).rejects.toThrow("out of order");
    const link = await auth.invite("paul@exemple.ch");
    expect((await auth.acceptLink(link?.token ?? "", PASSWORD)).ok).toBe(true);
    expect(await auth.listAccounts()).toHaveLength(2);
  });

  it("in a new password leaves the link valid", async () => {
    const { auth, failing } = await failingAt("setPassword", made);
    const link = await auth.invite("paul@exemple.ch");
    await expect(failing.acceptLink(link?.token ?? "", PASSWORD)).rejects.toThrow("out of order");
    if (!made) expect(await auth.signIn("paul@exemple.ch", PASSWORD)).toBeNull();
    expect((await auth.acceptLink(link?.token ?? "", "un autre mot")).ok).toBe(true);
    expect(await auth.signIn("paul@exemple.ch", "un autre mot")).not.toBeNull();
  });
});

describe("an identity provider that fails", () => {
  it("in the first account leaves its link valid, which is stored as a fingerprint until it is used", async () => {
    const { open } = embeddedFile();
    const db = open();
    const provider = createScryptIdentities(documentsOf(db));
    const create = async () => {
      throw new Error("out of order");
    };
    const { token = "" } = (await accountsIn(db).issueFirstLink(DAY_MS)) ?? {};
    const failing = accountsIn(db, { identities: { ...provider, create } });
    await expect(failing.acceptFirstLink(token, EMAIL, PASSWORD)).rejects.toThrow("out of order");
    const kept = () => JSON.stringify(db.prepare("SELECT * FROM documents").all());
    expect(kept()).toContain("first-link");
    expect(kept()).not.toContain(token);
    expect((await accountsIn(db).acceptFirstLink(token, EMAIL, PASSWORD)).ok).toBe(true);
    expect(kept()).not.toContain("first-link");
  });

  it("does not prevent a sign-out", async () => {
    const { auth, failing, session, reported } = await failingAt("revoke");
    await failing.signOut(session.token);
    expect(await auth.findSession(session.token)).toBeNull();
    expect(reported).toHaveLength(1);
  });
});

it("a new password whose session could not be stored opens the account, and its link stays valid", async () => {
  const { db, auth, account, session } = await withSession();
  const link = await auth.reset(account.id);
  // The last step stores the new session.
  db.exec(
    "CREATE TRIGGER error BEFORE INSERT ON documents WHEN NEW.collection = 'sessions' BEGIN SELECT raise(ABORT, 'disk full'); END",
  );
  await expect(auth.acceptLink(String(link?.token), "un nouveau mot")).rejects.toThrow("disk full");
  db.exec("DROP TRIGGER error");
  expect(await auth.findSession(session.token)).toBeNull();
  expect(await auth.signIn(EMAIL, "un nouveau mot")).not.toBeNull();
  expect((await auth.acceptLink(String(link?.token), "un autre mot")).ok).toBe(true);
  expect(await auth.signIn(EMAIL, "un nouveau mot")).toBeNull();
});
