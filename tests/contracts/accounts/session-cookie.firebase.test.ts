/** What Google revokes, with a clock that is not this machine's. */
import { beforeAll, expect, it } from "vitest";
import { openAuth } from "#adapters/identity-platform/auth-client.ts";
import { createIdentityPlatform } from "#adapters/identity-platform/identities.ts";
import { createAccounts } from "#stores/accounts.ts";
import { firestoreDocuments } from "#tests/contracts/documents/firestore-place.ts";
import { openLocalGoogle } from "#tests/emulators/google-local.ts";
import { describeHosted, newProject } from "#tests/emulators/hosted.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { SECRET } from "./place.ts";

const now = () => Math.floor(Date.now() / 1000);

/** Zoé, signed in. */
async function somebody() {
  const { projectId, apiKey } = newProject();
  const google = await openLocalGoogle();
  const identities = createIdentityPlatform({
    auth: openAuth({
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
  const auth = createAccounts({ documents, identities, secret: async () => SECRET });
  // This is no emulator.
  expect(process.env.FIREBASE_AUTH_EMULATOR_HOST).toBeUndefined();
  const session = await auth.signIn(google.account.email, google.account.password);
  if (!session) throw new Error("Nobody was let in.");
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
    const { auth, google, session, zoe } = await somebody();
    const { validSince } = google.account;
    google.account.validSince = String(now() + 60);
    expect(await auth.findSession(session.token)).toBeNull();
    google.account.validSince = validSince;
    expect(await auth.findSession(session.token)).toEqual(zoe);
    google.account.disabled = true;
    expect(await auth.findSession(session.token)).toBeNull();
    google.account.disabled = false;
    google.state.counterpart = false;
    expect(await auth.findSession(session.token)).toBeNull();
  });

  it("ends when the account is no longer the committee's, although nobody has revoked anything", async () => {
    const { auth, google, session } = await somebody();
    google.account.customAttributes = "{}";
    expect(await auth.findSession(session.token)).toBeNull();
  });

  it("that a change of password opens outlives the revocation that it brings, and no later one", async () => {
    const { auth, google, session, zoe } = await somebody();
    const isNew = await auth.changePassword(zoe.id, google.account.password, "un nouveau mot");
    expect(Number(google.account.validSince)).toBeGreaterThan(now());
    expect(await auth.findSession(isNew?.token ?? "")).toEqual(zoe);
    expect(await auth.findSession(session.token)).toBeNull();
    google.account.validSince = String(now() + 60);
    expect(await auth.findSession(isNew?.token ?? "")).toBeNull();
  });

  it("is revoked at Google by the sign-out from the last device, and not before", async () => {
    const { auth, google, session, zoe } = await somebody();
    const phone = await auth.signIn(zoe.email, google.account.password);
    const { validSince } = google.account;
    await auth.signOut(session.token);
    expect(google.account.validSince).toBe(validSince);
    await auth.signOut(phone?.token ?? "");
    expect(Number(google.account.validSince)).toBeGreaterThan(Number(validSince));
  });

  it("is no refusal but an error when Google cannot be asked, and open again when it can", async () => {
    const { auth, google, session, zoe } = await somebody();
    google.state.failing = true;
    await expect(auth.findSession(session.token)).rejects.toThrow();
    google.state.failing = false;
    // It also waits for the document that was being read: the library rejects a promise of its own when it is stopped meanwhile.
    expect(await auth.findSession(session.token)).toEqual(zoe);
  });
});
