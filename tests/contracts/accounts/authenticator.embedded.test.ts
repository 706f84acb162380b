import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAuthenticator } from "#adapters/embedded/accounts/authenticator.ts";
import { generatePassword } from "#server/random-password.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { passwordsCostAsOnASite } from "#tests/password-cost.ts";
import { authenticatorContract } from "./authenticator.contract.ts";
import { firstLinkContract } from "./first-link.contract.ts";

const SECRET = "un-secret-de-test-qui-ne-sert-nulle-part-0123456789";
/** Of a day. */
const MINUTE = 1 / 1440;
const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";

/** As @better-auth/utils 0.4.2 hashed them. */
const OF_THE_LIBRARY = {
  plain:
    "2a77195660db2258e95cf4b552610932:d0eb136e5063fc167724676faa1b53a2dba91b1e07f0faa07522b35a8a324472617cea252f617b9e67e8c62c0e7580ae18b77cda46086359188485c5f9f8a69d",
  composed:
    "ba9a8846e79926bc14eb6b5408a5dadb:a79155ce5298ee7856f0b7aa62c88b6d0af9d7ee6bf5f4f97bd408b505f07c30ef7598b30fdbbf7b3bd9385c4344a01cccd544fbcba0125bcc487e0f410974ef",
};

authenticatorContract("local accounts in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createAuthenticator({ db: open(), secret: SECRET });
});

firstLinkContract("local accounts in SQLite", async () =>
  createAuthenticator({ db: embeddedFile().open(), secret: SECRET }),
);

