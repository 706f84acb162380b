import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { COMPILED } from "#tests/compiled.ts";
import { freePort } from "#tests/free-ports.ts";
import { COMMITTEE, committeeFolder } from "#tests/server/visit.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Each command is a process, which takes seconds to start on a busy machine. */
const PROCESSES = { timeout: 120_000 };
const ADMIN = { username: COMMITTEE.ADMIN_EMAIL, password: COMMITTEE.ADMIN_PASSWORD };

let env: Record<string, string>;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-cli-"));
  env = { ...COMPILED, PATH: process.env.PATH ?? "", DATA_DIR: folder, PUBLIC_URL: "https://jeunesse.exemple.ch" };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Runs the command in its own process. */
const admin = (...args: string[]) =>
  new Promise<{ code: number | null; output: string; error: string }>((done) => {
    const child = execFile(process.execPath, ["cli/accounts.ts", ...args], { cwd: ROOT, env }, (_, output, error) =>
      done({ code: child.exitCode, output, error }),
    );
  });

const linkIn = (output: string) => /https?:\/\/\S+\/invitation\/[\w-]{32,}/.exec(output)?.[0] ?? "";

/** Starts a site with one account in its own process, on the same data as the commands. @returns its origin */
async function startSite(): Promise<string> {
  const port = await freePort();
  env.PUBLIC_URL = `http://localhost:${port}`;
  env.DATA_DIR = await committeeFolder();
  const site = spawn(process.execPath, ["server/index.ts"], {
    cwd: ROOT,
    env: { ...env, PORT: String(port), LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const end = once(site, "exit");
    site.kill("SIGTERM");
    await end;
  });
  for await (const line of createInterface({ input: site.stdout })) if (line.startsWith("Sign in")) break;
  return env.PUBLIC_URL;
}

const send = (origin: string, path: string, fields: Record<string, string>) =>
  fetch(new URL(path, origin), {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: origin },
    redirect: "manual",
  });
const sessionOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((c) => c.startsWith("session="))
    ?.split(";", 1)[0] ?? "";

describe("npm run admin", PROCESSES, () => {
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
  });

  it("shows its usage when asked for help", async () =>
    expect(await admin("--help")).toMatchObject({ code: 0, output: expect.stringContaining("Usage"), error: "" }));

  it.each(["reset", "remove"])("exits with code 1 when the account to %s does not exist", async (command) => {
    expect(await admin(command, "personne@exemple.ch")).toEqual({
      code: 1,
      output: "",
      error: "There is no account personne@exemple.ch.\n",
    });
  });

  it("exits with code 1 and one line about a wrong configuration", async () => {
    env.PORT = "beaucoup";
    const { code, error } = await admin("list");
    expect(code).toBe(1);
    expect(error).toMatch(/^Configuration: PORT .*\n$/);
  });
});

describe("npm run admin beside the running site", PROCESSES, () => {
  it("resets the last account, which ends its sessions at once and lets its owner in by the link", async () => {
    const origin = await startSite();
    const cookie = sessionOf(await send(origin, "/login", ADMIN));
    const accounts = () => fetch(new URL("/comptes", origin), { headers: { cookie }, redirect: "manual" });
    expect((await accounts()).status).toBe(200);

    expect(await admin("create", ADMIN.username)).toMatchObject({
      code: 1,
      error: expect.stringContaining(`npm run admin -- reset ${ADMIN.username}`),
    });
    expect(await admin("remove", ADMIN.username)).toMatchObject({ code: 1, error: expect.stringContaining("last") });
    const link = linkIn((await admin("reset", ADMIN.username)).output);
    expect((await accounts()).status).toBe(302);

    expect((await fetch(link)).status).toBe(200);
    const entry = await send(origin, link, { newPassword: "trois mots au hasard" });
    expect([entry.status, entry.headers.get("location")]).toEqual([302, "/premiers-pas"]);
    expect((await send(origin, "/login", ADMIN)).status).toBe(400);
    expect((await admin("list")).output).toMatch(
      /^comite@exemple\.ch {2}last signed in \d\d\.\d\d\.\d{4}, \d\d:\d\d\n$/,
    );
  });

  it("notifies the accounts by mail of changes at the terminal, if the site sends mail", async () => {
    Object.assign(env, { MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "site@exemple.ch" });
    await startSite();
    await admin("create", "paul@exemple.ch");
    await admin("remove", ADMIN.username);
    const db = new DatabaseSync(join(env.DATA_DIR ?? "", "site.db"), { readOnly: true });
    const waiting = db
      .prepare(
        "SELECT content ->> 'recipient' AS recipient, content ->> 'text' AS text FROM documents WHERE collection = 'account-mail'",
      )
      .all();
    db.close();
    expect(waiting).toEqual([{ recipient: ADMIN.username, text: expect.stringContaining("paul@exemple.ch") }]);
    expect(waiting[0]?.text).toContain("Par\u00a0: le terminal du serveur");
  });
});
