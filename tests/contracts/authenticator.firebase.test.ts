import { type Firestore, Timestamp } from "@google-cloud/firestore";
import type { Auth } from "firebase-admin/auth";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openAuth } from "#adapters/firebase/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/authenticator.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import type { Authenticator } from "#ports/authenticator.ts";
import { ouvrirCoupure } from "#tests/emulators/coupure.ts";
import { describeHosted, ENV_EMULATEURS, projetNeuf } from "#tests/emulators/hosted.ts";
import { authenticatorContract } from "./authenticator.contract.ts";
import { echauffer } from "./echauffer.ts";

const JOUR_MS = 24 * 60 * 60 * 1000;
const EMAIL = "zoe@exemple.ch";
const MOT_DE_PASSE = "Pâquerette 1965";
const ADMIN = "anne@exemple.ch";

const PROVIDER = `http://${ENV_EMULATEURS.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`;

/** @returns a connection that ends with the test */
function firestoreDe(projectId: string): Firestore {
  const db = openFirestore({ projectId });
  onTestFinished(() => db.terminate());
  return db;
}

/** An empty project. What is not said is as on a site. */
function projet() {
  const { projectId, apiKey } = projetNeuf();
  const firebase = openAuth({ projectId });
  const signales: unknown[] = [];
  function ouvrir({
    db = firestoreDe(projectId),
    auth = firebase,
    now = () => new Date(),
    signInUrl = PROVIDER,
  }: {
    db?: Firestore;
    auth?: Auth;
    now?: () => Date;
    signInUrl?: string;
  } = {}) {
    const signaler = (panne: unknown) => signales.push(panne);
    return createFirebaseAuthenticator({ auth, db, signInUrl, apiKey, admins: [ADMIN], signaler, now });
  }
  /** The provider's public call, which anybody can make. */
  async function sInscrire(email: string, password: string): Promise<string> {
    const reponse = await fetch(`${PROVIDER}/v1/accounts:signUp?key=${apiKey}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    });
    const { localId } = (await reponse.json()) as { localId: string };
    expect(reponse.status).toBe(200);
    return localId;
  }
  return { projectId, firebase, signales, ouvrir, sInscrire };
}

/** An account, somebody signed in, and a clock that the test moves. */
async function quelquUn() {
  const { projectId, ouvrir, ...reste } = projet();
  let decalage = 0;
  const now = () => new Date(Date.now() + decalage);
  const avancer = (jours: number) => {
    decalage += jours * JOUR_MS;
  };
  const db = firestoreDe(projectId);
  const auth = ouvrir({ db, now });
  const compte = await auth.createAccount(EMAIL, MOT_DE_PASSE);
  const session = await auth.signIn(EMAIL, MOT_DE_PASSE);
  if (!compte || !session) throw new Error("Nobody was let in.");
  return { ...reste, projectId, ouvrir, db, auth, compte, session, avancer };
}

/** @returns everything that Firestore keeps, as text */
async function toutFirestore(db: Firestore): Promise<string> {
  const collections = await db.listCollections();
  const contenus = await Promise.all(collections.map(async (une) => (await une.get()).docs));
  return JSON.stringify(contenus.flat().map((un) => [un.ref.path, un.data()]));
}

type Older = Record<string, { sessions: Record<string, Record<string, unknown>> }>;

const accountsKept = async (db: Firestore) => ((await db.doc("etat/comptes").get()).get("comptes") ?? {}) as Older;

/** @returns the sessions of all accounts, by fingerprint */
const sessionsKept = async (db: Firestore) =>
  Object.assign(
    {},
    ...Object.values(await accountsKept(db)).map(({ sessions }) => sessions),
  ) as Older[string]["sessions"];

/** Keeps accounts as versions up to November 2026 did; sessions as those before them. */
async function likeOlderVersion(db: Firestore): Promise<void> {
  for (const [uid, { sessions, ...account }] of Object.entries(await accountsKept(db))) {
    await db.doc(`comptes/${uid}`).set({ change: 1, ...account });
    for (const [fingerprint, { expireLe }] of Object.entries(sessions ?? {}))
      await db.doc(`sessions/${fingerprint}`).set({ compte: uid, change: 1, expireLe, revocationPassee: null });
    await db
      .doc("sessions/finie")
      .set({ compte: uid, change: 0, expireLe: Timestamp.fromMillis(Date.now() + JOUR_MS) });
  }
  await db.doc("verrous/changements").set({ nombre: 1 });
  await db.doc("etat/comptes").delete();
}

const codes = (signales: unknown[]) => signales.map((un) => (un as { code?: string }).code);

describeHosted("the hosted family", () => {
  beforeAll(echauffer);

  authenticatorContract("accounts at Firebase", async () => {
    const { ouvrir } = projet();
    return async () => ouvrir();
  });

  describe("a session at Firebase", () => {
    it("ends 14 days after somebody signed in, however often they come back", async () => {
      const { auth, compte, session, avancer } = await quelquUn();
      expect(Math.abs(session.expireLe.getTime() - Date.now() - 14 * JOUR_MS)).toBeLessThan(60_000);
      avancer(13.9);
      expect(await auth.session(session.jeton)).toEqual(compte);
      avancer(0.11);
      expect(await auth.session(session.jeton)).toBeNull();
    });

    it("is another one each time somebody signs in, also within the same second", async () => {
      const { auth, session } = await quelquUn();
      const suivantes = await Promise.all(Array.from({ length: 5 }, () => auth.signIn(EMAIL, MOT_DE_PASSE)));
      const jetons = new Set([session, ...suivantes].map((une) => une?.jeton));
      expect([jetons.size, jetons.has(undefined)]).toEqual([6, false]);
    });

    it("leaves no trace once it has expired and somebody signs in again", async () => {
      const { db, auth, avancer } = await quelquUn();
      avancer(15);
      await auth.signIn(EMAIL, MOT_DE_PASSE);
      expect(Object.keys(await sessionsKept(db))).toHaveLength(1);
    });

    it("ends when somebody disables or removes the account in Firebase's console", async () => {
      const { auth, firebase, compte, session } = await quelquUn();
      await firebase.updateUser(compte.id, { disabled: true });
      expect(await auth.session(session.jeton)).toBeNull();
      await firebase.updateUser(compte.id, { disabled: false });
      expect(await auth.session(session.jeton)).toEqual(compte);
      await firebase.deleteUser(compte.id);
      expect(await auth.session(session.jeton)).toBeNull();
    });

    it("ends when somebody revokes it in Firebase's console, and one after that is open", async () => {
      const { auth, firebase, compte, session } = await quelquUn();
      const seconde = Math.floor(Date.now() / 1000);
      // Google counts revocations in seconds.
      await vi.waitUntil(() => Math.floor(Date.now() / 1000) > seconde, { timeout: 5000, interval: 20 });
      await firebase.revokeRefreshTokens(compte.id);
      expect(await auth.session(session.jeton)).toBeNull();
      const suivante = await auth.signIn(EMAIL, MOT_DE_PASSE);
      expect(await auth.session(suivante?.jeton ?? "")).toEqual(compte);
    });

    it("cannot be taken over by somebody who reads the database, which holds no address", async () => {
      const { db, auth, session } = await quelquUn();
      const lien = await auth.invite("paul@exemple.ch");
      const tout = await toutFirestore(db);
      expect(tout).toContain('"sessions":');
      for (const secret of [session.jeton, String(lien?.jeton), EMAIL, "paul@", MOT_DE_PASSE])
        expect(tout).not.toContain(secret);
    });
  });

  describe("what an older version kept of accounts at Firebase", () => {
    it("goes on: passwords, links and sessions that are open, and nothing twice", async () => {
      const { db, auth, compte, session, ouvrir } = await quelquUn();
      const lien = await auth.invite("paul@exemple.ch");
      const avant = await auth.accounts();
      await likeOlderVersion(db);
      const apres = await Promise.all([1, 2, 3].map(() => ouvrir().accounts()));
      expect(apres).toEqual([avant, avant, avant]);
      expect(await auth.session(session.jeton)).toEqual(compte);
      expect(await auth.sessions(session.jeton)).toHaveLength(1);
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
      expect((await auth.acceptLink(String(lien?.jeton), MOT_DE_PASSE)).ok).toBe(true);
      for (const ancienne of ["comptes", "sessions", "verrous"])
        expect((await db.collection(ancienne).get()).size).toBe(0);
    });
  });

  describe("a session that an older version opened at Firebase", () => {
    it("is listed with the day it was opened, and is one in which no password was confirmed", async () => {
      const { db, auth, session } = await quelquUn();
      await likeOlderVersion(db);
      expect(await auth.confirmedAt(session.jeton)).toBeNull();
      const [mine] = await auth.sessions(session.jeton);
      expect(mine).toMatchObject({ device: "", current: true });
      expect(Math.abs(Number(mine?.openedAt) - Date.now())).toBeLessThan(60_000);
      expect(await auth.confirm(session.jeton, MOT_DE_PASSE)).toBe(true);
      expect(await auth.confirmedAt(session.jeton)).not.toBeNull();
    });

    it("is noted as used every ten minutes, and goes on while that cannot be noted", async () => {
      const { auth, compte, session, avancer } = await quelquUn();
      const usedAt = async () => Number((await auth.sessions(session.jeton))[0]?.usedAt);
      const avant = await usedAt();
      avancer(9 / 1440);
      await auth.session(session.jeton);
      expect(await usedAt()).toBe(avant);
      avancer(2 / 1440);
      expect(await auth.session(session.jeton)).toEqual(compte);
      expect(await usedAt()).toBeGreaterThan(avant);
    });
  });

  describe("a stranger who has made an account at the provider", () => {
    it("is not let in, is not listed, and is told apart in the log without an address", async () => {
      const { ouvrir, sInscrire, signales } = projet();
      const auth = ouvrir();
      await sInscrire("inconnu@exemple.ch", MOT_DE_PASSE);
      expect(await auth.signIn("inconnu@exemple.ch", MOT_DE_PASSE)).toBeNull();
      expect(await auth.accounts()).toEqual([]);
      expect(codes(signales)).toEqual(["not-of-the-committee"]);
      expect(JSON.stringify(signales.map((un) => Object.entries(un as object)))).not.toContain("inconnu");
    });

    it("for an address on the allow-list is not let in: nobody has verified that it is theirs", async () => {
      const { ouvrir, sInscrire } = projet();
      const auth = ouvrir();
      await sInscrire(ADMIN, MOT_DE_PASSE);
      expect(await auth.signIn(ADMIN, MOT_DE_PASSE)).toBeNull();
      expect(await auth.accounts()).toEqual([]);
    });

    it("for an address that is then invited has no hold on that account", async () => {
      const { ouvrir, sInscrire, firebase } = projet();
      const auth = ouvrir();
      const uid = await sInscrire(EMAIL, "le mot de l’intrus");
      const lien = await auth.invite(EMAIL);
      expect(lien?.compte.id).not.toBe(uid);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect((await auth.acceptLink(lien?.jeton ?? "", MOT_DE_PASSE)).ok).toBe(true);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
      await expect(firebase.getUser(uid)).rejects.toMatchObject({ code: "auth/user-not-found" });
    });

    it("for an address that is then given an account has no hold on it either", async () => {
      const { ouvrir, sInscrire } = projet();
      const auth = ouvrir();
      await sInscrire(EMAIL, "le mot de l’intrus");
      const compte = await auth.createAccount(EMAIL, MOT_DE_PASSE);
      expect(await auth.signIn(EMAIL, "le mot de l’intrus")).toBeNull();
      expect((await auth.signIn(EMAIL, MOT_DE_PASSE))?.compte).toEqual(compte);
    });

    it("is nobody whose account can be reset or removed from here", async () => {
      const { ouvrir, sInscrire, firebase } = projet();
      const auth = ouvrir();
      const uid = await sInscrire("inconnu@exemple.ch", MOT_DE_PASSE);
      expect(await auth.reset(uid)).toBeNull();
      expect(await auth.removeAccount(uid)).toBe("absent");
      expect((await firebase.getUser(uid)).email).toBe("inconnu@exemple.ch");
    });
  });

  describe("an account that an existing project brings along", () => {
    it("counts with the claim: it is listed, lets its owner in, and can be the last one", async () => {
      const { ouvrir, firebase } = projet();
      const auth = ouvrir();
      const { uid } = await firebase.createUser({ email: EMAIL, password: MOT_DE_PASSE });
      expect(await auth.accounts()).toEqual([]);
      await firebase.setCustomUserClaims(uid, { comite: true });
      expect(await auth.accounts()).toMatchObject([{ id: uid, email: EMAIL, peutEntrer: true, lien: null }]);
      expect(await auth.removeAccount(uid)).toBe("dernier");
      const session = await auth.signIn(EMAIL, MOT_DE_PASSE);
      expect(await auth.session(session?.jeton ?? "")).toEqual({ id: uid, email: EMAIL });
    });

    it("counts with a verified address on the allow-list, and loses access when it is taken off", async () => {
      const { ouvrir, firebase, projectId } = projet();
      const auth = ouvrir();
      const { uid } = await firebase.createUser({ email: ADMIN, password: MOT_DE_PASSE, emailVerified: true });
      const session = await auth.signIn(ADMIN, MOT_DE_PASSE);
      expect(await auth.session(session?.jeton ?? "")).toEqual({ id: uid, email: ADMIN });
      const db = firestoreDe(projectId);
      const sans = createFirebaseAuthenticator({
        ...{ auth: firebase, db, signInUrl: PROVIDER, apiKey: `cle-de-${projectId}` },
        ...{ admins: [], signaler: () => {} },
      });
      expect(await sans.session(session?.jeton ?? "")).toBeNull();
    });

    it("keeps the password that was chosen on the old site", async () => {
      const { ouvrir, firebase } = projet();
      const { uid } = await firebase.createUser({ email: EMAIL, password: "½ ﬁn Ⅳ" });
      await firebase.setCustomUserClaims(uid, { comite: true });
      expect(await ouvrir().signIn(EMAIL, "½ ﬁn Ⅳ")).not.toBeNull();
    });

    it("cannot sign in while it is disabled, nor is it somebody who can", async () => {
      const { auth, firebase, compte, signales } = await quelquUn();
      const paul = await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
      await firebase.updateUser(compte.id, { disabled: true });
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).toBeNull();
      expect(codes(signales)).toEqual(["auth/user-disabled"]);
      expect(await auth.removeAccount(paul?.id ?? "")).toBe("dernier");
    });
  });

  describe("a link at Firebase", () => {
    it("ends seven days after an invitation and one day after a reset, and says that it has expired", async () => {
      const { auth, compte, avancer } = await quelquUn();
      const invitation = await auth.invite("paul@exemple.ch");
      const nouveau = await auth.reset(compte.id);
      const lire = async (jeton: string | undefined) => (await auth.readLink(String(jeton))).ok;
      avancer(0.99);
      expect([await lire(invitation?.jeton), await lire(nouveau?.jeton)]).toEqual([true, true]);
      avancer(0.02);
      expect(await auth.readLink(String(nouveau?.jeton))).toEqual({ ok: false, raison: "expire" });
      expect(await lire(invitation?.jeton)).toBe(true);
      avancer(6);
      expect(await auth.acceptLink(String(invitation?.jeton), MOT_DE_PASSE)).toEqual({ ok: false, raison: "expire" });
      expect((await auth.accounts()).map(({ lien }) => lien?.genre)).toEqual(["invitation", "reinitialisation"]);
    });

    it("is none while its account is disabled in Firebase's console", async () => {
      const { auth, firebase } = await quelquUn();
      const lien = await auth.invite("paul@exemple.ch");
      await firebase.updateUser(lien?.compte.id ?? "", { disabled: true });
      expect(await auth.acceptLink(lien?.jeton ?? "", MOT_DE_PASSE)).toEqual({ ok: false, raison: "inconnu" });
    });

    it("still works when a fault kept somebody from getting in with it", async () => {
      const { auth, firebase, ouvrir } = await quelquUn();
      const lien = await auth.invite("paul@exemple.ch");
      const enPanne = ouvrir({ auth: sans(firebase, "updateUser", true) });
      await expect(enPanne.acceptLink(lien?.jeton ?? "", MOT_DE_PASSE)).rejects.toThrow("out of order");
      expect(await auth.signIn("paul@exemple.ch", MOT_DE_PASSE)).toBeNull();
      expect((await auth.acceptLink(lien?.jeton ?? "", "un autre mot")).ok).toBe(true);
      expect(await auth.signIn("paul@exemple.ch", "un autre mot")).not.toBeNull();
    });
  });

  describe("accounts in two places", () => {
    it("are forgotten everywhere when one is removed", async () => {
      const { db, auth, compte } = await quelquUn();
      await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
      await auth.reset(compte.id);
      expect(await toutFirestore(db)).toContain(compte.id);
      expect(await auth.removeAccount(compte.id)).toBe("retire");
      expect(await toutFirestore(db)).not.toContain(compte.id);
    });

    it("are shut, and can be removed again, when the provider failed to remove one", async () => {
      const { auth, firebase, ouvrir, compte, session } = await quelquUn();
      await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
      const enPanne = ouvrir({ auth: sans(firebase, "deleteUser") });
      await expect(enPanne.removeAccount(compte.id)).rejects.toThrow("out of order");
      expect(await auth.session(session.jeton)).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).toBeNull();
      expect(await auth.removeAccount(compte.id)).toBe("retire");
    });

    it("are shut, and can be reset again, when the provider failed to replace the password", async () => {
      const { auth, firebase, ouvrir, compte, session } = await quelquUn();
      await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
      const enPanne = ouvrir({ auth: sans(firebase, "updateUser") });
      await expect(enPanne.reset(compte.id)).rejects.toThrow("out of order");
      expect(await auth.session(session.jeton)).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).toBeNull();
      const lien = await auth.reset(compte.id);
      expect((await auth.acceptLink(lien?.jeton ?? "", "un nouveau mot")).ok).toBe(true);
    });

    it("are let in by nobody, and can be created again, when the provider failed to mark one", async () => {
      const { auth, firebase, ouvrir } = await quelquUn();
      const enPanne = ouvrir({ auth: sans(firebase, "setCustomUserClaims") });
      await expect(enPanne.createAccount("paul@exemple.ch", MOT_DE_PASSE)).rejects.toThrow("out of order");
      expect(await auth.signIn("paul@exemple.ch", MOT_DE_PASSE)).toBeNull();
      expect(await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE)).not.toBeNull();
      expect(await auth.accounts()).toHaveLength(2);
    });

    it("are changed by one at a time, and can be changed again after an instance died in the middle of it", async () => {
      const { auth, db, compte, avancer } = await quelquUn();
      const ailleurs = { change: 1, changingUntil: Timestamp.fromMillis(Date.now() + 30_000) };
      await db.doc("etat/comptes").set({ comptes: { [compte.id]: ailleurs } }, { merge: true });
      expect(await auth.changePassword(compte.id, MOT_DE_PASSE, "un nouveau mot")).toBeNull();
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
      avancer(31 / 86_400);
      expect(await auth.changePassword(compte.id, MOT_DE_PASSE, "un nouveau mot")).not.toBeNull();
    });

    it("can be created again when an instance died before the provider marked one, and are no stranger's", async () => {
      const { auth, db, firebase } = await quelquUn();
      const { uid } = await firebase.createUser({ email: "paul@exemple.ch", password: "le mot d’avant" });
      await db.doc("etat/comptes").set({ comptes: { [uid]: { entree: false, change: 1 } } }, { merge: true });
      const paul = await auth.createAccount("paul@exemple.ch", MOT_DE_PASSE);
      expect(await auth.signIn("paul@exemple.ch", "le mot d’avant")).toBeNull();
      expect((await auth.signIn("paul@exemple.ch", MOT_DE_PASSE))?.compte).toEqual(paul);
      expect(await auth.accounts()).toHaveLength(2);
    });

    it("keep the fifty sessions that were used last", async () => {
      const { db, auth, compte, session } = await quelquUn();
      const [mine] = Object.values(await sessionsKept(db));
      const older = { ...mine, usedAt: Timestamp.fromMillis(Date.now() - JOUR_MS) };
      const sessions = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`autre${n}`, older]));
      await db.doc("etat/comptes").set({ comptes: { [compte.id]: { sessions } } }, { merge: true });
      await auth.signIn(EMAIL, MOT_DE_PASSE);
      expect(Object.keys(await sessionsKept(db)).length).toBeLessThanOrEqual(51);
      expect(await auth.session(session.jeton)).toEqual(compte);
    });
  });

  describe("a provider that does not answer", () => {
    it("is a fault within seconds when it is Firestore, and no reason to let somebody in or out", async () => {
      const { projectId, ouvrir, auth, compte, session } = await quelquUn();
      const lien = await auth.invite("paul@exemple.ch");
      const ligne = await ouvrirCoupure(String(process.env.FIRESTORE_EMULATOR_HOST));
      const enPanne = ouvrir({ db: firestoreA(projectId, ligne.adresse) });
      expect(await enPanne.session(session.jeton)).toEqual(compte);
      const avant = await auth.accounts();
      ligne.figer();
      await toutRefuse(enPanne, compte.id, session.jeton, lien?.jeton ?? "");
      ligne.retablir();
      await vi.waitFor(async () => expect(await enPanne.accounts()).toEqual(avant), { timeout: 20_000, interval: 200 });
      expect(await enPanne.session(session.jeton)).toEqual(compte);
      expect(await auth.signIn(EMAIL, MOT_DE_PASSE)).not.toBeNull();
    });

    it("is a fault within seconds when it is the identity provider", async () => {
      const { ouvrir, auth, compte, session } = await quelquUn();
      const lien = await auth.invite("paul@exemple.ch");
      const avant = await auth.accounts();
      const enPanne = ouvrir({ auth: muet(), signInUrl: "http://127.0.0.1:1" });
      await toutRefuse(enPanne, compte.id, session.jeton, lien?.jeton ?? "");
      expect(await auth.accounts()).toEqual(avant);
      expect(await auth.session(session.jeton)).toEqual(compte);
    });

    it("does not keep somebody from signing out when only the provider cannot be told", async () => {
      const { ouvrir, auth, firebase, session, signales } = await quelquUn();
      await ouvrir({ auth: sans(firebase, "revokeRefreshTokens") }).signOut(session.jeton);
      expect(await auth.session(session.jeton)).toBeNull();
      expect(signales).toHaveLength(1);
    });
  });
});

/** The provider with one call out of order. @param faite whether it is done all the same, and only the answer is lost */
const sans = (auth: Auth, appel: keyof Auth, faite = false): Auth =>
  new Proxy(auth, {
    get(cible, nom) {
      const valeur: unknown = Reflect.get(cible, nom);
      const methode: unknown = typeof valeur === "function" ? valeur.bind(cible) : valeur;
      if (nom !== appel || typeof methode !== "function") return methode;
      return async (...args: unknown[]) => {
        if (faite) await methode(...args);
        throw new Error("out of order");
      };
    },
  });

/** A provider none of whose calls is ever answered. */
const muet = (): Auth => new Proxy({} as Auth, { get: () => () => new Promise(() => {}) });

/**
 * @returns a connection that leads to `adresse`. It is left open: after a cut, Google's library throws from nowhere when
 * a connection is closed on which it still tries what nobody waits for any more
 */
function firestoreA(projectId: string, adresse: string): Firestore {
  const { FIRESTORE_EMULATOR_HOST } = process.env;
  // Google's library reads it when the connection is made, and never again.
  process.env.FIRESTORE_EMULATOR_HOST = adresse;
  const db = openFirestore({ projectId });
  process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
  return db;
}

/** Asks everything at once; each has to throw. */
async function toutRefuse(auth: Authenticator, id: string, jeton: string, lien: string): Promise<void> {
  const appels: Record<string, () => Promise<unknown>> = {
    session: () => auth.session(jeton),
    signIn: () => auth.signIn(EMAIL, MOT_DE_PASSE),
    accounts: () => auth.accounts(),
    createAccount: () => auth.createAccount("anne@exemple.ch", MOT_DE_PASSE),
    invite: () => auth.invite("anne@exemple.ch"),
    reset: () => auth.reset(id),
    readLink: () => auth.readLink(lien),
    acceptLink: () => auth.acceptLink(lien, MOT_DE_PASSE),
    removeAccount: () => auth.removeAccount(id),
    changePassword: () => auth.changePassword(id, MOT_DE_PASSE, "un nouveau mot"),
    confirm: () => auth.confirm(jeton, MOT_DE_PASSE),
    confirmedAt: () => auth.confirmedAt(jeton),
    sessions: () => auth.sessions(jeton),
    endOtherSessions: () => auth.endOtherSessions(jeton),
  };
  const noms = Object.keys(appels);
  const issues = await Promise.allSettled(Object.values(appels).map((appel) => appel()));
  expect(noms.filter((_, i) => issues[i]?.status === "fulfilled")).toEqual([]);
}
