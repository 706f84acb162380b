/** What a browser that knows the project can do to the database: nothing, by the rules that docs/deploy.md publishes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { describeHosted, ENV_EMULATEURS, projetNeuf } from "#tests/emulators/hosted.ts";

const REGLES = readFileSync(join(import.meta.dirname, "../../deploy/firestore.rules"), "utf8");
const COLLECTIONS = ["membres", "evenements", "inbox", "reglages", "toute-autre"];

describeHosted("the security rules of Firestore", () => {
  const { projectId } = projetNeuf();
  const hote = `http://${ENV_EMULATEURS.FIRESTORE_EMULATOR_HOST}`;
  const documents = `${hote}/v1/projects/${projectId}/databases/(default)/documents`;
  const SERVEUR = { authorization: "Bearer owner" };
  /** As somebody who registered through the provider's own sign-up call. */
  const INSCRIT = { authorization: `Bearer ${jeton({ sub: "intrus", comite: true })}` };

  /** @returns a token that the emulator takes unsigned */
  function jeton(droits: object): string {
    const partie = (objet: object) => Buffer.from(JSON.stringify(objet)).toString("base64url");
    const maintenant = Math.floor(Date.now() / 1000);
    const emis = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, iat: maintenant };
    return `${partie({ alg: "none", typ: "JWT" })}.${partie({ ...emis, exp: maintenant + 3600, ...droits })}.`;
  }

  const ecrire = (collection: string, headers: Record<string, string> = {}) =>
    fetch(`${documents}/${collection}/essai`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ fields: { Nom: { stringValue: "Luyet" } } }),
    });

  beforeAll(async () => {
    const reponse = await fetch(`${hote}/emulator/v1/projects/${projectId}:securityRules`, {
      method: "PUT",
      body: JSON.stringify({ rules: { files: [{ name: "firestore.rules", content: REGLES }] } }),
    });
    expect(reponse.status, await reponse.text()).toBe(200);
    for (const collection of COLLECTIONS) expect((await ecrire(collection, SERVEUR)).status).toBe(200);
  });

  it.each(COLLECTIONS)("let nobody but the server read or write %s", async (collection) => {
    for (const headers of [{}, INSCRIT]) {
      expect((await fetch(`${documents}/${collection}/essai`, { headers })).status).toBe(403);
      expect((await fetch(`${documents}/${collection}`, { headers })).status).toBe(403);
      expect((await ecrire(collection, headers)).status).toBe(403);
      expect((await fetch(`${documents}/${collection}/essai`, { method: "DELETE", headers })).status).toBe(403);
    }
    expect((await fetch(`${documents}/${collection}/essai`, { headers: SERVEUR })).status).toBe(200);
  });
});
