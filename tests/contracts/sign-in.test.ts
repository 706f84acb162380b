import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSignIn } from "#adapters/firebase/sign-in.ts";

const EMAIL = "zoe@exemple.ch";
const MOT_DE_PASSE = "Pâquerette 🎺 1965";

/** An identity provider on this machine, that answers what the test says. */
async function fournisseur(repondre: RequestListener) {
  const serveur = createServer(repondre).listen(0, "127.0.0.1");
  await once(serveur, "listening");
  onTestFinished(() => {
    serveur.closeAllConnections();
    serveur.close();
  });
  const url = `http://127.0.0.1:${(serveur.address() as AddressInfo).port}`;
  return { url, signIn: createSignIn({ url, apiKey: "clé & co" }) };
}

const quiRepond = (status: number, corps: unknown) =>
  fournisseur((_, reponse) => {
    reponse.writeHead(status, { "content-type": "application/json" });
    reponse.end(typeof corps === "string" ? corps : JSON.stringify(corps));
  });

const quiRefuse = (message: string, status = 400) =>
  quiRepond(status, { error: { code: status, message, errors: [{ message, reason: "invalid", domain: "global" }] } });

describe("the sign-in call", () => {
  it("posts the four fields of the specification to the provider's sign-in path, and nothing else", async () => {
    const recues: { methode: string | undefined; url: string | undefined; type: string | undefined; corps: string }[] =
      [];
    const { signIn } = await fournisseur(async (requete, reponse) => {
      let corps = "";
      for await (const morceau of requete) corps += morceau;
      recues.push({ methode: requete.method, url: requete.url, type: requete.headers["content-type"], corps });
      reponse.end(JSON.stringify({ localId: "zoe", idToken: "preuve", refreshToken: "x", registered: true }));
    });
    expect(await signIn(EMAIL, MOT_DE_PASSE)).toEqual({ ok: true, valeur: "zoe" });
    expect(recues).toHaveLength(1);
    expect(recues[0]).toMatchObject({ methode: "POST", type: "application/json" });
    expect(recues[0]?.url).toBe("/v1/accounts:signInWithPassword?key=cl%C3%A9%20%26%20co");
    expect(JSON.parse(recues[0]?.corps ?? "")).toEqual({
      email: EMAIL,
      password: MOT_DE_PASSE,
      returnSecureToken: true,
      clientType: "CLIENT_TYPE_WEB",
    });
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
    [
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [a]",
      "auth/password-does-not-meet-requirements",
    ],
  ])("lets nobody in when the provider says %s, and tells it apart as %s", async (message, code) => {
    const { signIn } = await quiRefuse(message);
    expect(await signIn(EMAIL, MOT_DE_PASSE)).toMatchObject({ ok: false, raison: { name: "IdentityError", code } });
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
  ])("is a fault of the provider when it says %s (%i), told apart as %s", async (message, status, code) => {
    const { signIn } = await quiRefuse(message, status);
    await expect(signIn(EMAIL, MOT_DE_PASSE)).rejects.toMatchObject({ name: "IdentityError", code });
  });

  it.each(["", "<html>502 Bad Gateway</html>", "null", "[]", '{"error":"EMAIL_NOT_FOUND"}'])(
    "is a fault when %j comes instead of an answer",
    async (corps) => {
      const { signIn } = await quiRepond(502, corps);
      await expect(signIn(EMAIL, MOT_DE_PASSE)).rejects.toMatchObject({ code: "auth/internal-error" });
    },
  );

  it("lets nobody in with half an answer: a second factor is not asked for here", async () => {
    const { signIn } = await quiRepond(200, { localId: "zoe", mfaPendingCredential: "x" });
    expect(await signIn(EMAIL, MOT_DE_PASSE)).toMatchObject({
      ok: false,
      raison: { code: "auth/multi-factor-auth-required" },
    });
  });

  it("says that the network failed when nobody is there, and when the line breaks off", async () => {
    const { signIn: coupe } = await fournisseur((requete) => requete.socket.destroy());
    await expect(coupe(EMAIL, MOT_DE_PASSE)).rejects.toMatchObject({ code: "auth/network-request-failed" });
    const ferme = createSignIn({ url: "http://127.0.0.1:1", apiKey: "cle" });
    await expect(ferme(EMAIL, MOT_DE_PASSE)).rejects.toMatchObject({ code: "auth/network-request-failed" });
  });

  it("waits three seconds for a provider that never answers, also within its answer", async () => {
    const { signIn: muet } = await fournisseur(() => {});
    const { signIn: lent } = await fournisseur((_, reponse) => {
      reponse.write("{");
    });
    const debut = Date.now();
    const essais = [muet, lent].map((signIn) => signIn(EMAIL, MOT_DE_PASSE));
    for (const essai of essais) await expect(essai).rejects.toMatchObject({ code: "auth/network-request-failed" });
    expect(Date.now() - debut).toBeLessThan(10_000);
  });

  it("names neither the address, nor the password, nor the key when it fails", async () => {
    const { signIn, url } = await quiRefuse(`EMAIL_NOT_FOUND : ${EMAIL} ${MOT_DE_PASSE}`);
    const refus = await signIn(EMAIL, MOT_DE_PASSE);
    const { signIn: coupe } = await fournisseur((requete) => requete.socket.destroy());
    const panne: unknown = await coupe(EMAIL, MOT_DE_PASSE).catch((une: unknown) => une);
    for (const erreur of [refus.ok || refus.raison, panne]) {
      expect(erreur).toBeInstanceOf(Error);
      const texte = JSON.stringify(erreur, Object.getOwnPropertyNames(erreur));
      for (const secret of [EMAIL, MOT_DE_PASSE, "clé & co", url]) expect(texte).not.toContain(secret);
    }
  });

  it("does not send what can be nobody's address or password", async () => {
    let recues = 0;
    const { signIn } = await fournisseur((_, reponse) => {
      recues++;
      reponse.end("{}");
    });
    expect((await signIn("x".repeat(1_000_000), MOT_DE_PASSE)).ok).toBe(false);
    expect((await signIn(EMAIL, "x".repeat(1_000_000))).ok).toBe(false);
    expect(recues).toBe(0);
  });
});