it("a start ends the link to the first account of the one before, and nothing of it is in the file", async () => {
  const { open } = embeddedFile();
  const db = open();
  const before = await createAuthenticator({ db, secret: SECRET }).issueFirstLink(DAY_MS);
  const auth = createAuthenticator({ db: open(), secret: SECRET });
  for (const known of [null, await auth.issueFirstLink(DAY_MS)]) {
    expect(await auth.readFirstLink(before?.token ?? "")).toEqual({ ok: false, reason: "unknown" });
    if (known) expect((await auth.readFirstLink(known.token)).ok).toBe(true);
  }
  for (const table of ["user", "account_link"]) expect(db.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
});

/** An account, somebody signed in, and a clock that the test moves. */
async function somebody() {
  const { open } = embeddedFile();
  const db = open();
  let now = new Date("2025-07-01T12:00:00Z");
  const auth = createAuthenticator({ db, secret: SECRET, now: () => now });
  const account = await auth.createAccount(EMAIL, PASSWORD);
  const session = await auth.signIn(EMAIL, PASSWORD);
  if (!session) throw new Error("Nobody was let in.");
  const advance = (days: number) => {
    now = new Date(now.getTime() + days * DAY_MS);
  };
  return { db, open, auth, account, session, advance, start: now };
}

describe("a session", () => {
  it("ends 14 days after somebody signed in and did nothing more", async () => {
    const { auth, account, session, advance, start } = await somebody();
    expect(session.expiresAt).toEqual(new Date(start.getTime() + 14 * DAY_MS));
    advance(14);
    expect(await auth.findSession(session.token)).toBeNull();
    advance(-1 / 1440);
    expect(await auth.findSession(session.token)).toEqual(account);
  });

  it("lasts as long as somebody comes back within 14 days", async () => {
    const { auth, account, session, advance } = await somebody();
    for (let visit = 0; visit < 4; visit++) {
      advance(13);
      expect(await auth.findSession(session.token)).toEqual(account);
    }
    advance(14);
    expect(await auth.findSession(session.token)).toBeNull();
  });

  it("ends 90 days after somebody signed in, however often they come back", async () => {
    const { auth, account, session, advance } = await somebody();
    for (let day = 0; day < 89; day++) {
      advance(1);
      expect(await auth.findSession(session.token)).toEqual(account);
    }
    advance(1 - 1 / 1440);
    expect(await auth.findSession(session.token)).toEqual(account);
    advance(1 / 1440);
    expect(await auth.findSession(session.token)).toBeNull();
    const again = await auth.signIn(EMAIL, PASSWORD);
    expect(again && (await auth.findSession(again.token))).toEqual(account);
  });

  it("is a fresh one each time somebody signs in", async () => {
    const { auth, session } = await somebody();
    const following = await Promise.all(Array.from({ length: 5 }, () => auth.signIn(EMAIL, PASSWORD)));
    const tokens = new Set([session, ...following].map((one) => one?.token));
    expect([tokens.size, tokens.has(undefined)]).toEqual([6, false]);
  });

  it("is not written again for every page that somebody opens, but every ten minutes", async () => {
    const { db, auth, session, advance, start } = await somebody();
    const end = () => db.prepare("SELECT expiresAt FROM session").get()?.expiresAt;
    const usedAt = async () => (await auth.listSessions(session.token))[0]?.usedAt;
    const before = end();
    advance(9 * MINUTE);
    await auth.findSession(session.token);
    expect([end(), await usedAt()]).toEqual([before, start]);
    advance(2 * MINUTE);
    await auth.findSession(session.token);
    expect(end()).not.toBe(before);
    expect(await usedAt()).toEqual(new Date(start.getTime() + 11 * 60_000));
  });

  it("goes on while its use cannot be noted", async () => {
    const { db, auth, account, session, advance } = await somebody();
    db.exec("CREATE TRIGGER fault BEFORE UPDATE ON session BEGIN SELECT raise(ABORT, 'disk full'); END");
    advance(1);
    expect(await auth.findSession(session.token)).toEqual(account);
  });

  it("that an older version opened is one in which no password was confirmed", async () => {
    const { db, auth, session } = await somebody();
    db.exec("UPDATE session SET confirmedAt = NULL, userAgent = NULL");
    expect(await auth.readConfirmedAt(session.token)).toBeNull();
    expect(await auth.listSessions(session.token)).toMatchObject([{ device: "", current: true }]);
    expect(await auth.confirm(session.token, PASSWORD)).toBe(true);
    expect(await auth.readConfirmedAt(session.token)).not.toBeNull();
  });

  it("leaves no trace once it has expired and somebody signs in again", async () => {
    const { db, auth, advance } = await somebody();
    advance(15);
    await auth.signIn(EMAIL, PASSWORD);
    expect(db.prepare("SELECT count(*) AS n FROM session").get()?.n).toBe(1);
  });

  it("is still there when the site was restarted, and gone when its secret was replaced", async () => {
    const { open, account, session, start } = await somebody();
    const now = () => start;
    const after = createAuthenticator({ db: open(), secret: SECRET, now });
    expect(await after.findSession(session.token)).toEqual(account);
    const otherSecret = createAuthenticator({ db: open(), secret: SECRET.toUpperCase(), now });
    expect(await otherSecret.findSession(session.token)).toBeNull();
  });

  it("cannot be taken over by somebody who reads the database", async () => {
    const { db, auth, session } = await somebody();
    const line = db.prepare("SELECT * FROM session").get() ?? {};
    for (const value of Object.values(line)) {
      expect(value).not.toBe(session.token);
      expect(await auth.findSession(String(value))).toBeNull();
    }
  });

  it("says no more of the device than what it was given, and nothing of the place of its owner", async () => {
    const { db, auth } = await somebody();
    await auth.signIn(EMAIL, PASSWORD, "iPhone · Safari");
    const kept = db.prepare("SELECT * FROM session ORDER BY userAgent").all();
    expect(kept.map(({ userAgent }) => userAgent)).toEqual(["", "iPhone · Safari"]);
    const columns = ["confirmedAt", "createdAt", "expiresAt", "token", "updatedAt", "userAgent", "userId"];
    expect(Object.keys(kept[0] ?? {}).sort()).toEqual(columns);
  });
});

describe("a password", () => {
  it("costs one memory-hard hash, whether the account exists, the password is wrong, or nobody is known", async () => {
    const { auth } = await somebody();
    const scrypt = vi.spyOn(crypto, "scrypt");
    syncBuiltinESMExports();
    onTestFinished(() => {
      scrypt.mockRestore();
      syncBuiltinESMExports();
    });
    const attempts = [
      [EMAIL, PASSWORD],
      [EMAIL, "faux mot"],
      ["inconnu@exemple.ch", PASSWORD],
    ] as const;
    for (const [email, password] of attempts) {
      scrypt.mockClear();
      await auth.signIn(email, password);
      expect(scrypt).toHaveBeenCalledOnce();
      expect(scrypt.mock.calls[0]?.[3]).toMatchObject({ N: 32_768, r: 8, p: 3 });
    }
  });

  it("is nowhere in the file", async () => {
    const { db } = await somebody();
    const lines = ["user", "session"].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(PASSWORD);
  });

  it.each([
    ["Pâquerette 🎺 1965", OF_THE_LIBRARY.plain],
    ["ﬁlet e\u0301 à la brisolée", OF_THE_LIBRARY.composed],
    ["filet é à la brisolée", OF_THE_LIBRARY.composed],
  ])("that better-auth hashed for an earlier version goes on letting in: %s", async (password, hash) => {
    passwordsCostAsOnASite();
    const { db, auth } = await somebody();
    db.prepare("UPDATE user SET password = ?").run(hash);
    expect(await auth.signIn(EMAIL, password)).not.toBeNull();
    expect(await auth.signIn(EMAIL, `${password}x`)).toBeNull();
  });

  it("that is generated is long, readable and never the same", () => {
    const words = Array.from({ length: 200 }, generatePassword);
    expect(new Set(words).size).toBe(200);
    for (const word of words) expect(word).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  });
});

describe("a link", () => {
  it("ends seven days after an invitation and one day after a reset, and says that it has expired", async () => {
    const { auth, account, advance } = await somebody();
    const invitation = await auth.invite("paul@exemple.ch");
    const newPassword = await auth.reset(String(account?.id));
    const read = async (token: string | undefined) => (await auth.readLink(String(token))).ok;
    advance(1 - 1 / 1440);
    expect([await read(invitation?.token), await read(newPassword?.token)]).toEqual([true, true]);
    advance(1 / 1440);
    expect(await auth.readLink(String(newPassword?.token))).toEqual({ ok: false, reason: "expired" });
    advance(6 - 1 / 1440);
    expect(await read(invitation?.token)).toBe(true);
    advance(1 / 1440);
    expect(await auth.acceptLink(String(invitation?.token), PASSWORD)).toEqual({ ok: false, reason: "expired" });
    expect((await auth.listAccounts()).map(({ link }) => link?.kind)).toEqual(["invitation", "reinitialisation"]);
    expect(await auth.signIn("paul@exemple.ch", PASSWORD)).toBeNull();
  });

  it("that expired is replaced by one that works", async () => {
    const { auth, advance } = await somebody();
    await auth.invite("paul@exemple.ch");
    advance(30);
    const link = await auth.invite("paul@exemple.ch");
    expect((await auth.acceptLink(String(link?.token), PASSWORD)).ok).toBe(true);
  });

  it("cannot be used by somebody who reads the database", async () => {
    const { db, auth } = await somebody();
    const link = await auth.invite("paul@exemple.ch");
    const line = db.prepare("SELECT * FROM account_link").get() ?? {};
    expect(Object.keys(line)).toHaveLength(4);
    for (const value of Object.values(line)) {
      expect(String(value)).not.toContain(link?.token);
      expect(await auth.readLink(String(value))).toEqual({ ok: false, reason: "unknown" });
    }
  });

  it("is still there when the site was restarted, and gone when its secret was replaced", async () => {
    const { open, auth, start } = await somebody();
    const token = String((await auth.invite("paul@exemple.ch"))?.token);
    const now = () => start;
    const sameSecret = createAuthenticator({ db: open(), secret: SECRET, now });
    expect((await sameSecret.readLink(token)).ok).toBe(true);
    const otherSecret = createAuthenticator({ db: open(), secret: SECRET.toUpperCase(), now });
    expect(await otherSecret.readLink(token)).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("the accounts' tables", () => {
  it("forget everything of an account that is removed", async () => {
    const { db, auth, account } = await somebody();
    await auth.createAccount("paul@exemple.ch", PASSWORD);
    await auth.reset(String(account?.id));
    expect(await auth.removeAccount(String(account?.id))).toBe("removed");
    const remains = ["user", "session", "account_link"].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
    expect(JSON.stringify(remains)).not.toContain(account?.id);
    expect(JSON.stringify(remains)).not.toContain(EMAIL);
  });

  it("keep the password when the link could not be used up with it", async () => {
    const { db, auth, account, session } = await somebody();
    const link = await auth.reset(String(account?.id));
    db.exec("CREATE TRIGGER fault BEFORE DELETE ON account_link BEGIN SELECT raise(ABORT, 'disk full'); END");
    await expect(auth.acceptLink(String(link?.token), "un nouveau mot")).rejects.toThrow("disk full");
    db.exec("DROP TRIGGER fault");
    expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    expect(await auth.findSession(session.token)).toBeNull();
    expect((await auth.acceptLink(String(link?.token), "un nouveau mot")).ok).toBe(true);
  });

  it("throw when the store does not answer", async () => {
    const { db, auth, session } = await somebody();
    db.close();
    await expect(auth.findSession(session.token)).rejects.toThrow();
    await expect(auth.signIn(EMAIL, PASSWORD)).rejects.toThrow();
    await expect(auth.listAccounts()).rejects.toThrow();
    await expect(auth.invite("paul@exemple.ch")).rejects.toThrow();
    await expect(auth.rename("x", "Paul")).rejects.toThrow();
    await expect(auth.reset("x")).rejects.toThrow();
    await expect(auth.readLink("x")).rejects.toThrow();
    await expect(auth.acceptLink("x", PASSWORD)).rejects.toThrow();
    await expect(auth.removeAccount("x")).rejects.toThrow();
    await expect(auth.changePassword("x", PASSWORD, PASSWORD)).rejects.toThrow();
    await expect(auth.confirm(session.token, PASSWORD)).rejects.toThrow();
    await expect(auth.readConfirmedAt(session.token)).rejects.toThrow();
    await expect(auth.listSessions(session.token)).rejects.toThrow();
    await expect(auth.endOtherSessions(session.token)).rejects.toThrow();
    await expect(auth.findAccountId(EMAIL)).rejects.toThrow();
  });
});
