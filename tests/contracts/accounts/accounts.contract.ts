import { describe, expect, it, vi } from "vitest";
import type { Result } from "#domain/result.ts";
import type { Authenticator } from "#stores/account-types.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Authenticator>>;

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";

const HOSTILES = [
  "",
  " ",
  "a",
  "x".repeat(1_000_000),
  "' OR '1'='1",
  "x'; DROP TABLE session; --",
  "a\u0000b",
  "\r\nSet-Cookie: a=b",
  "Zoé 🎺 \u202e",
  "\ud800",
  "%",
  "../../etc/passwd",
  "null",
  "__proto__",
];

/** @returns what was accepted; fails the test when it was refused */
function value<T>(outcome: Result<T, unknown>): T {
  if (!outcome.ok) throw new Error(`It was refused: ${JSON.stringify(outcome.reason)}`);
  return outcome.value;
}

/** What the accounts promise. */
export function accountsContract(name: string, make: Make): void {
  const withAccount = async () => {
    const openOne = await make();
    const auth = await openOne();
    const account = await auth.createAccount(EMAIL, PASSWORD);
    if (!account) throw new Error("The place is not empty.");
    return { openOne, auth, account };
  };
  const enter = async (auth: Authenticator) => {
    const session = await auth.signIn(EMAIL, PASSWORD);
    if (!session) throw new Error("Nobody was let in.");
    return session;
  };
  const inviteAccount = async (auth: Authenticator, email: string) => {
    const link = await auth.invite(email);
    if (!link) throw new Error("Nobody was invited.");
    return link;
  };
  const second = async () => {
    const { openOne, auth, account } = await withAccount();
    const paul = await auth.createAccount("paul@exemple.ch", PASSWORD);
    const paulsSession = await auth.signIn("paul@exemple.ch", PASSWORD);
    if (!paul || !paulsSession) throw new Error("Paul was not let in.");
    return { openOne, auth, account, zoesSession: await enter(auth), paul, paulsSession };
  };

  describe(name, () => {
    it("has no account at first and lets nobody in", async () => {
      const auth = await (await make())();
      expect(await auth.listAccounts()).toEqual([]);
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
    });

    it("lets somebody in with the right password", async () => {
      const { auth, account } = await withAccount();
      const session = await enter(auth);
      expect(session.account).toEqual(account);
      expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now());
      expect(session.token).toMatch(/^[\w.~+/=-]{32,}$/);
      expect(await auth.findSession(session.token)).toEqual(account);
    });

    it("lets nobody in with a wrong password, however alike or odd", async () => {
      const { auth } = await withAccount();
      const almost = ["Pâquerette 🎺 1966", "pâquerette 🎺 1965", `${PASSWORD} `, PASSWORD.slice(0, -1)];
      for (const other of [...almost, ...HOSTILES])
        expect(await auth.signIn(EMAIL, other), JSON.stringify(other).slice(0, 40)).toBeNull();
    });

    it("lets nobody in as somebody unknown, however alike or odd the address", async () => {
      const { auth } = await withAccount();
      for (const unknown of ["paul@exemple.ch", "zoe@exemple", "%@exemple.ch", ...HOSTILES])
        expect(await auth.signIn(unknown, PASSWORD), JSON.stringify(unknown).slice(0, 40)).toBeNull();
    });

    it("does not mind the case of the address, nor spaces around it", async () => {
      const { auth, account } = await withAccount();
      expect((await auth.signIn(" ZOE@Exemple.CH ", PASSWORD))?.account).toEqual(account);
      const other = await auth.createAccount("Paul@Exemple.ch", PASSWORD);
      expect(other?.email).toBe("paul@exemple.ch");
      expect((await auth.signIn("paul@exemple.ch", PASSWORD))?.account).toEqual(other);
    });

    it("knows each of two people from the other", async () => {
      const { auth, account } = await withAccount();
      const paul = await auth.createAccount("paul@exemple.ch", "un autre mot");
      expect(await auth.signIn("paul@exemple.ch", PASSWORD)).toBeNull();
      const [zoesSession, paulsSession] = [await enter(auth), await auth.signIn("paul@exemple.ch", "un autre mot")];
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
      expect(await auth.findSession(String(paulsSession?.token))).toEqual(paul);
    });

    it("takes odd texts for nobody's session, and ends nobody's session for them", async () => {
      const { auth, account } = await withAccount();
      const session = await enter(auth);
      for (const token of HOSTILES) {
        expect(await auth.findSession(token), JSON.stringify(token).slice(0, 40)).toBeNull();
        await auth.signOut(token);
      }
      expect(await auth.findSession(session.token)).toEqual(account);
    });

    it("takes a session that was changed by a single character for nobody's", async () => {
      const { auth } = await withAccount();
      const { token } = await enter(auth);
      expect(await auth.findSession(token.slice(0, -1))).toBeNull();
      expect(await auth.findSession(`${token}A`)).toBeNull();
      expect(await auth.findSession((token.startsWith("A") ? "B" : "A") + token.slice(1))).toBeNull();
    });

    it("ends a session at once, everywhere, when its owner signs out", async () => {
      const { openOne, auth, account } = await withAccount();
      const elsewhere = await openOne();
      const { token } = await enter(auth);
      expect(await elsewhere.findSession(token)).toEqual(account);
      await auth.signOut(token);
      expect(await auth.findSession(token)).toBeNull();
      expect(await elsewhere.findSession(token)).toBeNull();
    });

    it("signs out twice without a fault", async () => {
      const { auth } = await withAccount();
      const { token } = await enter(auth);
      await auth.signOut(token);
      await auth.signOut(token);
      expect(await auth.findSession(token)).toBeNull();
    });

    it("keeps the telephone signed in when the laptop signs out", async () => {
      const { auth, account } = await withAccount();
      const [portable, phone] = [await enter(auth), await enter(auth)];
      expect(portable.token).not.toBe(phone.token);
      await auth.signOut(portable.token);
      expect(await auth.findSession(phone.token)).toEqual(account);
    });

    it("lists all accounts by address", async () => {
      const { auth, account } = await withAccount();
      const anne = await auth.createAccount("anne@exemple.ch", PASSWORD);
      expect(await auth.listAccounts()).toMatchObject([{ ...anne }, { ...account }]);
    });

    it("makes no second account for an address, and leaves the first one its password", async () => {
      const { auth, account } = await withAccount();
      expect(await auth.createAccount(EMAIL.toUpperCase(), "un autre mot")).toBeNull();
      expect(await auth.listAccounts()).toMatchObject([{ ...account }]);
      expect(await auth.signIn(EMAIL, "un autre mot")).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    });

    it("makes one account when two people create the same at the same moment", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      const accounts = await Promise.all([one, second].map((auth) => auth.createAccount(EMAIL, PASSWORD)));
      expect(accounts.filter(Boolean)).toHaveLength(1);
      expect(await one.listAccounts()).toMatchObject(accounts.filter((account) => account !== null));
      expect(await second.signIn(EMAIL, PASSWORD)).not.toBeNull();
    });

    it("refuses a password of five characters, makes no account then, and takes one of six", async () => {
      const auth = await (await make())();
      await expect(auth.createAccount(EMAIL, "abcde")).rejects.toThrow("6");
      expect(await auth.listAccounts()).toEqual([]);
      expect(await auth.createAccount(EMAIL, "abcdef")).not.toBeNull();
      expect(await auth.signIn(EMAIL, "abcdef")).not.toBeNull();
    });

    it("knows when somebody last signed in, and that somebody never did", async () => {
      const { auth, account } = await withAccount();
      expect(await auth.listAccounts()).toEqual([{ ...account, lastSignIn: null, canSignIn: true, link: null }]);
      const before = Date.now();
      await enter(auth);
      const [zoe] = await auth.listAccounts();
      expect(zoe?.lastSignIn?.getTime()).toBeGreaterThanOrEqual(before);
      await auth.signIn(EMAIL, "un autre mot");
      expect((await auth.listAccounts())[0]?.lastSignIn).toEqual(zoe?.lastSignIn);
    });

    it("refuses a password of 129 characters and takes one of 128", async () => {
      const auth = await (await make())();
      await expect(auth.createAccount(EMAIL, "é".repeat(129))).rejects.toThrow("128");
      expect(await auth.createAccount(EMAIL, "é".repeat(128))).not.toBeNull();
      expect(await auth.signIn(EMAIL, "é".repeat(128))).not.toBeNull();
    });

    it("takes a password composed on one keyboard and decomposed on another for the same", async () => {
      const auth = await (await make())();
      await auth.createAccount(EMAIL, "Pâquerette".normalize("NFC"));
      expect(await auth.signIn(EMAIL, "Pâquerette".normalize("NFD"))).not.toBeNull();
    });
  });

  describe(`${name}, invitations`, () => {
    it("let somebody in who chose a password through the link, and nobody before", async () => {
      const auth = await (await make())();
      const link = await inviteAccount(auth, " Paul@Exemple.ch ");
      expect(link).toMatchObject({ kind: "invitation", account: { email: "paul@exemple.ch" } });
      expect(link.token).toMatch(/^[\w-]{32,}$/);
      expect(await auth.listAccounts()).toEqual([
        {
          ...link.account,
          lastSignIn: null,
          canSignIn: false,
          link: { kind: "invitation", expiresAt: link.expiresAt },
        },
      ]);
      expect(await auth.signIn("paul@exemple.ch", "")).toBeNull();

      const session = value(await auth.acceptLink(link.token, PASSWORD));
      expect(session.account).toEqual(link.account);
      expect(await auth.findSession(session.token)).toEqual(link.account);
      expect(await auth.signIn("paul@exemple.ch", PASSWORD)).not.toBeNull();
      expect(await auth.listAccounts()).toMatchObject([{ ...link.account, canSignIn: true, link: null }]);
      expect((await auth.listAccounts())[0]?.lastSignIn).toBeInstanceOf(Date);
    });

    it("work for seven days", async () => {
      const auth = await (await make())();
      const { expiresAt } = await inviteAccount(auth, "paul@exemple.ch");
      expect(Math.abs(expiresAt.getTime() - Date.now() - 7 * 24 * 3_600_000)).toBeLessThan(60_000);
    });

    it("work for as long as they are asked to, given again too", async () => {
      const auth = await (await make())();
      for (const lastsMs of [24 * 3_600_000, 3_600_000]) {
        const link = await auth.invite("paul@exemple.ch", { lastsMs });
        expect(Math.abs(Number(link?.expiresAt) - Date.now() - lastsMs)).toBeLessThan(60_000);
        expect((await auth.listAccounts())[0]?.link?.expiresAt).toEqual(link?.expiresAt);
      }
      const link = await auth.invite("paul@exemple.ch", { lastsMs: -1 });
      expect(await auth.acceptLink(String(link?.token), PASSWORD)).toEqual({ ok: false, reason: "expired" });
    });

    it("may be looked at as often as one likes, as programs that check mail do", async () => {
      const { auth } = await withAccount();
      const { token, ...link } = await inviteAccount(auth, "paul@exemple.ch");
      for (let i = 0; i < 3; i++) expect(await auth.readLink(token)).toEqual({ ok: true, value: link });
      expect((await auth.acceptLink(token, PASSWORD)).ok).toBe(true);
    });

    it("work once, also when two people use the same at the same moment", async () => {
      const { openOne, auth } = await withAccount();
      const { token } = await inviteAccount(auth, "paul@exemple.ch");
      const words = ["premier mot", "second mot"];
      const issues = await Promise.all(words.map(async (word) => (await openOne()).acceptLink(token, word)));
      expect(issues.filter(({ ok }) => ok)).toHaveLength(1);
      const winner = issues.findIndex(({ ok }) => ok);
      expect(await auth.signIn("paul@exemple.ch", words[winner] ?? "")).not.toBeNull();
      expect(await auth.signIn("paul@exemple.ch", words[1 - winner] ?? "")).toBeNull();
      expect(await auth.readLink(token)).toEqual({ ok: false, reason: "unknown" });
      expect(await auth.acceptLink(token, PASSWORD)).toEqual({ ok: false, reason: "unknown" });
    });

    it("replace one another: only the last link works", async () => {
      const { auth } = await withAccount();
      const first = await inviteAccount(auth, "paul@exemple.ch");
      const second = await inviteAccount(auth, "PAUL@exemple.ch");
      const third = await auth.reset(second.account.id);
      expect(second.account).toEqual(first.account);
      expect(third).toMatchObject({ kind: "invitation", account: first.account });
      for (const { token } of [first, second])
        expect(await auth.acceptLink(token, PASSWORD)).toEqual({ ok: false, reason: "unknown" });
      expect((await auth.acceptLink(String(third?.token), PASSWORD)).ok).toBe(true);
      expect(await auth.listAccounts()).toHaveLength(2);
    });

    it("are not given to somebody who has an account, whose password stays", async () => {
      const { auth } = await withAccount();
      expect(await auth.invite(EMAIL.toUpperCase())).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    });

    it("are withdrawn with the account, whoever else can sign in", async () => {
      const auth = await (await make())();
      const { token, account } = await inviteAccount(auth, "paul@exemple.ch");
      expect(await auth.removeAccount(account.id)).toBe("removed");
      expect(await auth.readLink(token)).toEqual({ ok: false, reason: "unknown" });
      expect(await auth.acceptLink(token, PASSWORD)).toEqual({ ok: false, reason: "unknown" });
      expect(await auth.listAccounts()).toEqual([]);
    });

    it("keep their address from becoming a second account", async () => {
      const auth = await (await make())();
      await inviteAccount(auth, EMAIL);
      expect(await auth.createAccount(EMAIL, PASSWORD)).toBeNull();
    });

    it("still work after a password that was too short", async () => {
      const auth = await (await make())();
      const { token } = await inviteAccount(auth, EMAIL);
      await expect(auth.acceptLink(token, "abcde")).rejects.toThrow("6");
      expect((await auth.acceptLink(token, "abcdef")).ok).toBe(true);
    });

    it("take odd texts for no link, and no session for one", async () => {
      const { auth } = await withAccount();
      await inviteAccount(auth, "paul@exemple.ch");
      const session = await enter(auth);
      for (const token of [...HOSTILES, session.token]) {
        expect(await auth.readLink(token), JSON.stringify(token).slice(0, 40)).toEqual({
          ok: false,
          reason: "unknown",
        });
        expect(await auth.acceptLink(token, "un mot de passe")).toEqual({ ok: false, reason: "unknown" });
      }
    });

    it("make one account when two people invite the same at the same moment, with one link that works", async () => {
      const openOne = await make();
      const links = await Promise.all([1, 2, 3].map(async () => inviteAccount(await openOne(), EMAIL)));
      const auth = await openOne();
      expect(await auth.listAccounts()).toHaveLength(1);
      const stored = await Promise.all(links.map(({ token }) => auth.readLink(token)));
      expect(stored.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });

  describe(`${name}, resets`, () => {
    it("end somebody's sessions at once, everywhere, and their password", async () => {
      const { openOne, auth, paul, paulsSession } = await second();
      const elsewhere = await openOne();
      const link = await auth.reset(paul.id);
      expect(link).toMatchObject({ kind: "reinitialisation", account: paul });
      expect(Math.abs(Number(link?.expiresAt) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
      expect(await elsewhere.findSession(paulsSession.token)).toBeNull();
      expect(await elsewhere.signIn(paul.email, PASSWORD)).toBeNull();
      expect((await auth.listAccounts())[0]).toMatchObject({
        ...paul,
        canSignIn: false,
        link: { kind: "reinitialisation" },
      });

      const session = value(await auth.acceptLink(String(link?.token), "un nouveau mot"));
      expect(await auth.findSession(session.token)).toEqual(paul);
      expect(await auth.signIn(paul.email, "un nouveau mot")).not.toBeNull();
      expect(await auth.signIn(paul.email, PASSWORD)).toBeNull();
      expect((await auth.listAccounts())[0]).toMatchObject({ canSignIn: true, link: null });
    });

    it("leave everybody else signed in", async () => {
      const { auth, account, zoesSession, paul } = await second();
      await auth.reset(paul.id);
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
    });

    it("leave the last account that can sign in its password until the link is used", async () => {
      const { auth, account } = await withAccount();
      const session = await enter(auth);
      const link = await auth.reset(account.id);
      expect(await auth.findSession(session.token)).toBeNull();
      const enteredSession = await enter(auth);
      expect((await auth.acceptLink(String(link?.token), "un nouveau mot")).ok).toBe(true);
      expect(await auth.findSession(enteredSession.token)).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(await auth.signIn(EMAIL, "un nouveau mot")).not.toBeNull();
    });

    it("of two people by one another at the same moment leave one of them who can sign in", async () => {
      const { openOne, account, paul } = await second();
      const [one, other] = [await openOne(), await openOne()];
      await Promise.all([one.reset(paul.id), other.reset(account.id)]);
      expect((await one.listAccounts()).filter(({ canSignIn }) => canSignIn)).toHaveLength(1);
    });

    it("of somebody who is not there give no link", async () => {
      const { auth } = await withAccount();
      for (const id of HOSTILES) expect(await auth.reset(id)).toBeNull();
    });

    it("let nobody in who was typing the old password at that moment", async () => {
      const { auth, paul } = await second();
      const entries = [1, 2, 3, 4].map(() => auth.signIn(paul.email, PASSWORD));
      await auth.reset(paul.id);
      for (const session of await Promise.all(entries))
        expect(session && (await auth.findSession(session.token))).toBeNull();
    });
  });

  describe(`${name}, removals`, () => {
    it("end somebody's sessions at once, everywhere, and let them in no more", async () => {
      const { openOne, auth, account, zoesSession, paul, paulsSession } = await second();
      const elsewhere = await openOne();
      expect(await auth.removeAccount(paul.id)).toBe("removed");
      expect(await elsewhere.findSession(paulsSession.token)).toBeNull();
      expect(await elsewhere.signIn(paul.email, PASSWORD)).toBeNull();
      expect(await auth.listAccounts()).toMatchObject([{ ...account }]);
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
      expect(await auth.removeAccount(paul.id)).toBe("absent");
    });

    it("never take the last account that can sign in, whoever is only invited or reset", async () => {
      const { auth, account, zoesSession, paul } = await second();
      await auth.reset(paul.id);
      await inviteAccount(auth, "anne@exemple.ch");
      expect(await auth.removeAccount(account.id)).toBe("last");
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      expect(await auth.removeAccount(paul.id)).toBe("removed");
    });

    it("of two people by one another at the same moment leave one of them", async () => {
      const { openOne, auth, account, paul } = await second();
      const [one, other] = [await openOne(), await openOne()];
      const issues = await Promise.all([one.removeAccount(paul.id), other.removeAccount(account.id)]);
      expect(issues.sort()).toEqual(["last", "removed"]);
      expect((await auth.listAccounts()).filter(({ canSignIn }) => canSignIn)).toHaveLength(1);
    });

    it("let somebody be invited again, as somebody new", async () => {
      const { auth, paul } = await second();
      await auth.removeAccount(paul.id);
      const link = await inviteAccount(auth, paul.email);
      expect(link.account.id).not.toBe(paul.id);
    });

    it("of somebody who is not there change nothing", async () => {
      const { auth, account } = await withAccount();
      for (const id of HOSTILES) expect(await auth.removeAccount(id)).toBe("absent");
      expect(await auth.listAccounts()).toMatchObject([{ ...account }]);
    });
  });

  describe(`${name}, a change of password`, () => {
    it("opens a new session and ends all others, the one that it was made in as well", async () => {
      const { openOne, auth, account } = await withAccount();
      const [here, elsewhere] = [await enter(auth), await enter(auth)];
      const isNew = await auth.changePassword(account.id, PASSWORD, "un nouveau mot", "Mac · Safari");
      expect(isNew?.account).toEqual(account);
      for (const { token } of [here, elsewhere]) {
        expect(await auth.findSession(token)).toBeNull();
        expect(await (await openOne()).findSession(token)).toBeNull();
        expect(await auth.confirm(token, "un nouveau mot")).toBe(false);
      }
      expect(await auth.findSession(String(isNew?.token))).toEqual(account);
      expect(await auth.listSessions(String(isNew?.token))).toMatchObject([{ device: "Mac · Safari", current: true }]);
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(await auth.signIn(EMAIL, "un nouveau mot")).not.toBeNull();
    });

    it("is not made with a wrong password, however odd", async () => {
      const { auth, account } = await withAccount();
      const elsewhere = await enter(auth);
      for (const wrong of ["faux mot", ...HOSTILES])
        expect(await auth.changePassword(account.id, wrong, "un nouveau mot")).toBeNull();
      expect(await auth.findSession(elsewhere.token)).toEqual(account);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    });

    it("ends nobody else's session", async () => {
      const { auth, account, paul, paulsSession } = await second();
      await auth.changePassword(account.id, PASSWORD, "un nouveau mot");
      expect(await auth.findSession(paulsSession.token)).toEqual(paul);
    });

    it("takes back a link that was out", async () => {
      const { auth, account } = await withAccount();
      const link = await auth.reset(account.id);
      await auth.changePassword(account.id, PASSWORD, "un nouveau mot");
      expect(await auth.acceptLink(String(link?.token), "autre chose")).toEqual({ ok: false, reason: "unknown" });
      expect((await auth.listAccounts())[0]?.link).toBeNull();
    });

    it("made twice at the same moment leaves one password that works", async () => {
      const { openOne, auth, account } = await withAccount();
      const words = ["premier mot", "second mot"];
      const issues = await Promise.all(
        words.map(async (word) => (await openOne()).changePassword(account.id, PASSWORD, word)),
      );
      const winner = issues.findIndex((outcome) => outcome !== null);
      expect(issues[1 - winner]).toBeNull();
      expect(await auth.findSession(issues[winner]?.token ?? "")).toEqual(account);
      expect(await auth.signIn(EMAIL, words[winner] ?? "")).not.toBeNull();
    });

    it("is not made for somebody who was removed or reset meanwhile", async () => {
      const { auth, paul } = await second();
      const change = auth.changePassword(paul.id, PASSWORD, "un nouveau mot");
      await auth.reset(paul.id);
      expect(await change).toBeNull();
      expect(await auth.signIn(paul.email, "un nouveau mot")).toBeNull();
    });

    it("refuses a new password of five characters", async () => {
      const { auth, account } = await withAccount();
      await expect(auth.changePassword(account.id, PASSWORD, "abcde")).rejects.toThrow("6");
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    });
  });

  describe(`${name}, a password that is asked again`, () => {
    it("counts as typed when a session opens, by signing in, a link or a change of password", async () => {
      const { auth, account } = await withAccount();
      const { token } = await inviteAccount(auth, "paul@exemple.ch");
      const before = Date.now();
      const sessions = [
        value(await auth.acceptLink(token, PASSWORD)),
        await auth.changePassword(account.id, PASSWORD, "un nouveau mot"),
        await auth.signIn(EMAIL, "un nouveau mot"),
      ];
      for (const session of sessions)
        expect((await auth.readConfirmedAt(String(session?.token)))?.getTime()).toBeGreaterThanOrEqual(before);
    });

    it("is noted in the session in which it was typed, and in no other", async () => {
      const { openOne, auth } = await withAccount();
      const [here, elsewhere] = [await enter(auth), await enter(auth)];
      const before = [await auth.readConfirmedAt(here.token), await auth.readConfirmedAt(elsewhere.token)];
      await vi.waitUntil(() => Date.now() > Number(before[0]) && Date.now() > Number(before[1]), { interval: 1 });
      expect(await auth.confirm(here.token, PASSWORD)).toBe(true);
      expect(Number(await (await openOne()).readConfirmedAt(here.token))).toBeGreaterThan(Number(before[0]));
      expect(await auth.readConfirmedAt(elsewhere.token)).toEqual(before[1]);
    });

    it("has to be the right one, of the session's own account, and leaves the session as it is when it is not", async () => {
      const { auth, zoesSession, paul } = await second();
      await auth.changePassword(paul.id, PASSWORD, "le mot de Paul");
      const before = await auth.readConfirmedAt(zoesSession.token);
      for (const wrong of ["le mot de Paul", ...HOSTILES])
        expect(await auth.confirm(zoesSession.token, wrong)).toBe(false);
      expect(await auth.readConfirmedAt(zoesSession.token)).toEqual(before);
      expect(await auth.findSession(zoesSession.token)).not.toBeNull();
    });

    it("confirms nothing in a session that is over or never was", async () => {
      const { auth } = await withAccount();
      const { token } = await enter(auth);
      await auth.signOut(token);
      for (const one of [token, ...HOSTILES]) {
        expect(await auth.confirm(one, PASSWORD)).toBe(false);
        expect(await auth.readConfirmedAt(one)).toBeNull();
      }
    });

    it("knows an account by its address, whatever its case, an invited one too", async () => {
      const { auth, account } = await withAccount();
      const paul = await inviteAccount(auth, "paul@exemple.ch");
      expect(await auth.findAccountId(" ZOE@exemple.ch ")).toBe(account.id);
      expect(await auth.findAccountId("paul@exemple.ch")).toBe(paul.account.id);
      for (const unknown of ["personne@exemple.ch", "%", "x".repeat(1000)])
        expect(await auth.findAccountId(unknown)).toBeNull();
    });
  });

  describe(`${name}, first names`, () => {
    const named = async (auth: Authenticator) =>
      Object.fromEntries((await auth.listAccounts()).map(({ email, firstName }) => [email, firstName]));

    it("are not known of an account until somebody says one", async () => {
      const { auth, account } = await withAccount();
      const { account: paul } = await inviteAccount(auth, "paul@exemple.ch");
      expect([account.firstName, paul.firstName, (await enter(auth)).account.firstName]).toEqual(["", "", ""]);
      expect(await named(auth)).toEqual({ [EMAIL]: "", "paul@exemple.ch": "" });
    });

    it("are said with an invitation, and known wherever the account is", async () => {
      const { openOne, auth } = await withAccount();
      const link = await auth.invite("paul@exemple.ch", { firstName: "Paul-Émile 🎺" });
      const expected = { email: "paul@exemple.ch", firstName: "Paul-Émile 🎺" };
      expect(link?.account).toMatchObject(expected);
      expect(value(await auth.readLink(String(link?.token))).account).toEqual(link?.account);
      const session = value(await auth.acceptLink(String(link?.token), PASSWORD));
      expect(session.account).toEqual(link?.account);
      const elsewhere = await openOne();
      expect(await elsewhere.findSession(session.token)).toEqual(link?.account);
      expect((await elsewhere.signIn("paul@exemple.ch", PASSWORD))?.account).toEqual(link?.account);
      expect(await named(elsewhere)).toEqual({ [EMAIL]: "", "paul@exemple.ch": "Paul-Émile 🎺" });
    });

    it("stay what they are when somebody is invited again", async () => {
      const auth = await (await make())();
      await auth.invite("paul@exemple.ch", { firstName: "Paul" });
      expect((await auth.invite("paul@exemple.ch", { firstName: "Quelqu’un" }))?.account.firstName).toBe("Paul");
      expect((await auth.invite("paul@exemple.ch"))?.account.firstName).toBe("Paul");
    });

    it("are taken from a later invitation where the first one said none", async () => {
      const auth = await (await make())();
      await auth.invite("paul@exemple.ch");
      expect((await auth.invite("paul@exemple.ch", { firstName: "Paul" }))?.account.firstName).toBe("Paul");
      expect(await named(auth)).toEqual({ "paul@exemple.ch": "Paul" });
    });

    it("can be changed, and taken away, for sessions that are open too", async () => {
      const { openOne, auth, account, zoesSession, paulsSession } = await second();
      const elsewhere = await openOne();
      for (const firstName of ["Zoé", "Zoé H.", "<b>'; DROP TABLE user; --", ""]) {
        expect(await auth.rename(account.id, firstName)).toBe(true);
        expect(await auth.rename(account.id, firstName)).toBe(true);
        expect(await auth.findSession(zoesSession.token)).toEqual({ ...account, firstName });
        expect(await elsewhere.findSession(zoesSession.token)).toEqual({ ...account, firstName });
        expect((await elsewhere.signIn(EMAIL, PASSWORD))?.account.firstName).toBe(firstName);
      }
      expect((await auth.findSession(paulsSession.token))?.firstName).toBe("");
    });

    it("outlive a new password", async () => {
      const { auth, account } = await withAccount();
      await auth.rename(account.id, "Zoé");
      const changed = await auth.changePassword(account.id, PASSWORD, "un nouveau mot");
      expect(changed?.account.firstName).toBe("Zoé");
      const link = await auth.reset(account.id);
      expect(link?.account.firstName).toBe("Zoé");
      expect(value(await auth.acceptLink(String(link?.token), PASSWORD)).account.firstName).toBe("Zoé");
    });

    it("belong to no account that is not there", async () => {
      const { auth, paul } = await second();
      await auth.removeAccount(paul.id);
      for (const id of [paul.id, ...HOSTILES]) expect(await auth.rename(id, "Paul")).toBe(false);
      expect(await named(auth)).toEqual({ [EMAIL]: "" });
    });
  });

  describe(`${name}, one's own sessions`, () => {
    it("are listed with their device and their times, the one that asks marked, and nobody else's", async () => {
      const { auth, zoesSession } = await second();
      const before = Date.now();
      await auth.signIn(EMAIL, PASSWORD, "iPhone · Safari");
      const sessions = await auth.listSessions(zoesSession.token);
      expect(sessions.toSorted((a, b) => a.device.localeCompare(b.device))).toMatchObject([
        { device: "", current: true },
        { device: "iPhone · Safari", current: false },
      ]);
      for (const { openedAt, usedAt } of sessions) expect(usedAt.getTime()).toBeGreaterThanOrEqual(openedAt.getTime());
      const iphone = sessions.find(({ device }) => device !== "");
      expect(Number(iphone?.openedAt)).toBeGreaterThanOrEqual(before - 1);
    });

    it("are twenty at most", async () => {
      const { auth } = await withAccount();
      const { token } = await enter(auth);
      for (let i = 0; i < 20; i++) await enter(auth);
      expect(await auth.listSessions(token)).toHaveLength(20);
    });

    it("are none for a session that is over or never was, and nothing ends for it", async () => {
      const { auth, account } = await withAccount();
      const [ended, open] = [await enter(auth), await enter(auth)];
      await auth.signOut(ended.token);
      for (const one of [ended.token, ...HOSTILES]) {
        expect(await auth.listSessions(one)).toEqual([]);
        await auth.endOtherSessions(one);
      }
      expect(await auth.findSession(open.token)).toEqual(account);
    });

    it("end at once, everywhere, all but the one that says so, and nobody else's", async () => {
      const { openOne, auth, account, zoesSession, paul, paulsSession } = await second();
      const [lost, sold] = [await enter(auth), await enter(auth)];
      await auth.endOtherSessions(zoesSession.token);
      const elsewhere = await openOne();
      for (const { token } of [lost, sold]) expect(await elsewhere.findSession(token)).toBeNull();
      expect(await elsewhere.findSession(zoesSession.token)).toEqual(account);
      expect(await elsewhere.findSession(paulsSession.token)).toEqual(paul);
      expect(await auth.listSessions(zoesSession.token)).toMatchObject([{ current: true }]);
    });
  });
}
