import { describe, expect, it } from "vitest";
import { createPasswordSignIn } from "#adapters/identity-platform/sign-in.ts";
import { answer, startHttpServer } from "#tests/http-server.ts";

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 🎺 1965";

/** A local identity provider with the test's answers. */
async function startProvider(...respond: Parameters<typeof startHttpServer>) {
  const { url, requests } = await startHttpServer(...respond);
  return { url, requests, signIn: createPasswordSignIn({ url, apiKey: "clé & co" }) };
}

const refusing = (message: string, status = 400) => {
  const errors = [{ message, reason: "invalid", domain: "global" }];
  return startProvider(answer(status, JSON.stringify({ error: { code: status, message, errors } })));
};

describe("the sign-in call", () => {
  it("posts exactly the four fields of the specification to the provider's sign-in path", async () => {
    const accepted = { localId: "zoe", idToken: "preuve", refreshToken: "x", registered: true };
    const { signIn, requests } = await startProvider(answer(200, JSON.stringify(accepted)));
    expect(await signIn(EMAIL, PASSWORD)).toEqual({ ok: true, value: "zoe" });
    const [{ body, ...request } = expect.fail(), ...others] = requests;
    expect([request, others]).toMatchObject([{ method: "POST", headers: { "content-type": "application/json" } }, []]);
    expect(request.path).toBe("/v1/accounts:signInWithPassword?key=cl%C3%A9%20%26%20co");
    const fields = { email: EMAIL, password: PASSWORD, returnSecureToken: true, clientType: "CLIENT_TYPE_WEB" };
    expect(JSON.parse(body)).toEqual(fields);
  });

  it.each([
    ["INVALID_PASSWORD", "auth/wrong-password"],
    ["INVALID_LOGIN_CREDENTIALS", "auth/invalid-credential"],
    ["EMAIL_NOT_FOUND", "auth/user-not-found"],
    ["USER_DISABLED", "auth/user-disabled"],
    ["USER_DISABLED : The user account has been disabled by an administrator.", "auth/user-disabled"],
    ["TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts.", "auth/too-many-requests"],
    ["INVALID_EMAIL", "auth/invalid-email"],
    ["MISSING_PASSWORD", "auth/missing-password"],
    ["EMAIL_EXISTS", "auth/email-already-in-use"],
    ["CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "auth/requires-recent-login"],
    ["PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing: [a]", "auth/password-does-not-meet-requirements"],
  ])("is refused when the provider answers %s, with the code %s", async (message, code) => {
    const { signIn } = await refusing(message);
    expect(await signIn(EMAIL, PASSWORD)).toMatchObject({ ok: false, reason: { name: "IdentityError", code } });
  });

  it.each([
    ["PASSWORD_LOGIN_DISABLED", 400, "auth/operation-not-allowed"],
    ["OPERATION_NOT_ALLOWED", 400, "auth/operation-not-allowed"],
    ["CONFIGURATION_NOT_FOUND", 400, "auth/configuration-not-found"],
    ["API key not valid. Please pass a valid API key.", 400, "auth/invalid-api-key"],
    ["QUOTA_EXCEEDED : Exceeded quota.", 429, "auth/quota-exceeded"],
    ["INTERNAL", 500, "auth/internal-error"],
    ["INVALID_PASSWORD", 503, "auth/internal-error"],
    ["SOMETHING_NEW", 400, "auth/internal-error"],
  ])("throws when the provider answers %s (%i), with the code %s", async (message, status, code) => {
    const { signIn } = await refusing(message, status);
    await expect(signIn(EMAIL, PASSWORD)).rejects.toMatchObject({ name: "IdentityError", code });
  });

  it.each(["", "<html>502 Bad Gateway</html>", "null", "[]", '{"error":"EMAIL_NOT_FOUND"}'])(
    "throws for the invalid answer %j",
    async (body) => {
      const { signIn } = await startProvider(answer(502, body));
      await expect(signIn(EMAIL, PASSWORD)).rejects.toMatchObject({ code: "auth/internal-error" });
    },
  );

  it("is refused for an account that requires a second factor", async () => {
    const { signIn } = await startProvider(answer(200, '{ "localId": "zoe", "mfaPendingCredential": "x" }'));
    const reason = { code: "auth/multi-factor-auth-required" };
    expect(await signIn(EMAIL, PASSWORD)).toMatchObject({ ok: false, reason });
  });

  it("reports a network failure when the provider is absent, and when the connection breaks", async () => {
    const { signIn: cut } = await startProvider((response) => void response.destroy());
    await expect(cut(EMAIL, PASSWORD)).rejects.toMatchObject({ code: "auth/network-request-failed" });
    const closed = createPasswordSignIn({ url: "http://127.0.0.1:1", apiKey: "cle" });
    await expect(closed(EMAIL, PASSWORD)).rejects.toMatchObject({ code: "auth/network-request-failed" });
  });

  it("waits three seconds for a provider that never answers, or never ends its answer", async () => {
    const { signIn: silent } = await startProvider(() => {});
    const { signIn: slow } = await startProvider((response) => void response.write("{"));
    const start = Date.now();
    const attempts = [silent, slow].map((signIn) => signIn(EMAIL, PASSWORD));
    for (const trial of attempts) await expect(trial).rejects.toMatchObject({ code: "auth/network-request-failed" });
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it("names neither the address, nor the password, nor the key when it fails", async () => {
    const { signIn, url } = await refusing(`EMAIL_NOT_FOUND : ${EMAIL} ${PASSWORD}`);
    const refusal = await signIn(EMAIL, PASSWORD);
    const { signIn: cut } = await startProvider((response) => void response.destroy());
    const thrown: unknown = await cut(EMAIL, PASSWORD).catch((one: unknown) => one);
    for (const error of [refusal.ok || refusal.reason, thrown]) {
      expect(error).toBeInstanceOf(Error);
      const text = JSON.stringify(error, Object.getOwnPropertyNames(error));
      for (const secret of [EMAIL, PASSWORD, "clé & co", url]) expect(text).not.toContain(secret);
    }
  });

  it("does not send an address or a password that is too long", async () => {
    const { signIn, requests } = await startProvider();
    expect((await signIn("x".repeat(1_000_000), PASSWORD)).ok).toBe(false);
    expect((await signIn(EMAIL, "x".repeat(1_000_000))).ok).toBe(false);
    expect(requests).toEqual([]);
  });
});
