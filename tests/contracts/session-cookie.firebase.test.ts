/** What Google revokes, with a clock that is not this machine's. */
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { openAuth } from "#adapters/firebase/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/authenticator.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import { ouvrirGoogleLocal } from "#tests/emulators/google-local.ts";
import { describeHosted, projetNeuf } from "#tests/emulators/hosted.ts";
import { echauffer } from "./echauffer.ts";

const maintenant = () => Math.floor(Date.now() / 1000);

/** Zoé, signed in. */
async function quelquUn() {
  const { projectId, apiKey } = projetNeuf();
  const google = await ouvrirGoogleLocal();
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
  // This is no emulator.
  expect(process.env.FIREBASE_AUTH_EMULATOR_HOST).toBeUndefined();
  const session = await auth.signIn(google.compte.email, google.compte.password);
  if (!session) throw new Error("Nobody was let in.");
  const zoe = { id: google.compte.localId, email: google.compte.email };
  return { google, auth, session, zoe };
}

describeHosted("a session of an account at Google", () => {
  beforeAll(async () => {
    const { FIREBASE_AUTH_EMULATOR_HOST } = process.env;
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
    await echauffer();
    return () => Object.assign(process.env, { FIREBASE_AUTH_EMULATOR_HOST });
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

  it("ends when the account is no longer the committee's, although nobody has revoked anything", async () => {
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

  it("is no refusal but a fault when Google cannot be asked", async () => {
    const { auth, google, session } = await quelquUn();
    google.etat.enPanne = true;
    await expect(auth.session(session.jeton)).rejects.toThrow();
  });
});
