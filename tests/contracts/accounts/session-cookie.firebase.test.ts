/** Sessions of accounts at Google, whose clock differs from this machine's. */
import { beforeAll, expect, it } from "vitest";
import { createIdentityPlatform, openFirebaseAuth } from "#adapters/identity-platform/identities.ts";
import { createAccountStore } from "#stores/accounts.ts";
import { firestoreDocuments } from "#tests/contracts/documents/firestore-place.ts";
import { openLocalGoogle } from "#tests/emulators/google-local.ts";
import { describeHosted, newProject } from "#tests/emulators/hosted.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { SECRET } from "./place.ts";

const now = () => Math.floor(Date.now() / 1000);

/** A local imitation of Google with Zoé's account, and her open session. */
async function withSession() {
  const { projectId, apiKey } = newProject();
  const google = await openLocalGoogle();
  const identities = createIdentityPlatform({
    auth: openFirebaseAuth({
      projectId,
      httpAgent: google.httpAgent,
      credential: { getAccessToken: async () => ({ access_token: "jeton-du-serveur", expires_in: 3600 }) },
    }),
    signInUrl: google.url,
    apiKey,
    admins: [],
    report: () => {},
  });
  const documents = firestoreDocuments().openOne();
  const auth = createAccountStore({ documents, identities, secret: async () => SECRET });
  // With this variable, the library would talk to the emulator.
  expect(process.env.FIREBASE_AUTH_EMULATOR_HOST).toBeUndefined();
  const session = await auth.signIn(google.account.email, google.account.password);
  if (!session) throw new Error("The sign-in was refused.");
  const zoe = { id: google.account.localId, email: google.account.email, firstName: "" };
  return { google, auth, session, zoe };
}

describeHosted("a session of an account at Google", () => {
  beforeAll(async () => {
    const { FIREBASE_AUTH_EMULATOR_HOST } = process.env;
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
    await warmUp();
    return () => Object.assign(process.env, { FIREBASE_AUTH_EMULATOR_HOST });
  });

  it("ends when Google revokes it, disables the account, or no longer has it", async () => {
    const { auth, google, session, zoe } = await withSession();
    const { validSince } = google.account;
    google.account.validSince = String(now() + 600);
    expect(await auth.findSession(session.token)).toBeNull();
    google.account.validSince = validSince;
    expect(await auth.findSession(session.token)).toEqual(zoe);
    google.account.disabled = true;
    expect(await auth.findSession(session.token)).toBeNull();
    google.account.disabled = false;
    google.state.counterpart = false;
    expect(await auth.findSession(session.token)).toBeNull();
  });

  it("ends when the account loses the claim of the committee, also without a revocation", async () => {
    const { auth, google, session } = await withSession();
    google.account.customAttributes = "{}";
    expect(await auth.findSession(session.token)).toBeNull();
  });

  it("that a change of password opens survives the revocation of that change, and no later one", async () => {
    const { auth, google, session, zoe } = await withSession();
    const isNew = await auth.changePassword(zoe.id, google.account.password, "un nouveau mot");
    expect(Number(google.account.validSince)).toBeGreaterThan(now());
    expect(await auth.findSession(isNew?.token ?? "")).toEqual(zoe);
    expect(await auth.findSession(session.token)).toBeNull();
    google.account.validSince = String(now() + 600);
    expect(await auth.findSession(isNew?.token ?? "")).toBeNull();
  });

  it("is revoked at Google when the last device signs out, and not before", async () => {
    const { auth, google, session, zoe } = await withSession();
    const phone = await auth.signIn(zoe.email, google.account.password);
    const { validSince } = google.account;
    await auth.signOut(session.token);
    expect(google.account.validSince).toBe(validSince);
    await auth.signOut(phone?.token ?? "");
    expect(Number(google.account.validSince)).toBeGreaterThan(Number(validSince));
  });

  it("causes an error while Google does not answer, and is open again afterwards", async () => {
    const { auth, google, session, zoe } = await withSession();
    google.state.failing = true;
    await expect(auth.findSession(session.token)).rejects.toThrow();
    google.state.failing = false;
    // Wait for the pending read: the library rejects an unhandled promise if it is stopped during a read.
    expect(await auth.findSession(session.token)).toEqual(zoe);
  });
});
