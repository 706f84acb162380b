import { describe, expect, it, vi } from "vitest";
import type { Result } from "#domain/result.ts";
import type { AccountStore } from "#stores/accounts.ts";

/** Makes an empty store. Each call of the result opens the store again, as another process would. */
type Make = () => Promise<() => Promise<AccountStore>>;

const EMAIL = "zoe@exemple.ch";
const PAUL = "paul@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";
const NEW = "un nouveau mot";
/** Passwords that are chosen at the same time. */
const WORDS = ["premier mot", "second mot"];
const HOUR_MS = 3_600_000;
const UNKNOWN = { ok: false, reason: "unknown" };

const HOSTILES = ["", " ", "a", "x".repeat(1_000_000), "a\u0000b", "\ud800", "\r\nSet-Cookie: a=b"].concat(
  "null|%|__proto__|../../etc/passwd|' OR '1'='1|x'; DROP TABLE session; --|Zoé 🎺 \u202e".split("|"),
);

/** @returns the value; fails the test where there is none */
function some<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("There is no value.");
  return value;
}

/** @returns what was accepted; fails the test when it was refused */
function accepted<T>(outcome: Result<T, unknown>): T {
  if (!outcome.ok) throw new Error(`It was refused: ${JSON.stringify(outcome.reason)}`);
  return outcome.value;
}

const lasts = (expiresAt: Date | undefined, ms: number) =>
  expect(Math.abs(Number(expiresAt) - Date.now() - ms)).toBeLessThan(60_000);
const enter = async (auth: AccountStore, email = EMAIL) => some(await auth.signIn(email, PASSWORD));
const invite = async (auth: AccountStore, email = PAUL) => some(await auth.invite(email));
const canSignIn = async (auth: AccountStore) =>
  (await auth.listAccounts()).filter((one) => one.canSignIn).map(({ email }) => email);

