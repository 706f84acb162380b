/** The way of production: no Auth emulator, so Google's library checks signatures, against the keys of a local server. */
import { FieldPath } from "@google-cloud/firestore";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { openAuth } from "#adapters/firebase/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/authenticator.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import { empreinteDe } from "#adapters/firebase/session-cookie.ts";
import { lireSession, ouvrirSession } from "#app/cookies.ts";
import { ouvrirGoogleLocal, type Signature } from "#tests/emulators/google-local.ts";
import { describeHosted, projetNeuf } from "#tests/emulators/hosted.ts";
import { echauffer } from "./echauffer.ts";

const JOUR_S = 24 * 3600;
const maintenant = () => Math.floor(Date.now() / 1000);

/** Zoé, signed in. */
async function quelquUn() {
  const { projectId, apiKey } = projetNeuf();
  const google = await ouvrirGoogleLocal(projectId);
  const db = openFirestore({ projectId });
  onTestFinished(() => db.terminate());
  const auth = createFirebaseAuthenticator({
    auth: openAuth({
      projectId,
      httpAgent: google.httpAgent,
      credential: { getAccessToken: async () => ({ access_token: "jeton-du-serveur", expires_in: 3600 }) },
    }),
    db,
    signInUrl: google.url,
    apiKey,
    admins: [],
    signaler: () => {},
  });
  // The emulator checks no signature.
  expect(process.env.FIREBASE_AUTH_EMULATOR_HOST).toBeUndefined();
  const session = await auth.signIn(google.compte.email, google.compte.password);
  if (!session) throw new Error("Nobody was let in.");
  const zoe = { id: google.compte.localId, email: google.compte.email };
  /** The same session with another cookie in it, as somebody would forge one who has seen a real one. */
  const avec = (cookie: string) => cookie + session.jeton.slice(session.jeton.indexOf("~"));
  /** The session that such a cookie would be, had the site opened it. */
  async function ouvrirAvec(cookie: string): Promise<string> {
    const jeton = avec(cookie);
    const document = db.doc("etat/comptes");
    const sessions = new FieldPath("comptes", zoe.id, "sessions");
    const kept = (await document.get()).get(sessions);
    await document.update(sessions, { ...kept, [empreinteDe(jeton)]: kept[empreinteDe(session?.jeton ?? "")] });
    return jeton;
  }
  return { projectId, google, auth, session, zoe, ouvrirAvec, avec };
}

describeHosted("a session cookie of Google's", () => {
  beforeAll(async () => {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
    await echauffer();
  });

  it("lets its owner in when Google signed it", async () => {
    const { auth, session, zoe, google, ouvrirAvec } = await quelquUn();
    expect(await auth.session(session.jeton)).toEqual(zoe);
    expect(await auth.session(await ouvrirAvec(google.cookie({ iat: maintenant() - 1 })))).toEqual(zoe);
  });

  it("fits into the cookie of a browser, and comes back out of it", async () => {
    const { google, avec } = await quelquUn();
    // Google's have about a thousand characters.
    const jeton = avec(google.cookie({ name: "x".repeat(400) }));
    expect(jeton.length).toBeGreaterThan(1300);
    const entete = await ouvrirSession("https://jeunesse.exemple.ch", jeton);
    expect(entete.length).toBeLessThan(4096);
    const cookie = entete.split(";", 1)[0] ?? "";
    const requete = new Request("https://jeunesse.exemple.ch/", { headers: { cookie } });
    expect(await lireSession(requete)).toBe(jeton);
  });

  const FAUX: Record<string, (cookie: (champs?: object, signature?: Signature) => string, projet: string) => string> = {
    "that nobody signed (alg none)": (cookie) => cookie({}, { alg: "none" }),
    "that names another way of signing": (cookie) => cookie({}, { alg: "HS256" }),
    "signed with a key that Google does not have under that name": (cookie) => cookie({}, { kid: "inconnue" }),
    "that has expired": (cookie) => cookie({ iat: maintenant() - 15 * JOUR_S, exp: maintenant() - 1 }),
    "of another project": (cookie) => cookie({ aud: "autre", iss: "https://session.firebase.google.com/autre" }),
    "of another project that says to be of this one": (cookie) =>
      cookie({ iss: "https://session.firebase.google.com/autre" }),
    "that is a proof of sign-in and no session cookie": (cookie, projet) =>
      cookie({ iss: `https://securetoken.google.com/${projet}` }),
    "of nobody": (cookie) => cookie({ sub: "" }),
  };

  it.each(Object.keys(FAUX))("is nobody's %s", async (nom) => {
    const { projectId, auth, google, ouvrirAvec } = await quelquUn();
    const jeton = await ouvrirAvec(FAUX[nom]?.(google.cookie, projectId) ?? "");
    expect(await auth.session(jeton)).toBeNull();
  });

  it("is nobody's when somebody else signed it, and costs no question to Google", async () => {
    const { auth, google, ouvrirAvec } = await quelquUn();
    const jeton = await ouvrirAvec(google.cookie({}, { cle: google.autreCle }));
    await auth.session(jeton);
    google.recues.length = 0;
    expect(await auth.session(jeton)).toBeNull();
    expect(google.recues).toEqual([]);
  });

  it("is nobody's when Google signed it and the site never opened a session with it", async () => {
    const { auth, google, avec } = await quelquUn();
    expect(await auth.session(avec(google.cookie({ iat: maintenant() - 1 })))).toBeNull();
  });

  it("ends when Google revokes it, disables the account, or no longer has it", async () => {
    const { auth, google, session, zoe } = await quelquUn();
    const { validSince } = google.compte;
    google.compte.validSince = String(maintenant() + 60);
    expect(await auth.session(session.jeton)).toBeNull();
    google.compte.validSince = validSince;
    expect(await auth.session(session.jeton)).toEqual(zoe);
    google.compte.disabled = true;
    expect(await auth.session(session.jeton)).toBeNull();
    google.compte.disabled = false;
    google.etat.present = false;
    expect(await auth.session(session.jeton)).toBeNull();
  });

  it("ends when the account is no longer the committee's, although the cookie still says so", async () => {
    const { auth, google, session } = await quelquUn();
    google.compte.customAttributes = "{}";
    expect(await auth.session(session.jeton)).toBeNull();
  });

  it("that a change of password opens outlives the revocation that it brings, and no later one", async () => {
    const { auth, google, session, zoe } = await quelquUn();
    const nouvelle = await auth.changePassword(zoe.id, google.compte.password, "un nouveau mot");
    expect(Number(google.compte.validSince)).toBeGreaterThan(maintenant());
    expect(await auth.session(nouvelle?.jeton ?? "")).toEqual(zoe);
    expect(await auth.session(session.jeton)).toBeNull();
    google.compte.validSince = String(maintenant() + 60);
    expect(await auth.session(nouvelle?.jeton ?? "")).toBeNull();
  });

  it("is revoked at Google by the sign-out from the last device, and not before", async () => {
    const { auth, google, session, zoe } = await quelquUn();
    const telephone = await auth.signIn(zoe.email, google.compte.password);
    const { validSince } = google.compte;
    await auth.signOut(session.jeton);
    expect(google.compte.validSince).toBe(validSince);
    await auth.signOut(telephone?.jeton ?? "");
    expect(Number(google.compte.validSince)).toBeGreaterThan(Number(validSince));
  });

  it("is no refusal but a fault when Google's keys cannot be had", async () => {
    const { auth, google, session } = await quelquUn();
    google.etat.clesEnPanne = true;
    await expect(auth.session(session.jeton)).rejects.toThrow();
  });
});
