/**
 * What a browser that knows the project can do to the bucket. No engine for rules of Storage is at hand, so the words of
 * deploy/storage.rules are judged by Firestore's: its matches and conditions stand in rules of Firestore, where an object
 * `o` of a bucket `b` is the document `/b/BUCKET/o/OBJECT`. It proves what these words allow to whom, as both languages
 * share matches, methods and `request.auth`; it does not prove that Storage itself takes the file, nor anything of
 * conditions on `resource` and on `firestore.get`, which differ: a file that uses them is refused here.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";

const RULES = readFileSync(join(import.meta.dirname, "../../deploy/storage.rules"), "utf8");
/** Objects as the site names them, at the top, and deeper: a document has an even number of names, an object here an odd one. */
const OBJECTS = ["evenements/Bal0825/affiche.jpg", "affiche.jpg", "a/b/c/d/e.jpg"];
const SHELL = /^\s*rules_version = '2';\s*service firebase\.storage \{([\s\S]*)\}\s*$/;

/** @returns rules of Firestore with the same matches and conditions @throws when these words mean another thing there */
function transplanted(rules: string): string {
  const words = rules.replace(/\/\/.*$/gm, "");
  const [, body] = SHELL.exec(words) ?? [];
  if (!body?.trim().startsWith("match /b/{bucket}/o {")) throw new Error("These are no rules of a bucket.");
  if (/\b(resource|firestore|get|exists)\s*[.(]/.test(body))
    throw new Error("Conditions on objects are not judged here.");
  return `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${body}\n  }\n}\n`;
}

type Browser = ReturnType<typeof browserOf>;

function browserOf(projectId: string) {
  const host = `http://${EMULATOR_ENV.FIRESTORE_EMULATOR_HOST}`;
  const objects = `${host}/v1/projects/${projectId}/databases/(default)/documents/b/${projectId}.firebasestorage.app/o`;
  const SERVER = { authorization: "Bearer owner" };
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const body = method === "PATCH" ? JSON.stringify({ fields: { bytes: { stringValue: "1" } } }) : null;
    return (await fetch(`${objects}${path}`, { method, headers, body })).status;
  };
  return {
    async publish(content: string) {
      const body = JSON.stringify({ rules: { files: [{ name: "storage.rules", content }] } });
      const response = await fetch(`${host}/emulator/v1/projects/${projectId}:securityRules`, { method: "PUT", body });
      expect(response.status, await response.text()).toBe(200);
      for (const name of OBJECTS) expect(await send("PATCH", `/${name}`, SERVER)).toBe(200);
    },
    /** @returns what the browser got, of everything that it tried on each object and on the list of them */
    async tryEverything(headers: Record<string, string>): Promise<string[]> {
      const got = [];
      for (const name of OBJECTS)
        for (const method of ["GET", "PATCH", "DELETE"])
          if ((await send(method, `/${name}`, headers)) !== 403) got.push(`${method} ${name}`);
      if ((await send("GET", "", headers)) !== 403) got.push("list");
      return got;
    },
    /** As somebody who registered through the provider's own sign-up call. */
    signedUp(): Record<string, string> {
      const part = (purpose: object) => Buffer.from(JSON.stringify(purpose)).toString("base64url");
      const now = Math.floor(Date.now() / 1000);
      const rights = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, sub: "intrus", iat: now };
      return { authorization: `Bearer ${part({ alg: "none", typ: "JWT" })}.${part({ ...rights, exp: now + 3600 })}.` };
    },
  };
}

describeHosted("the security rules of Storage", () => {
  const open = async (rules: string): Promise<Browser> => {
    const browser = browserOf(newProject().projectId);
    await browser.publish(transplanted(rules));
    return browser;
  };

  it("let nobody read, list, write or delete an object, with an account or without", async () => {
    const browser = await open(RULES);
    expect(await browser.tryEverything({})).toEqual([]);
    expect(await browser.tryEverything(browser.signedUp())).toEqual([]);
  });

  it("would be seen to let somebody in, if they did", async () => {
    const forAccounts = await open(RULES.replace("read, write: if false", "read: if request.auth != null"));
    expect(await forAccounts.tryEverything({})).toEqual([]);
    const seen = OBJECTS.map((name) => `GET ${name}`);
    expect(await forAccounts.tryEverything(forAccounts.signedUp())).toEqual([...seen, "list"]);
    const oneLevel = await open(RULES.replace("{file=**}", "{file}").replace("if false", "if true"));
    expect(await oneLevel.tryEverything({})).toContain("GET affiche.jpg");
  });

  it("are not judged where the two languages differ", () => {
    expect(() => transplanted(RULES.replace("if false", "if resource.size < 9"))).toThrow("not judged");
    expect(() => transplanted(RULES.replace("firebase.storage", "cloud.firestore"))).toThrow("no rules of a bucket");
  });
});
