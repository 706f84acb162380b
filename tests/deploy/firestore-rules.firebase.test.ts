/** What a browser that knows the project can do to the database: nothing, by the rules that docs/deploy.md publishes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";

const RULES = readFileSync(join(import.meta.dirname, "../../deploy/firestore.rules"), "utf8");
const COLLECTIONS = ["membres", "evenements", "inbox", "reglages", "toute-autre"];

describeHosted("the security rules of Firestore", () => {
  const { projectId } = newProject();
  const host = `http://${EMULATOR_ENV.FIRESTORE_EMULATOR_HOST}`;
  const documents = `${host}/v1/projects/${projectId}/databases/(default)/documents`;
  const SERVER = { authorization: "Bearer owner" };
  /** As somebody who registered through the provider's own sign-up call. */
  const SIGNED_UP = { authorization: `Bearer ${token({ sub: "intrus", committee: true })}` };

  /** @returns a token that the emulator takes unsigned */
  function token(rights: object): string {
    const part = (purpose: object) => Buffer.from(JSON.stringify(purpose)).toString("base64url");
    const now = Math.floor(Date.now() / 1000);
    const issued = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, iat: now };
    return `${part({ alg: "none", typ: "JWT" })}.${part({ ...issued, exp: now + 3600, ...rights })}.`;
  }

  const write = (collection: string, headers: Record<string, string> = {}) =>
    fetch(`${documents}/${collection}/trial`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ fields: { Nom: { stringValue: "Luyet" } } }),
    });

  beforeAll(async () => {
    const response = await fetch(`${host}/emulator/v1/projects/${projectId}:securityRules`, {
      method: "PUT",
      body: JSON.stringify({ rules: { files: [{ name: "firestore.rules", content: RULES }] } }),
    });
    expect(response.status, await response.text()).toBe(200);
    for (const collection of COLLECTIONS) expect((await write(collection, SERVER)).status).toBe(200);
  });

  it.each(COLLECTIONS)("let nobody but the server read or write %s", async (collection) => {
    for (const headers of [{}, SIGNED_UP]) {
      expect((await fetch(`${documents}/${collection}/trial`, { headers })).status).toBe(403);
      expect((await fetch(`${documents}/${collection}`, { headers })).status).toBe(403);
      expect((await write(collection, headers)).status).toBe(403);
      expect((await fetch(`${documents}/${collection}/trial`, { method: "DELETE", headers })).status).toBe(403);
    }
    expect((await fetch(`${documents}/${collection}/trial`, { headers: SERVER })).status).toBe(200);
  });
});
