/** Accounts at Google: strangers, accounts of an existing project, changes in Google's console, and outages. */
import type { Firestore } from "@google-cloud/firestore";
import type { Auth } from "firebase-admin/auth";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { createAccountStore } from "#stores/accounts.ts";
import { expectAllRefused } from "#tests/contracts/accounts/all-refused.ts";
import { SECRET } from "#tests/contracts/accounts/place.ts";
import { identityProject } from "#tests/contracts/identity/google-project.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";

/** @returns a connection that closes when the test ends */
function firestoreOf(projectId: string): Firestore {
  const db = createFirestoreClient({ projectId });
  onTestFinished(() => db.terminate());
  return db;
}

/** An empty project. Options default to those of a site. */
function project() {
  const { identities, ...rest } = identityProject();
  type Options = { db?: Firestore; now?: () => Date } & Parameters<typeof identities>[0];
  const openOne = ({ db = firestoreOf(rest.projectId), now = () => new Date(), ...options }: Options = {}) =>
    createAccountStore({
      documents: createFirestoreDocuments(db),
      identities: identities(options),
      secret: async () => SECRET,
      now,
      report: (error) => rest.reported.push(error),
    });
  return { ...rest, openOne };
}

/** An account with an open session, and a clock that the test advances. */
async function withSession() {
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
  if (!account || !session) throw new Error("The sign-in was refused.");
  return { ...rest, projectId, openOne, db, auth, account, session, advance };
}

/** @returns all documents of Firestore, as text */
async function allOfFirestore(db: Firestore): Promise<string> {
  const collections = await db.listCollections();
  const contents = await Promise.all(collections.map(async (one) => (await one.get()).docs));
  return JSON.stringify(contents.flat().map((one) => [one.ref.path, one.data()]));
}

const codes = (reported: unknown[]) => reported.map((one) => (one as { code?: string }).code);

