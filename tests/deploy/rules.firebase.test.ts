/**
 * The security rules of docs/deploy.md: a browser that knows the project can access neither the database nor the bucket.
 * There is no engine for rules of Storage, so the Firestore emulator evaluates deploy/storage.rules: an object of a bucket
 * is the document `/b/BUCKET/o/OBJECT`. Both languages share matches, methods and `request.auth`; conditions on objects
 * differ and are refused here. This does not prove that Storage accepts the file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";

const [FIRESTORE = "", STORAGE = ""] = ["firestore", "storage"].map((name) =>
  readFileSync(join(import.meta.dirname, `../../deploy/${name}.rules`), "utf8"),
);
const COLLECTIONS = ["membres", "evenements", "inbox", "reglages", "toute-autre"];
/** Names of objects with an odd number of segments, because the path of a document needs an even number. */
const OBJECTS = ["evenements/Bal0825/affiche.jpg", "affiche.jpg", "a/b/c/d/e.jpg"];
const SHELL = /^\s*rules_version = '2';\s*service firebase\.storage \{([\s\S]*)\}\s*$/;
const SERVER = { authorization: "Bearer owner" };

/** @returns the same rules for Firestore @throws if a condition has another meaning there */
function transplanted(rules: string): string {
  const [, body] = SHELL.exec(rules.replace(/\/\/.*$/gm, "")) ?? [];
  if (!body?.trim().startsWith("match /b/{bucket}/o {")) throw new Error("These are no rules of a bucket.");
  if (/\b(resource|firestore|get|exists)\s*[.(]/.test(body))
    throw new Error("Conditions on objects are not judged here.");
  return `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${body}\n  }\n}\n`;
}

type Attack = { rules: string; folder: (id: string) => string; documents: readonly string[]; lists: readonly string[] };
const ofDatabase = (rules: string): Attack => ({
  rules,
  folder: () => "",
  documents: COLLECTIONS.map((name) => `${name}/one`),
  lists: COLLECTIONS,
});
const ofBucket = (rules: string): Attack => ({
  rules: transplanted(rules),
  folder: (projectId) => `/b/${projectId}.firebasestorage.app/o`,
  documents: OBJECTS,
  lists: [""],
});

/** @returns the allowed methods and documents, without an account and with a registered account */
async function attack({ rules, folder, documents, lists }: Attack): Promise<{ stranger: string[]; account: string[] }> {
  const { projectId } = newProject();
  const host = `http://${EMULATOR_ENV.FIRESTORE_EMULATOR_HOST}`;
  const all = `${host}/v1/projects/${projectId}/databases/(default)/documents${folder(projectId)}`;
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const body = method === "PATCH" ? JSON.stringify({ fields: { Nom: { stringValue: "Luyet" } } }) : null;
    return (await fetch(all + (path && `/${path}`), { method, headers, body })).status;
  };
  const body = JSON.stringify({ rules: { files: [{ name: "any.rules", content: rules }] } });
  const response = await fetch(`${host}/emulator/v1/projects/${projectId}:securityRules`, { method: "PUT", body });
  expect(response.status, await response.text()).toBe(200);
  for (const name of documents) expect(await send("PATCH", name, SERVER)).toBe(200);
  const tryAll = async (headers: Record<string, string>) => {
    const got = [];
    for (const name of documents)
      for (const method of ["GET", "PATCH", "DELETE"])
        if ((await send(method, name, headers)) !== 403) got.push(`${method} ${name}`);
    for (const list of lists) if ((await send("GET", list, headers)) !== 403) got.push(`list ${list}`);
    return got;
  };
  const stranger = await tryAll({});
  const account = await tryAll({ authorization: `Bearer ${tokenOf(projectId)}` });
  if (stranger.length + account.length === 0)
    for (const name of documents) expect(await send("GET", name, SERVER)).toBe(200);
  return { stranger, account };
}

/** @returns an unsigned token of an account from the provider's public sign-up; the emulator accepts it */
function tokenOf(projectId: string): string {
  const part = (purpose: object) => Buffer.from(JSON.stringify(purpose)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const rights = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, sub: "intrus", committee: true };
  return `${part({ alg: "none", typ: "JWT" })}.${part({ ...rights, iat: now, exp: now + 3600 })}.`;
}

describeHosted("the security rules", () => {
  it.each([
    ["Firestore", ofDatabase(FIRESTORE)],
    ["Storage", ofBucket(STORAGE)],
  ])("of %s forbid to read, list, write and delete, with and without an account", async (_, target) => {
    expect(await attack(target)).toEqual({ stranger: [], account: [] });
  });

  it("are tested: rules that allow access are detected", async () => {
    const forAccounts = await attack(
      ofBucket(STORAGE.replace("read, write: if false", "read: if request.auth != null")),
    );
    expect(forAccounts).toEqual({ stranger: [], account: [...OBJECTS.map((name) => `GET ${name}`), "list "] });
    const oneLevel = await attack(ofBucket(STORAGE.replace("{file=**}", "{file}").replace("if false", "if true")));
    expect(oneLevel.stranger).toContain("GET affiche.jpg");
  });

  it("of Storage are refused by this test where the two languages differ", () => {
    expect(() => transplanted(STORAGE.replace("if false", "if resource.size < 9"))).toThrow("not judged");
    expect(() => transplanted(STORAGE.replace("firebase.storage", "cloud.firestore"))).toThrow("no rules of a bucket");
  });
});
