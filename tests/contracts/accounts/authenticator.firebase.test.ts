import { type Firestore, Timestamp } from "@google-cloud/firestore";
import type { Auth } from "firebase-admin/auth";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openAuth } from "#adapters/firebase/accounts/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/accounts/authenticator.ts";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import type { Authenticator } from "#ports/authenticator.ts";
import { warmUp } from "#tests/contracts/pictures/warm-up.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import { authenticatorContract } from "./authenticator.contract.ts";
import { firstLinkContract } from "./first-link.contract.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";
const ADMIN = "anne@exemple.ch";

const PROVIDER = `http://${EMULATOR_ENV.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`;

/** @returns a connection that ends with the test */
function firestoreOf(projectId: string): Firestore {
  const db = openFirestore({ projectId });
  onTestFinished(() => db.terminate());
  return db;
}

/** An empty project. What is not said is as on a site. */
function project() {
  const { projectId, apiKey } = newProject();
  const firebase = openAuth({ projectId });
  const reported: unknown[] = [];
  function openOne({
    db = firestoreOf(projectId),
    auth = firebase,
    now = () => new Date(),
    signInUrl = PROVIDER,
  }: {
    db?: Firestore;
    auth?: Auth;
    now?: () => Date;
    signInUrl?: string;
  } = {}) {
    const report = (fault: unknown) => reported.push(fault);
    return createFirebaseAuthenticator({ auth, db, signInUrl, apiKey, admins: [ADMIN], report, now });
  }
  /** The provider's public call, which anybody can make. */
  async function signUpWithPassword(email: string, password: string): Promise<string> {
    const response = await fetch(`${PROVIDER}/v1/accounts:signUp?key=${apiKey}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
    const { localId } = (await response.json()) as { localId: string };
    expect(response.status).toBe(200);
    return localId;
  }
  return { projectId, firebase, reported, openOne, signUpWithPassword };
}

/** An account, somebody signed in, and a clock that the test moves. */
async function somebody() {
  const { projectId, openOne, ...rest } = project();
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const advance = (days: number) => {
    offset += days * DAY_MS;
  };
  const db = firestoreOf(projectId);
  const auth = openOne({ db, now });
  const account = await auth.createAccount(EMAIL, PASSWORD);
  const session = await auth.signIn(EMAIL, PASSWORD);
  if (!account || !session) throw new Error("Nobody was let in.");
  return { ...rest, projectId, openOne, db, auth, account, session, advance };
}

/** @returns everything that Firestore keeps, as text */
async function allOfFirestore(db: Firestore): Promise<string> {
  const collections = await db.listCollections();
  const contents = await Promise.all(collections.map(async (one) => (await one.get()).docs));
  return JSON.stringify(contents.flat().map((one) => [one.ref.path, one.data()]));
}

type Older = Record<string, { sessions: Record<string, Record<string, unknown>> }>;

const accountsKept = async (db: Firestore) => ((await db.doc("state/accounts").get()).get("accounts") ?? {}) as Older;

/** @returns the sessions of all accounts, by fingerprint */
const sessionsKept = async (db: Firestore) =>
  Object.assign(
    {},
    ...Object.values(await accountsKept(db)).map(({ sessions }) => sessions),
  ) as Older[string]["sessions"];

const codes = (reported: unknown[]) => reported.map((one) => (one as { code?: string }).code);

describeHosted("the hosted family", () => {
  beforeAll(warmUp);

  authenticatorContract("accounts at Firebase", async () => {
    const { openOne } = project();
    return async () => openOne();
  });

  firstLinkContract("accounts at Firebase", async () => project().openOne());

  it("the link to the first account works at every instance, and the next start of any of them replaces it", async () => {
    const { projectId, openOne } = project();
    const [one, other] = [openOne(), openOne()];
    const lost = await one.issueFirstLink(DAY_MS);
    expect((await other.readFirstLink(lost?.token ?? "")).ok).toBe(true);
    const link = await other.issueFirstLink(DAY_MS);
    expect(await one.readFirstLink(lost?.token ?? "")).toEqual({ ok: false, reason: "unknown" });
    const both = [one, other].map((auth, i) => auth.acceptFirstLink(link?.token ?? "", `p${i}@exemple.ch`, PASSWORD));
    expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1);
    const db = firestoreOf(projectId);
    expect(await allOfFirestore(db)).not.toContain("first-link");
    expect(await one.listAccounts()).toHaveLength(1);
  });

  it("the link to the first account takes no account that was closed in Google's console, and still works", async () => {
    const { firebase, openOne } = project();
    const auth = openOne();
    const closed = await auth.createAccount("paul@exemple.ch", PASSWORD);
    await firebase.updateUser(closed?.id ?? "", { disabled: true });
    const { token = "" } = (await auth.issueFirstLink(DAY_MS)) ?? {};
    const taken = await auth.acceptFirstLink(token, "paul@exemple.ch", PASSWORD);
    expect(taken).toEqual({ ok: false, reason: "taken" });
    expect((await auth.acceptFirstLink(token, EMAIL, PASSWORD)).ok).toBe(true);
  });

  describe("a session at Firebase", () => {
    it("ends 14 days after somebody signed in, however often they come back", async () => {
      const { auth, account, session, advance } = await somebody();
      expect(Math.abs(session.expiresAt.getTime() - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000);
      advance(13.9);
      expect(await auth.findSession(session.token)).toEqual(account);
      advance(0.11);
      expect(await auth.findSession(session.token)).toBeNull();
    });

    it("is another one each time somebody signs in, also within the same second", async () => {
      const { auth, session } = await somebody();
      const following = await Promise.all(Array.from({ length: 5 }, () => auth.signIn(EMAIL, PASSWORD)));
      const tokens = new Set([session, ...following].map((one) => one?.token));
      expect([tokens.size, tokens.has(undefined)]).toEqual([6, false]);
    });

    it("leaves no trace once it has expired and somebody signs in again", async () => {
      const { db, auth, advance } = await somebody();
      advance(15);
      await auth.signIn(EMAIL, PASSWORD);
      expect(Object.keys(await sessionsKept(db))).toHaveLength(1);
    });

    it("ends when somebody disables or removes the account in Firebase's console", async () => {
      const { auth, firebase, account, session } = await somebody();
      await firebase.updateUser(account.id, { disabled: true });
      expect(await auth.findSession(session.token)).toBeNull();
      await firebase.updateUser(account.id, { disabled: false });
      expect(await auth.findSession(session.token)).toEqual(account);
      await firebase.deleteUser(account.id);
      expect(await auth.findSession(session.token)).toBeNull();
    });

    it("ends when somebody revokes it in Firebase's console, and one after that is open", async () => {
      const { auth, firebase, account, session } = await somebody();
      const second = Math.floor(Date.now() / 1000);
      // Google counts revocations in seconds.
      await vi.waitUntil(() => Math.floor(Date.now() / 1000) > second, { timeout: 5000, interval: 20 });
      await firebase.revokeRefreshTokens(account.id);
      expect(await auth.findSession(session.token)).toBeNull();
      const following = await auth.signIn(EMAIL, PASSWORD);
      expect(await auth.findSession(following?.token ?? "")).toEqual(account);
    });

    it("cannot be taken over by somebody who reads the database, which holds no address", async () => {
      const { db, auth, session } = await somebody();
      const link = await auth.invite("paul@exemple.ch");
      const all = await allOfFirestore(db);
      expect(all).toContain('"sessions":');
      for (const secret of [session.token, String(link?.token), EMAIL, "paul@", PASSWORD])
        expect(all).not.toContain(secret);
    });
  });

  describe("a session that is used at Firebase", () => {
    it("is noted as used every ten minutes, and goes on while that cannot be noted", async () => {
      const { auth, account, session, advance } = await somebody();
      const usedAt = async () => Number((await auth.listSessions(session.token))[0]?.usedAt);
      const before = await usedAt();
      advance(9 / 1440);
      await auth.findSession(session.token);
      expect(await usedAt()).toBe(before);
      advance(2 / 1440);
      expect(await auth.findSession(session.token)).toEqual(account);
      expect(await usedAt()).toBeGreaterThan(before);
    });
  });

  describe("a stranger who has made an account at the provider", () => {
    it("is not let in, is not listed, and is told apart in the log without an address", async () => {
      const { openOne, signUpWithPassword, reported } = project();
      const auth = openOne();
      await signUpWithPassword("inconnu@exemple.ch", PASSWORD);
      expect(await auth.signIn("inconnu@exemple.ch", PASSWORD)).toBeNull();
      expect(await auth.listAccounts()).toEqual([]);
      expect(codes(reported)).toEqual(["not-of-the-committee"]);
      expect(JSON.stringify(reported.map((one) => Object.entries(one as object)))).not.toContain("unknown");
    });

    it("for an address on the allow-list is not let in: nobody has verified that it is theirs", async () => {
      const { openOne, signUpWithPassword } = project();
      const auth = openOne();
      await signUpWithPassword(ADMIN, PASSWORD);
      expect(await auth.signIn(ADMIN, PASSWORD)).toBeNull();
      expect(await auth.listAccounts()).toEqual([]);
    });

    it("for an address that is then invited has no hold on that account", async () => {
      const { openOne, signUpWithPassword, firebase } = project();
      const auth = openOne();
      const uid = await signUpWithPassword(EMAIL, "le mot de l’intrus");
      const link = await auth.invite(EMAIL);
      expect(link?.account.id).not.toBe(uid);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect((await auth.acceptLink(link?.token ?? "", PASSWORD)).ok).toBe(true);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      await expect(firebase.getUser(uid)).rejects.toMatchObject({ code: "auth/user-not-found" });
    });

    it("for an address that is then given an account has no hold on it either", async () => {
      const { openOne, signUpWithPassword } = project();
      const auth = openOne();
      await signUpWithPassword(EMAIL, "le mot de l’intrus");
      const account = await auth.createAccount(EMAIL, PASSWORD);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect((await auth.signIn(EMAIL, PASSWORD))?.account).toEqual(account);
    });

    it("is nobody whose account can be reset or removed from here", async () => {
      const { openOne, signUpWithPassword, firebase } = project();
      const auth = openOne();
      const uid = await signUpWithPassword("inconnu@exemple.ch", PASSWORD);
      expect(await auth.reset(uid)).toBeNull();
      expect(await auth.removeAccount(uid)).toBe("absent");
      expect((await firebase.getUser(uid)).email).toBe("inconnu@exemple.ch");
    });
  });

  describe("an account that an existing project brings along", () => {
    it("counts with the claim: it is listed, lets its owner in, and can be the last one", async () => {
      const { openOne, firebase } = project();
      const auth = openOne();
      const { uid } = await firebase.createUser({ email: EMAIL, password: PASSWORD });
      expect(await auth.listAccounts()).toEqual([]);
      await firebase.setCustomUserClaims(uid, { committee: true });
      expect(await auth.listAccounts()).toMatchObject([{ id: uid, email: EMAIL, canSignIn: true, link: null }]);
      expect(await auth.removeAccount(uid)).toBe("last");
      const session = await auth.signIn(EMAIL, PASSWORD);
      expect(await auth.findSession(session?.token ?? "")).toEqual({ id: uid, email: EMAIL, firstName: "" });
    });

    it("gets a first name, of which nothing is left once the account is removed", async () => {
      const { projectId, openOne, firebase } = project();
      const auth = openOne();
      const { uid } = await firebase.createUser({ email: EMAIL, password: PASSWORD });
      expect(await auth.rename(uid, "Zoé")).toBe(false);
      await firebase.setCustomUserClaims(uid, { committee: true });
      expect(await auth.rename(uid, "Zoé")).toBe(true);
      expect((await auth.signIn(EMAIL, PASSWORD))?.account).toEqual({ id: uid, email: EMAIL, firstName: "Zoé" });
      await auth.createAccount("ana@exemple.ch", PASSWORD);
      expect(await auth.removeAccount(uid)).toBe("removed");
      expect(await auth.rename(uid, "Zoé")).toBe(false);
      const kept = await firestoreOf(projectId).doc("state/accounts").get();
      expect(JSON.stringify(kept.data())).not.toContain("Zoé");
    });

    it("counts with a verified address on the allow-list, and loses access when it is taken off", async () => {
      const { openOne, firebase, projectId } = project();
      const auth = openOne();
      const { uid } = await firebase.createUser({ email: ADMIN, password: PASSWORD, emailVerified: true });
      const session = await auth.signIn(ADMIN, PASSWORD);
      expect(await auth.findSession(session?.token ?? "")).toEqual({ id: uid, email: ADMIN, firstName: "" });
      const db = firestoreOf(projectId);
      const without = createFirebaseAuthenticator({
        ...{ auth: firebase, db, signInUrl: PROVIDER, apiKey: `cle-de-${projectId}` },
        ...{ admins: [], report: () => {} },
      });
      expect(await without.findSession(session?.token ?? "")).toBeNull();
    });

    it("keeps the password that was chosen on the old site", async () => {
      const { openOne, firebase } = project();
      const { uid } = await firebase.createUser({ email: EMAIL, password: "½ ﬁn Ⅳ" });
      await firebase.setCustomUserClaims(uid, { committee: true });
      expect(await openOne().signIn(EMAIL, "½ ﬁn Ⅳ")).not.toBeNull();
    });

    it("cannot sign in while it is disabled, nor is it somebody who can", async () => {
      const { auth, firebase, account, reported } = await somebody();
      const paul = await auth.createAccount("paul@exemple.ch", PASSWORD);
      await firebase.updateUser(account.id, { disabled: true });
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(codes(reported)).toEqual(["auth/user-disabled"]);
      expect(await auth.removeAccount(paul?.id ?? "")).toBe("last");
    });
  });

  describe("a link at Firebase", () => {
    it("ends seven days after an invitation and one day after a reset, and says that it has expired", async () => {
      const { auth, account, advance } = await somebody();
      const invitation = await auth.invite("paul@exemple.ch");
      const newPassword = await auth.reset(account.id);
      const read = async (token: string | undefined) => (await auth.readLink(String(token))).ok;
      advance(0.99);
      expect([await read(invitation?.token), await read(newPassword?.token)]).toEqual([true, true]);
      advance(0.02);
      expect(await auth.readLink(String(newPassword?.token))).toEqual({ ok: false, reason: "expired" });
      expect(await read(invitation?.token)).toBe(true);
      advance(6);
      expect(await auth.acceptLink(String(invitation?.token), PASSWORD)).toEqual({ ok: false, reason: "expired" });
      expect((await auth.listAccounts()).map(({ link }) => link?.kind)).toEqual(["invitation", "reinitialisation"]);
    });

    it("is none while its account is disabled in Firebase's console", async () => {
      const { auth, firebase } = await somebody();
      const link = await auth.invite("paul@exemple.ch");
      await firebase.updateUser(link?.account.id ?? "", { disabled: true });
      expect(await auth.acceptLink(link?.token ?? "", PASSWORD)).toEqual({ ok: false, reason: "unknown" });
    });

    it("still works when a fault kept somebody from getting in with it", async () => {
      const { auth, firebase, openOne } = await somebody();
      const link = await auth.invite("paul@exemple.ch");
      const failing = openOne({ auth: without(firebase, "updateUser", true) });
      await expect(failing.acceptLink(link?.token ?? "", PASSWORD)).rejects.toThrow("out of order");
      expect(await auth.signIn("paul@exemple.ch", PASSWORD)).toBeNull();
      expect((await auth.acceptLink(link?.token ?? "", "un autre mot")).ok).toBe(true);
      expect(await auth.signIn("paul@exemple.ch", "un autre mot")).not.toBeNull();
    });
  });

  describe("accounts in two places", () => {
    it("are forgotten everywhere when one is removed", async () => {
      const { db, auth, account } = await somebody();
      await auth.createAccount("paul@exemple.ch", PASSWORD);
      await auth.reset(account.id);
      expect(await allOfFirestore(db)).toContain(account.id);
      expect(await auth.removeAccount(account.id)).toBe("removed");
      expect(await allOfFirestore(db)).not.toContain(account.id);
    });

    it("are shut, and can be removed again, when the provider failed to remove one", async () => {
      const { auth, firebase, openOne, account, session } = await somebody();
      await auth.createAccount("paul@exemple.ch", PASSWORD);
      const failing = openOne({ auth: without(firebase, "deleteUser") });
      await expect(failing.removeAccount(account.id)).rejects.toThrow("out of order");
      expect(await auth.findSession(session.token)).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(await auth.removeAccount(account.id)).toBe("removed");
    });

    it("are shut, and can be reset again, when the provider failed to replace the password", async () => {
      const { auth, firebase, openOne, account, session } = await somebody();
      await auth.createAccount("paul@exemple.ch", PASSWORD);
      const failing = openOne({ auth: without(firebase, "updateUser") });
      await expect(failing.reset(account.id)).rejects.toThrow("out of order");
      expect(await auth.findSession(session.token)).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      const link = await auth.reset(account.id);
      expect((await auth.acceptLink(link?.token ?? "", "un nouveau mot")).ok).toBe(true);
    });

    it("are let in by nobody, and can be created again, when the provider failed to mark one", async () => {
      const { auth, firebase, openOne } = await somebody();
      const failing = openOne({ auth: without(firebase, "setCustomUserClaims") });
      await expect(failing.createAccount("paul@exemple.ch", PASSWORD)).rejects.toThrow("out of order");
      expect(await auth.signIn("paul@exemple.ch", PASSWORD)).toBeNull();
      expect(await auth.createAccount("paul@exemple.ch", PASSWORD)).not.toBeNull();
      expect(await auth.listAccounts()).toHaveLength(2);
    });

    it("are changed by one at a time, and can be changed again after an instance died in the middle of it", async () => {
      const { auth, db, account, advance } = await somebody();
      const elsewhere = { change: 1, changingUntil: Timestamp.fromMillis(Date.now() + 30_000) };
      await db.doc("state/accounts").set({ accounts: { [account.id]: elsewhere } }, { merge: true });
      expect(await auth.changePassword(account.id, PASSWORD, "un nouveau mot")).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      advance(31 / 86_400);
      expect(await auth.changePassword(account.id, PASSWORD, "un nouveau mot")).not.toBeNull();
    });

    it("can be created again when an instance died before the provider marked one, and are no stranger's", async () => {
      const { auth, db, firebase } = await somebody();
      const { uid } = await firebase.createUser({ email: "paul@exemple.ch", password: "le mot d’avant" });
      await db.doc("state/accounts").set({ accounts: { [uid]: { entry: false, change: 1 } } }, { merge: true });
      const paul = await auth.createAccount("paul@exemple.ch", PASSWORD);
      expect(await auth.signIn("paul@exemple.ch", "le mot d’avant")).toBeNull();
      expect((await auth.signIn("paul@exemple.ch", PASSWORD))?.account).toEqual(paul);
      expect(await auth.listAccounts()).toHaveLength(2);
    });

    it("keep the fifty sessions that were used last", async () => {
      const { db, auth, account, session } = await somebody();
      const [mine] = Object.values(await sessionsKept(db));
      const older = { ...mine, usedAt: Timestamp.fromMillis(Date.now() - DAY_MS) };
      const sessions = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`autre${n}`, older]));
      await db.doc("state/accounts").set({ accounts: { [account.id]: { sessions } } }, { merge: true });
      await auth.signIn(EMAIL, PASSWORD);
      expect(Object.keys(await sessionsKept(db)).length).toBeLessThanOrEqual(51);
      expect(await auth.findSession(session.token)).toEqual(account);
    });
  });

  describe("a provider that does not answer", () => {
    async function firestoreIsSilent() {
      const { projectId, openOne, auth, account, session } = await somebody();
      const link = await auth.invite("paul@exemple.ch");
      const line = await openLine(String(process.env.FIRESTORE_EMULATOR_HOST));
      const failing = openOne({ db: firestoreAt(projectId, line.address) });
      expect(await failing.findSession(session.token)).toEqual(account);
      const before = await auth.listAccounts();
      line.freeze();
      await expectAllRefused(failing, account.id, session.token, link?.token ?? "");
      line.restore();
      await vi.waitFor(async () => expect(await failing.listAccounts()).toEqual(before), {
        timeout: 20_000,
        interval: 200,
      });
      expect(await failing.findSession(session.token)).toEqual(account);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    }

    async function identityProviderIsSilent() {
      const { openOne, auth, account, session } = await somebody();
      const link = await auth.invite("paul@exemple.ch");
      const before = await auth.listAccounts();
      const failing = openOne({ auth: silent(), signInUrl: "http://127.0.0.1:1" });
      await expectAllRefused(failing, account.id, session.token, link?.token ?? "");
      expect(await auth.listAccounts()).toEqual(before);
      expect(await auth.findSession(session.token)).toEqual(account);
    }

    // Both at once: each waits until calls give up.
    it("is a fault within seconds, be it Firestore or the identity provider, and no reason to let somebody in or out", async () => {
      await Promise.all([firestoreIsSilent(), identityProviderIsSilent()]);
    });

    it("does not keep somebody from signing out when only the provider cannot be told", async () => {
      const { openOne, auth, firebase, session, reported } = await somebody();
      await openOne({ auth: without(firebase, "revokeRefreshTokens") }).signOut(session.token);
      expect(await auth.findSession(session.token)).toBeNull();
      expect(reported).toHaveLength(1);
    });
  });
});

/** The provider with one call out of order. @param made whether it is done all the same, and only the answer is lost */
const without = (auth: Auth, call: keyof Auth, made = false): Auth =>
  new Proxy(auth, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const method: unknown = typeof value === "function" ? value.bind(target) : value;
      if (name !== call || typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        if (made) await method(...args);
        throw new Error("out of order");
      };
    },
  });

/** A provider none of whose calls is ever answered. */
const silent = (): Auth => new Proxy({} as Auth, { get: () => () => new Promise(() => {}) });

/**
 * @returns a connection that leads to `address`. It is left open: after a cut, Google's library throws from nowhere when
 * a connection is closed on which it still tries what nobody waits for any more
 */
function firestoreAt(projectId: string, address: string): Firestore {
  const { FIRESTORE_EMULATOR_HOST } = process.env;
  // Google's library reads it when the connection is made, and never again.
  process.env.FIRESTORE_EMULATOR_HOST = address;
  const db = openFirestore({ projectId });
  process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
  return db;
}

/** Asks everything at once; each has to throw. */
async function expectAllRefused(auth: Authenticator, id: string, token: string, link: string): Promise<void> {
  const calls: Record<string, () => Promise<unknown>> = {
    session: () => auth.findSession(token),
    signIn: () => auth.signIn(EMAIL, PASSWORD),
    accounts: () => auth.listAccounts(),
    createAccount: () => auth.createAccount("anne@exemple.ch", PASSWORD),
    invite: () => auth.invite("anne@exemple.ch"),
    reset: () => auth.reset(id),
    readLink: () => auth.readLink(link),
    acceptLink: () => auth.acceptLink(link, PASSWORD),
    removeAccount: () => auth.removeAccount(id),
    changePassword: () => auth.changePassword(id, PASSWORD, "un nouveau mot"),
    confirm: () => auth.confirm(token, PASSWORD),
    confirmedAt: () => auth.readConfirmedAt(token),
    sessions: () => auth.listSessions(token),
    endOtherSessions: () => auth.endOtherSessions(token),
  };
  const names = Object.keys(calls);
  const issues = await Promise.allSettled(Object.values(calls).map((call) => call()));
  expect(names.filter((_, i) => issues[i]?.status === "fulfilled")).toEqual([]);
}