export function accountsContract(name: string, make: Make): void {
  const empty = async () => (await make())();
  const withAccount = async () => {
    const openOne = await make();
    const auth = await openOne();
    return { openOne, auth, account: some(await auth.createAccount(EMAIL, PASSWORD)) };
  };
  /** Two accounts, both signed in, and a second process. */
  const withTwo = async () => {
    const { openOne, auth, account } = await withAccount();
    const paul = some(await auth.createAccount(PAUL, PASSWORD));
    const [zoesSession, paulsSession] = [await enter(auth), await enter(auth, PAUL)];
    return { openOne, auth, elsewhere: await openOne(), account, zoesSession, paul, paulsSession };
  };

  describe(`${name}, signing in`, () => {
    it("opens a session of the account, whatever the case of the address, and is recorded; a refused attempt is not", async () => {
      const { auth, account } = await withAccount();
      const known = { lastSignIn: null, canSignIn: true, wantsToDoLetter: true, link: null };
      expect(await auth.listAccounts()).toEqual([{ ...account, ...known }]);
      const before = Date.now();
      const session = some(await auth.signIn(" ZOE@Exemple.CH ", PASSWORD));
      expect(session.account).toEqual(account);
      expect(session.expiresAt.getTime()).toBeGreaterThan(before);
      expect(session.token).toMatch(/^[\w.~+/=-]{32,}$/);
      expect(await auth.findSession(session.token)).toEqual(account);
      const [zoe] = await auth.listAccounts();
      expect(zoe?.lastSignIn?.getTime()).toBeGreaterThanOrEqual(before);
      expect(await auth.signIn(EMAIL, NEW)).toBeNull();
      expect((await auth.listAccounts())[0]?.lastSignIn).toEqual(zoe?.lastSignIn);
    });

    it("ends at once with a sign-out, in every process, on this device only; a second sign-out changes nothing", async () => {
      const { auth, elsewhere, account, zoesSession: phone } = await withTwo();
      const { token } = await enter(auth);
      expect(token).not.toBe(phone.token);
      for (let times = 0; times < 2; times++) await auth.signOut(token);
      for (const one of [auth, elsewhere]) expect(await one.findSession(token)).toBeNull();
      expect(await elsewhere.findSession(phone.token)).toEqual(account);
    });
  });

  it(`${name}: an invalid token or id finds nothing and changes nothing`, async () => {
    const { auth, account, zoesSession } = await withTwo();
    const { token } = zoesSession;
    await invite(auth, "anne@exemple.ch");
    const accounts = await auth.listAccounts();
    const ended = await enter(auth);
    await auth.signOut(ended.token);
    const almost = [token.slice(0, -1), `${token}A`, (token.startsWith("A") ? "B" : "A") + token.slice(1)];
    for (const odd of [...HOSTILES, ...almost, ended.token]) {
      const label = JSON.stringify(odd).slice(0, 40);
      await auth.signOut(odd);
      await auth.endOtherSessions(odd);
      expect(await auth.findSession(odd), label).toBeNull();
      expect(await auth.readConfirmedAt(odd), label).toBeNull();
      expect(await auth.confirm(odd, PASSWORD), label).toBe(false);
      expect(await auth.listSessions(odd), label).toEqual([]);
      expect(await auth.reset(odd), label).toBeNull();
      expect(await auth.removeAccount(odd), label).toBe("absent");
      expect(await auth.rename(odd, "Paul"), label).toBe(false);
      expect(await auth.findAccountId(odd), label).toBeNull();
    }
    for (const odd of [...HOSTILES, token]) {
      expect(await auth.readLink(odd)).toEqual(UNKNOWN);
      expect(await auth.acceptLink(odd, NEW)).toEqual(UNKNOWN);
    }
    expect(await auth.findSession(token)).toEqual(account);
    expect((await auth.listAccounts()).map(({ email }) => email)).toEqual(accounts.map(({ email }) => email));
  });

  it(`${name}: a password of 5 or 129 characters is refused everywhere and changes nothing`, async () => {
    const auth = await empty();
    const first = some(await auth.issueFirstLink(HOUR_MS));
    for (const word of ["abcde", "é".repeat(129)]) {
      await expect(auth.acceptFirstLink(first.token, EMAIL, word)).rejects.toThrow("6 to 128");
      await expect(auth.createAccount(EMAIL, word)).rejects.toThrow("6 to 128");
    }
    expect(await auth.listAccounts()).toEqual([]);
    expect((await auth.readFirstLink(first.token)).ok).toBe(true);
    const account = some(await auth.createAccount(EMAIL, "abcdef"));
    const link = await invite(auth);
    for (const word of ["abcde", "é".repeat(129)]) {
      await expect(auth.acceptLink(link.token, word)).rejects.toThrow("6 to 128");
      await expect(auth.changePassword(account.id, "abcdef", word)).rejects.toThrow("6 to 128");
    }
    expect((await auth.acceptLink(link.token, "é".repeat(128))).ok).toBe(true);
    expect(await auth.signIn(PAUL, "é".repeat(128))).not.toBeNull();
    expect(await auth.signIn(EMAIL, "abcdef")).not.toBeNull();
  });

  describe(`${name}, creation`, () => {
    it("makes one account per address, and lists accounts by address", async () => {
      const { auth, account } = await withAccount();
      expect(await auth.createAccount(EMAIL.toUpperCase(), NEW)).toBeNull();
      expect(await auth.invite(EMAIL.toUpperCase())).toBeNull();
      const anne = some(await auth.createAccount("Anne@Exemple.ch", NEW));
      expect(anne.email).toBe("anne@exemple.ch");
      const { account: paul } = await invite(auth);
      expect(await auth.createAccount(PAUL, PASSWORD)).toBeNull();
      expect(await auth.listAccounts()).toMatchObject([anne, paul, account]);
      expect(await auth.signIn(EMAIL, NEW)).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      expect(await auth.findAccountId(" ZOE@exemple.ch ")).toBe(account.id);
      expect(await auth.findAccountId(PAUL)).toBe(paul.id);
    });

    it("makes one account when two processes create it at the same time", async () => {
      const openOne = await make();
      const both = [await openOne(), await openOne()];
      const made = (await Promise.all(both.map((auth) => auth.createAccount(EMAIL, PASSWORD)))).filter(Boolean);
      expect(made).toHaveLength(1);
      expect(await both[0]?.listAccounts()).toMatchObject(made as object[]);
      expect(await both[1]?.signIn(EMAIL, PASSWORD)).not.toBeNull();
    });
  });

  describe(`${name}, an invitation`, () => {
    it("opens the account with the password that is chosen through its link", async () => {
      const auth = await empty();
      const link = await invite(auth, " Paul@Exemple.ch ");
      const { account, expiresAt } = link;
      lasts(expiresAt, 7 * 24 * HOUR_MS);
      expect(link).toMatchObject({ kind: "invitation", account: { email: PAUL } });
      expect(link.token).toMatch(/^[\w-]{32,}$/);
      const shown = { kind: "invitation", expiresAt };
      const known = { lastSignIn: null, canSignIn: false, wantsToDoLetter: true, link: shown };
      expect(await auth.listAccounts()).toEqual([{ ...account, ...known }]);
      expect(await auth.signIn(PAUL, "")).toBeNull();
      const { token, ...rest } = link;
      for (let i = 0; i < 3; i++) expect(await auth.readLink(token)).toEqual({ ok: true, value: rest });
      const session = accepted(await auth.acceptLink(token, PASSWORD));
      expect(session.account).toEqual(account);
      expect(await auth.findSession(session.token)).toEqual(account);
      expect((await enter(auth, PAUL)).account).toEqual(account);
      expect(await auth.listAccounts()).toMatchObject([{ ...account, canSignIn: true, link: null }]);
      expect((await auth.listAccounts())[0]?.lastSignIn).toBeInstanceOf(Date);
    });

    it("works once, also when two processes use it at the same time", async () => {
      const { openOne, auth } = await withAccount();
      const { token } = await invite(auth);
      const outcomes = await Promise.all(WORDS.map(async (word) => (await openOne()).acceptLink(token, word)));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      for (const [i, { ok }] of outcomes.entries()) expect((await auth.signIn(PAUL, WORDS[i] ?? "")) !== null).toBe(ok);
      expect(await auth.readLink(token)).toEqual(UNKNOWN);
      expect(await auth.acceptLink(token, PASSWORD)).toEqual(UNKNOWN);
    });

    it("replaces the earlier invitation, also by a reset", async () => {
      const { auth } = await withAccount();
      const first = await invite(auth);
      const second = await invite(auth, PAUL.toUpperCase());
      const third = some(await auth.reset(second.account.id));
      expect(second.account).toEqual(first.account);
      expect(third).toMatchObject({ kind: "invitation", account: first.account });
      for (const { token } of [first, second]) expect(await auth.acceptLink(token, PASSWORD)).toEqual(UNKNOWN);
      expect((await auth.acceptLink(third.token, PASSWORD)).ok).toBe(true);
      expect(await auth.listAccounts()).toHaveLength(2);
    });

    it("is withdrawn with the account, also while no other account can sign in", async () => {
      const auth = await empty();
      const { token, account } = await invite(auth);
      expect(await auth.removeAccount(account.id)).toBe("removed");
      expect(await auth.readLink(token)).toEqual(UNKNOWN);
      expect(await auth.acceptLink(token, PASSWORD)).toEqual(UNKNOWN);
      expect(await auth.listAccounts()).toEqual([]);
    });

    it("makes one account with one working link when three processes invite the same address", async () => {
      const openOne = await make();
      const links = await Promise.all([1, 2, 3].map(async () => invite(await openOne())));
      const auth = await openOne();
      expect(await auth.listAccounts()).toHaveLength(1);
      const read = await Promise.all(links.map(({ token }) => auth.readLink(token)));
      expect(read.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });

  describe(`${name}, the link to the first account`, () => {
    const withLink = async () => {
      const openOne = await make();
      const auth = await openOne();
      return { openOne, auth, link: some(await auth.issueFirstLink(24 * HOUR_MS)) };
    };

    it("makes an account for the entered address; another text is no valid link", async () => {
      const { auth, link } = await withLink();
      expect(link.token).toMatch(/^[\w-]{32,}$/);
      lasts(link.expiresAt, 24 * HOUR_MS);
      for (const token of ["undefined", "first-link", ...HOSTILES])
        expect(await auth.acceptFirstLink(token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      for (let i = 0; i < 3; i++) expect(await auth.readFirstLink(link.token)).toEqual({ ok: true, value: null });
      expect(await auth.listAccounts()).toEqual([]);
      expect(await auth.readLink(link.token)).toEqual(UNKNOWN);
      const entered = await auth.acceptFirstLink(link.token, " Zoe@Exemple.ch ", PASSWORD, "iPhone · Safari");
      const { account, token } = accepted(entered);
      expect(account).toMatchObject({ email: EMAIL, firstName: "" });
      expect(await auth.findSession(token)).toEqual(account);
      expect(await auth.listSessions(token)).toMatchObject([{ device: "iPhone · Safari" }]);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      expect(await auth.listAccounts()).toMatchObject([{ email: EMAIL, canSignIn: true, link: null }]);
    });

    it("works once in all processes; only the last issued link is valid", async () => {
      const { openOne, auth, link: replaced } = await withLink();
      const other = await openOne();
      expect((await other.readFirstLink(replaced.token)).ok).toBe(true);
      const link = some(await other.issueFirstLink(24 * HOUR_MS));
      expect(await auth.readFirstLink(replaced.token)).toEqual(UNKNOWN);
      expect(await auth.acceptFirstLink(replaced.token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      const both = [auth, other].map((one, i) => one.acceptFirstLink(link.token, `p${i}@exemple.ch`, PASSWORD));
      expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1);
      expect(await auth.readFirstLink(link.token)).toEqual(UNKNOWN);
      expect(await auth.acceptFirstLink(link.token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      expect(await auth.issueFirstLink(24 * HOUR_MS)).toBeNull();
      expect(await auth.listAccounts()).toHaveLength(1);
    });

    it("ends when an account can sign in, but not by an invitation alone", async () => {
      const { auth, link } = await withLink();
      const invitation = await invite(auth);
      expect((await auth.readFirstLink(link.token)).ok).toBe(true);
      accepted(await auth.acceptLink(invitation.token, PASSWORD));
      expect(await auth.readFirstLink(link.token)).toEqual(UNKNOWN);
      expect(await auth.acceptFirstLink(link.token, EMAIL, PASSWORD)).toEqual(UNKNOWN);
      expect(await canSignIn(auth)).toEqual([PAUL]);
    });

    it("takes over an invited account, and ends its invitation", async () => {
      const { auth, link } = await withLink();
      const invitation = some(await auth.invite(EMAIL, { firstName: "Zoé" }));
      const entered = await auth.acceptFirstLink(link.token, EMAIL, PASSWORD);
      expect(accepted(entered).account.firstName).toBe("Zoé");
      expect(await auth.readLink(invitation.token)).toEqual(UNKNOWN);
      expect(await auth.listAccounts()).toHaveLength(1);
    });
  });

  describe(`${name}, a reset`, () => {
    it("ends the sessions and the password of this account only; its link sets a new password", async () => {
      const { auth, elsewhere, account, zoesSession, paul, paulsSession } = await withTwo();
      const link = some(await auth.reset(paul.id));
      expect(link).toMatchObject({ kind: "reinitialisation", account: paul });
      lasts(link.expiresAt, 24 * HOUR_MS);
      expect(await elsewhere.findSession(paulsSession.token)).toBeNull();
      expect(await elsewhere.signIn(PAUL, PASSWORD)).toBeNull();
      const shown = { ...paul, canSignIn: false, link: { kind: "reinitialisation" } };
      expect((await auth.listAccounts())[0]).toMatchObject(shown);
      const session = accepted(await auth.acceptLink(link.token, NEW));
      expect(await auth.findSession(session.token)).toEqual(paul);
      expect(await auth.signIn(PAUL, NEW)).not.toBeNull();
      expect(await auth.signIn(PAUL, PASSWORD)).toBeNull();
      expect((await auth.listAccounts())[0]).toMatchObject({ canSignIn: true, link: null });
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
    });

    it("keeps the password of the last account that can sign in until the link is used", async () => {
      const { auth, account } = await withAccount();
      const before = await enter(auth);
      const link = some(await auth.reset(account.id));
      expect(await auth.findSession(before.token)).toBeNull();
      const meanwhile = await enter(auth);
      accepted(await auth.acceptLink(link.token, NEW));
      expect(await auth.findSession(meanwhile.token)).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(await auth.signIn(EMAIL, NEW)).not.toBeNull();
    });

    it.each(["reset", "change"])(
      "(or a change of password) ends sessions that the old password opens at the same time: %s",
      async (how) => {
        const { auth, paul } = await withTwo();
        const entries = [1, 2, 3, 4].map(() => auth.signIn(PAUL, PASSWORD));
        if (how === "reset") await auth.reset(paul.id);
        else expect(await auth.changePassword(paul.id, PASSWORD, NEW)).not.toBeNull();
        for (const session of await Promise.all(entries))
          expect(session && (await auth.findSession(session.token))).toBeNull();
      },
    );
  });

  describe(`${name}, a removal`, () => {
    it("ends the account and its sessions at once, in every process; its address can have a new account", async () => {
      const { auth, elsewhere, account, zoesSession, paul, paulsSession } = await withTwo();
      expect(await auth.removeAccount(paul.id)).toBe("removed");
      expect(await elsewhere.findSession(paulsSession.token)).toBeNull();
      expect(await elsewhere.signIn(PAUL, PASSWORD)).toBeNull();
      expect(await elsewhere.rename(paul.id, "Paul")).toBe(false);
      expect(await auth.listAccounts()).toMatchObject([account]);
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
      expect(await auth.removeAccount(paul.id)).toBe("absent");
      expect((await invite(auth)).account.id).not.toBe(paul.id);
    });

    it("never removes the last account that can sign in", async () => {
      const { auth, account, zoesSession, paul } = await withTwo();
      await auth.reset(paul.id);
      await invite(auth, "anne@exemple.ch");
      expect(await auth.removeAccount(account.id)).toBe("last");
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      expect(await auth.removeAccount(paul.id)).toBe("removed");
    });

    it.each(["reset", "removal"])(
      "(or a reset) of two accounts at the same time leaves one that can sign in: %s",
      async (how) => {
        const { auth, elsewhere, account, paul } = await withTwo();
        const both = [auth, elsewhere].map((one, i) => {
          const { id } = i ? account : paul;
          return how === "reset" ? one.reset(id) : one.removeAccount(id);
        });
        const outcomes = await Promise.all(both);
        if (how === "removal") expect(outcomes.sort()).toEqual(["last", "removed"]);
        expect(await canSignIn(auth)).toHaveLength(1);
      },
    );
  });

  describe(`${name}, a change of password`, () => {
    it("opens a new session and ends all others of this account only; it needs the old password", async () => {
      const { auth, elsewhere, account, zoesSession, paul, paulsSession } = await withTwo();
      const open = [zoesSession, await enter(auth)];
      for (const wrong of ["faux mot", ""]) expect(await auth.changePassword(account.id, wrong, NEW)).toBeNull();
      expect(await auth.findSession(zoesSession.token)).toEqual(account);
      const changed = some(await auth.changePassword(account.id, PASSWORD, NEW, "Mac · Safari"));
      expect(changed.account).toEqual(account);
      for (const { token } of open) {
        for (const one of [auth, elsewhere]) expect(await one.findSession(token)).toBeNull();
        expect(await auth.confirm(token, NEW)).toBe(false);
      }
      expect(await auth.findSession(changed.token)).toEqual(account);
      expect(await auth.listSessions(changed.token)).toMatchObject([{ device: "Mac · Safari", current: true }]);
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(await auth.signIn(EMAIL, NEW)).not.toBeNull();
      expect(await auth.findSession(paulsSession.token)).toEqual(paul);
    });

    it("withdraws a link to a new password", async () => {
      const { auth, account } = await withAccount();
      const link = some(await auth.reset(account.id));
      await auth.changePassword(account.id, PASSWORD, NEW);
      expect(await auth.acceptLink(link.token, "autre chose")).toEqual(UNKNOWN);
      expect((await auth.listAccounts())[0]?.link).toBeNull();
    });

    it("made twice at the same time leaves one password that works", async () => {
      const { openOne, auth, account } = await withAccount();
      const outcomes = await Promise.all(
        WORDS.map(async (word) => (await openOne()).changePassword(account.id, PASSWORD, word)),
      );
      const winner = outcomes.findIndex((outcome) => outcome !== null);
      expect(outcomes[1 - winner]).toBeNull();
      expect(await auth.findSession(outcomes[winner]?.token ?? "")).toEqual(account);
      expect(await auth.signIn(EMAIL, WORDS[winner] ?? "")).not.toBeNull();
    });

    it("is refused when the account is reset at the same time", async () => {
      const { auth, paul } = await withTwo();
      const change = auth.changePassword(paul.id, PASSWORD, NEW);
      await auth.reset(paul.id);
      expect(await change).toBeNull();
      expect(await auth.signIn(PAUL, NEW)).toBeNull();
    });
  });

  describe(`${name}, a password confirmation`, () => {
    it("happens with each way to open a session: the new session counts as confirmed", async () => {
      const { auth, account } = await withAccount();
      const { token } = await invite(auth);
      const before = Date.now();
      const sessions = [
        accepted(await auth.acceptLink(token, PASSWORD)),
        some(await auth.changePassword(account.id, PASSWORD, NEW)),
        some(await auth.signIn(EMAIL, NEW)),
      ];
      for (const session of sessions)
        expect((await auth.readConfirmedAt(session.token))?.getTime()).toBeGreaterThanOrEqual(before);
    });

    it("needs the password of the session's own account, and is recorded in this session only", async () => {
      const { auth, elsewhere, zoesSession: here, paul } = await withTwo();
      const there = await enter(auth);
      await auth.changePassword(paul.id, PASSWORD, "le mot de Paul");
      const before = [await auth.readConfirmedAt(here.token), await auth.readConfirmedAt(there.token)];
      for (const wrong of ["le mot de Paul", ""]) expect(await auth.confirm(here.token, wrong)).toBe(false);
      expect(await auth.readConfirmedAt(here.token)).toEqual(before[0]);
      await vi.waitUntil(() => before.every((at) => Date.now() > Number(at)), { timeout: 20_000, interval: 1 });
      expect(await auth.confirm(here.token, PASSWORD)).toBe(true);
      expect(Number(await elsewhere.readConfirmedAt(here.token))).toBeGreaterThan(Number(before[0]));
      expect(await auth.readConfirmedAt(there.token)).toEqual(before[1]);
    });
  });

  describe(`${name}, the reminders of an account`, () => {
    const BY = { id: "bob", name: "Bob" };

    it("has a calendar link once it is made, until it is renewed, the account is reset or removed", async () => {
      const { auth, elsewhere, account, paul } = await withTwo();
      const tokenOf = async ({ id }: { id: string }) => (await auth.readReminders(id)).calendarToken;
      expect(await tokenOf(paul)).toBeNull();
      const made = await Promise.all([auth, elsewhere].map((one) => one.makeCalendarLink(paul.id, BY)));
      expect(made.toSorted()).toEqual([false, true]);
      const first = some(await tokenOf(paul));
      expect([await elsewhere.isCalendarToken(first), await auth.isCalendarToken(`${first}a`)]).toEqual([true, false]);
      expect(await elsewhere.renewCalendarLink(paul.id, BY)).toBe(true);
      const second = some(await tokenOf(paul));
      expect([await auth.isCalendarToken(first), await auth.isCalendarToken(second)]).toEqual([false, true]);
      await auth.reset(paul.id);
      expect([await tokenOf(paul), await auth.isCalendarToken(second)]).toEqual([null, false]);
      await auth.makeCalendarLink(account.id, BY);
      const third = some(await tokenOf(account));
      expect(await auth.isCalendarToken(third)).toBe(true);
      await auth.makeCalendarLink(paul.id, BY);
      const fourth = some(await tokenOf(paul));
      await auth.removeAccount(paul.id);
      expect([await auth.isCalendarToken(fourth), await auth.isCalendarToken(third)]).toEqual([false, true]);
      for (const hostile of HOSTILES) expect(await auth.isCalendarToken(hostile)).toBe(false);
    });

    it("has the letter of Monday until it is switched off", async () => {
      const { auth, account } = await withAccount();
      const read = async () => [
        (await auth.readReminders(account.id)).wantsToDoLetter,
        (await auth.listAccounts())[0]?.wantsToDoLetter,
      ];
      expect(await read()).toEqual([true, true]);
      for (const isOn of [false, false, true]) {
        await auth.setToDoLetter(account.id, isOn);
        expect(await read()).toEqual([isOn, isOn]);
      }
    });
  });

  describe(`${name}, a first name`, () => {
    it("comes from the first invitation that has one, and is the same in sessions, links and lists", async () => {
      const openOne = await make();
      const [auth, elsewhere] = [await openOne(), await openOne()];
      expect((await invite(auth)).account.firstName).toBe("");
      const firstName = "Paul-Émile 🎺";
      const link = some(await auth.invite(PAUL, { firstName }));
      const { account } = link;
      expect(account).toMatchObject({ email: PAUL, firstName });
      expect((await auth.invite(PAUL, { firstName: "Autre" }))?.account).toEqual(account);
      const last = await invite(auth);
      expect(last.account).toEqual(account);
      expect(accepted(await auth.readLink(last.token)).account).toEqual(account);
      const session = accepted(await auth.acceptLink(last.token, PASSWORD));
      expect(session.account).toEqual(account);
      expect(await elsewhere.findSession(session.token)).toEqual(account);
      expect((await enter(elsewhere, PAUL)).account).toEqual(account);
      expect(await elsewhere.listAccounts()).toMatchObject([{ firstName }]);
    });

    it("can be changed and removed, also in open sessions, and stays with a new password", async () => {
      const { auth, elsewhere, account, zoesSession, paulsSession } = await withTwo();
      for (const firstName of ["Zoé", "<b>'; DROP TABLE user; --", "", "Zoé H."]) {
        for (let times = 0; times < 2; times++) expect(await auth.rename(account.id, firstName)).toBe(true);
        for (const one of [auth, elsewhere])
          expect(await one.findSession(zoesSession.token)).toEqual({ ...account, firstName });
        expect((await enter(elsewhere)).account.firstName).toBe(firstName);
      }
      expect((await auth.findSession(paulsSession.token))?.firstName).toBe("");
      expect((await auth.changePassword(account.id, PASSWORD, NEW))?.account.firstName).toBe("Zoé H.");
      const link = some(await auth.reset(account.id));
      expect(link.account.firstName).toBe("Zoé H.");
      expect(accepted(await auth.acceptLink(link.token, PASSWORD)).account.firstName).toBe("Zoé H.");
    });
  });

  describe(`${name}, the sessions of an account`, () => {
    it("are listed with device and times, at most twenty; the current one is marked", async () => {
      const { auth, zoesSession } = await withTwo();
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
      for (let i = 0; i < 20; i++) await enter(auth);
      expect(await auth.listSessions(zoesSession.token)).toHaveLength(20);
    });

    it("end at once in every process, except the current one", async () => {
      const { auth, elsewhere, account, zoesSession, paul, paulsSession } = await withTwo();
      const others = [await enter(auth), await enter(auth)];
      await auth.endOtherSessions(zoesSession.token);
      for (const { token } of others) expect(await elsewhere.findSession(token)).toBeNull();
      expect(await elsewhere.findSession(zoesSession.token)).toEqual(account);
      expect(await elsewhere.findSession(paulsSession.token)).toEqual(paul);
      expect(await auth.listSessions(zoesSession.token)).toMatchObject([{ current: true }]);
    });
  });
}