describeHosted("accounts with Firebase", () => {
  beforeAll(warmUp);

  it("the link to the first account refuses the address of a disabled account, and stays valid", async () => {
    const { firebase, openOne } = project();
    const auth = openOne();
    const closed = await auth.createAccount("paul@exemple.ch", PASSWORD);
    await firebase.updateUser(closed?.id ?? "", { disabled: true });
    const { token = "" } = (await auth.issueFirstLink(DAY_MS)) ?? {};
    const taken = await auth.acceptFirstLink(token, "paul@exemple.ch", PASSWORD);
    expect(taken).toEqual({ ok: false, reason: "taken" });
    expect((await auth.acceptFirstLink(token, EMAIL, PASSWORD)).ok).toBe(true);
  });

  it("the database contains no address, password or token", async () => {
    const { db, auth, session } = await withSession();
    const link = await auth.invite("paul@exemple.ch");
    const all = await allOfFirestore(db);
    expect(all).toContain('"sessions/');
    for (const secret of [session.token, String(link?.token), EMAIL, "paul@", PASSWORD])
      expect(all).not.toContain(secret);
  });

  describe("a stranger who has made an account at the provider", () => {
    it("is refused, not listed, and neither reset nor removed; the log has a code and no address", async () => {
      const { openOne, signUp, firebase, reported } = project();
      const auth = openOne();
      const uid = await signUp("inconnu@exemple.ch", PASSWORD);
      expect(await auth.signIn("inconnu@exemple.ch", PASSWORD)).toBeNull();
      expect(await auth.listAccounts()).toEqual([]);
      expect([await auth.reset(uid), await auth.removeAccount(uid)]).toEqual([null, "absent"]);
      expect((await firebase.getUser(uid)).email).toBe("inconnu@exemple.ch");
      expect(codes(reported)).toEqual(["not-of-the-committee"]);
      expect(JSON.stringify(reported.map((one) => Object.entries(one as object)))).not.toContain("unknown");
    });

    it("has no access to the account when the address is invited later", async () => {
      const { openOne, signUp, firebase } = project();
      const auth = openOne();
      const uid = await signUp(EMAIL, "le mot de l’intrus");
      const link = await auth.invite(EMAIL);
      expect(link?.account.id).not.toBe(uid);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect((await auth.acceptLink(link?.token ?? "", PASSWORD)).ok).toBe(true);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
      await expect(firebase.getUser(uid)).rejects.toMatchObject({ code: "auth/user-not-found" });
    });
  });

  describe("an account of an existing project", () => {
    it("counts with the claim, and can get a first name, which a removal deletes", async () => {
      const { projectId, openOne, firebase } = project();
      const auth = openOne();
      const { uid } = await firebase.createUser({ email: EMAIL, password: PASSWORD });
      expect(await auth.rename(uid, "Zoé")).toBe(false);
      expect(await auth.listAccounts()).toEqual([]);
      await firebase.setCustomUserClaims(uid, { committee: true });
      expect(await auth.rename(uid, "Zoé")).toBe(true);
      expect(await auth.removeAccount(uid)).toBe("last");
      expect((await auth.signIn(EMAIL, PASSWORD))?.account).toEqual({ id: uid, email: EMAIL, firstName: "Zoé" });
      await auth.createAccount("ana@exemple.ch", PASSWORD);
      expect(await auth.removeAccount(uid)).toBe("removed");
      expect(await auth.rename(uid, "Zoé")).toBe(false);
      expect(await allOfFirestore(firestoreOf(projectId))).not.toContain("Zoé");
    });

    it("keeps the password of the old site", async () => {
      const { openOne, firebase } = project();
      const { uid } = await firebase.createUser({ email: EMAIL, password: "½ ﬁn Ⅳ" });
      await firebase.setCustomUserClaims(uid, { committee: true });
      expect(await openOne().signIn(EMAIL, "½ ﬁn Ⅳ")).not.toBeNull();
    });

    it("cannot sign in or use a link while it is disabled, and does not count as one that can", async () => {
      const { auth, firebase, account, reported } = await withSession();
      const link = await auth.invite("anne@exemple.ch");
      await firebase.updateUser(link?.account.id ?? "", { disabled: true });
      expect(await auth.acceptLink(link?.token ?? "", PASSWORD)).toEqual({ ok: false, reason: "unknown" });
      const paul = await auth.createAccount("paul@exemple.ch", PASSWORD);
      await firebase.updateUser(account.id, { disabled: true });
      expect(await auth.signIn(EMAIL, PASSWORD)).toBeNull();
      expect(codes(reported)).toEqual(["auth/user-disabled"]);
      expect(await auth.removeAccount(paul?.id ?? "")).toBe("last");
    });
  });

  it("an account can be created again when an instance died before it set the claim", async () => {
    const { auth, db, firebase } = await withSession();
    const { uid } = await firebase.createUser({ email: "paul@exemple.ch", password: "le mot d’avant" });
    await db.doc(`accounts/${uid}`).set({ entry: false, change: 1 });
    const paul = await auth.createAccount("paul@exemple.ch", PASSWORD);
    expect(await auth.signIn("paul@exemple.ch", "le mot d’avant")).toBeNull();
    expect((await auth.signIn("paul@exemple.ch", PASSWORD))?.account).toEqual(paul);
    expect(await auth.listAccounts()).toHaveLength(2);
  });

  describe("a provider that does not answer", () => {
    async function firestoreIsSilent() {
      const { projectId, openOne, auth, account, session } = await withSession();
      const link = await auth.invite("paul@exemple.ch");
      const line = await openLine(String(process.env.FIRESTORE_EMULATOR_HOST));
      const failing = openOne({ db: firestoreAt(projectId, line.address) });
      expect(await failing.findSession(session.token)).toEqual(account);
      const before = await auth.listAccounts();
      line.freeze();
      await expectAllRefused(failing, account.id, session.token, link?.token ?? "");
      line.restore();
      const patience = { timeout: 20_000, interval: 200 };
      await vi.waitFor(async () => expect(await failing.listAccounts()).toEqual(before), patience);
      expect(await failing.findSession(session.token)).toEqual(account);
      expect(await auth.signIn(EMAIL, PASSWORD)).not.toBeNull();
    }

    async function identityProviderIsSilent() {
      const { openOne, auth, account, session } = await withSession();
      const link = await auth.invite("paul@exemple.ch");
      const before = await auth.listAccounts();
      const failing = openOne({ auth: silent(), signInUrl: "http://127.0.0.1:1" });
      await expectAllRefused(failing, account.id, session.token, link?.token ?? "");
      expect(await auth.listAccounts()).toEqual(before);
      expect(await auth.findSession(session.token)).toEqual(account);
    }

    // Both at the same time, because each waits for timeouts.
    it("causes an error within seconds, both Firestore and the identity provider, and changes no access", async () => {
      await Promise.all([firestoreIsSilent(), identityProviderIsSilent()]);
    });
  });
});

/** A provider that never answers. */
const silent = (): Auth => new Proxy({} as Auth, { get: () => () => new Promise(() => {}) });

/**
 * @returns a connection to `address`, which stays open: after a cut, Google's library throws an unhandled error when a
 * connection with pending retries is closed
 */
function firestoreAt(projectId: string, address: string): Firestore {
  const { FIRESTORE_EMULATOR_HOST } = process.env;
  // Google's library reads the variable only when a connection is made.
  process.env.FIRESTORE_EMULATOR_HOST = address;
  const db = createFirestoreClient({ projectId });
  process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
  return db;
}
