import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { command, commandHere } from "#tests/server/command.ts";
import { dataFolder, start } from "#tests/server/process.ts";
import { COMMITTEE, committeeFolder, post, signIn } from "#tests/server/visit.ts";

const EMAIL = COMMITTEE.ADMIN_EMAIL;

let env: Record<string, string>;
beforeEach(() => {
  env = { DATA_DIR: dataFolder(), PUBLIC_URL: "https://jeunesse.exemple.ch" };
});

const admin = (...args: string[]) => commandHere("accounts", env, ...args);
const linkIn = (output: string) => /https?:\/\/\S+\/invitation\/[\w-]{32,}/.exec(output)?.[0] ?? "";

describe("npm run admin", () => {
  it("lists, invites, renews the link and removes in a folder without accounts", async () => {
    expect(await admin("list")).toMatchObject({ code: 0, output: expect.stringContaining("No account yet") });
    const invitation = await admin("create", "Zoe@Exemple.ch", "Zoé", "Anne");
    expect(invitation.code).toBe(0);
    expect(linkIn(invitation.output)).toMatch(/^https:\/\/jeunesse\.exemple\.ch\/invitation\//);
    expect((await admin("list")).output).toMatch(
      /^zoe@exemple\.ch \(Zoé Anne\) {2}never signed in; invited, link valid until /,
    );
    expect(await admin("create", "paul@exemple.ch", "zoe", "anne")).toMatchObject({
      code: 1,
      error: "Another account is called so already. Choose zoe anne P., for example.\n",
    });
    expect(await admin("create", "zoe@exemple.ch")).toMatchObject({
      code: 1,
      error: expect.stringContaining("npm run admin -- reset zoe@exemple.ch"),
    });
    expect(linkIn((await admin("reset", "zoe@exemple.ch")).output)).not.toBe(linkIn(invitation.output));
    expect(await admin("remove", "zoe@exemple.ch")).toMatchObject({ code: 0 });
    expect((await admin("list")).output).toContain("No account yet");
  });

  it.each([
    [[]],
    [["inventer"]],
    [["toString"]],
    [["list", "de trop"]],
    [["create"]],
    [["create", "pas une adresse"]],
    [["create", "a@b.ch", "é".repeat(41)]],
    [["remove", "a@b.ch", "c@d.ch"]],
  ])("answers the wrong arguments %j with its usage, and changes nothing", async (args) => {
    const { code, output, error } = await admin(...args);
    expect([code, output]).toEqual([2, ""]);
    expect(error).toContain("Usage: npm run admin -- COMMAND");
    expect(await admin("--help")).toMatchObject({ code: 0, output: expect.stringContaining("Usage"), error: "" });
  });

  it("notifies the accounts by mail, if the site sends mail", async () => {
    const DATA_DIR = await committeeFolder();
    env = { DATA_DIR, MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "site@exemple.ch" };
    await admin("create", "paul@exemple.ch");
    expect((await admin("remove", EMAIL)).code).toBe(1);
    const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
    const waiting = db.prepare("SELECT content FROM documents WHERE collection = 'mails'").all();
    db.close();
    expect(waiting.map(({ content }) => JSON.parse(String(content)))).toEqual([
      expect.objectContaining({
        kind: "notice",
        addresses: [{ address: EMAIL, state: "waiting", reason: "" }],
        letter: expect.objectContaining({ text: expect.stringContaining("paul@exemple.ch") }),
      }),
    ]);
    expect(String(waiting[0]?.content)).toContain("Par\u00a0: la personne qui s’occupe du serveur");
  });
});

it("npm run admin beside the running site resets the last account, which ends its sessions at once and lets its owner in by the link", async () => {
  env.DATA_DIR = await committeeFolder();
  const { url } = await start({ DATA_DIR: env.DATA_DIR });
  env.PUBLIC_URL = url;
  const cookie = await signIn(url);
  const accounts = () => fetch(`${url}/comptes`, { headers: { cookie }, redirect: "manual" });
  expect((await accounts()).status).toBe(200);

  expect(await admin("create", EMAIL)).toMatchObject({
    code: 1,
    error: expect.stringContaining(`npm run admin -- reset ${EMAIL}`),
  });
  expect(await admin("remove", EMAIL)).toMatchObject({ code: 1, error: expect.stringContaining("last") });
  const link = linkIn((await command("accounts", env, "reset", EMAIL)).output);
  expect((await accounts()).status).toBe(302);

  expect((await fetch(link)).status).toBe(200);
  const path = new URL(link).pathname;
  const entry = await post(url, path, new URLSearchParams({ newPassword: "trois mots au hasard" }));
  expect([entry.status, entry.headers.get("location")]).toEqual([302, "/login?suite=%2Fpremiers-pas&entree=1"]);
  await expect(signIn(url)).rejects.toThrow("signing in answered 400");
  expect((await admin("list")).output).toMatch(/^comite@exemple\.ch {2}last signed in \d\d\.\d\d\.\d{4}, \d\d:\d\d\n$/);
});
