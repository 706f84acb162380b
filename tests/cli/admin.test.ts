import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { COMPILED } from "#tests/compiled.ts";

const RACINE = join(import.meta.dirname, "../..");
const ADMIN = { username: "comite@exemple.ch", password: "tracteur-violon-nuage" };

let env: Record<string, string>;
beforeEach(() => {
  const dossier = mkdtempSync(join(tmpdir(), "jeunesse-cli-"));
  env = { ...COMPILED, PATH: process.env.PATH ?? "", DATA_DIR: dossier, PUBLIC_URL: "https://jeunesse.exemple.ch" };
  onTestFinished(() => rmSync(dossier, { recursive: true, force: true }));
});

/** Runs the command as a process of its own. */
const admin = (...args: string[]) =>
  new Promise<{ code: number | null; sortie: string; erreur: string }>((fini) => {
    const enfant = execFile(process.execPath, ["cli/admin.ts", ...args], { cwd: RACINE, env }, (_, sortie, erreur) =>
      fini({ code: enfant.exitCode, sortie, erreur }),
    );
  });

const lienDans = (sortie: string) => /https?:\/\/\S+\/invitation\/[\w-]{32,}/.exec(sortie)?.[0] ?? "";

/** The site in a process of its own, on the same data. @returns its origin */
async function demarrerSite(): Promise<string> {
  const libre = createServer().listen(0, "127.0.0.1");
  await once(libre, "listening");
  const { port } = libre.address() as AddressInfo;
  await new Promise((ferme) => libre.close(ferme));
  env.PUBLIC_URL = `http://localhost:${port}`;
  const site = spawn(process.execPath, ["server/index.ts"], {
    cwd: RACINE,
    env: {
      ...env,
      PORT: String(port),
      ADMIN_EMAIL: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const fin = once(site, "exit");
    site.kill("SIGTERM");
    await fin;
  });
  for await (const ligne of createInterface({ input: site.stdout })) if (ligne.startsWith("Sign in")) break;
  return env.PUBLIC_URL;
}

const envoyer = (origine: string, chemin: string, champs: Record<string, string>) =>
  fetch(new URL(chemin, origine), {
    method: "POST",
    body: new URLSearchParams(champs),
    headers: { origin: origine },
    redirect: "manual",
  });
const sessionDe = (reponse: Response) =>
  reponse.headers
    .getSetCookie()
    .find((c) => c.startsWith("session="))
    ?.split(";", 1)[0] ?? "";

describe("npm run admin", () => {
  it("lists, invites, invites again and removes on a folder where nobody can sign in yet", async () => {
    expect(await admin("list")).toMatchObject({ code: 0, sortie: expect.stringContaining("No account yet") });
    const invitation = await admin("create", "Zoe@Exemple.ch");
    expect(invitation.code).toBe(0);
    expect(lienDans(invitation.sortie)).toMatch(/^https:\/\/jeunesse\.exemple\.ch\/invitation\//);
    expect((await admin("list")).sortie).toMatch(/^zoe@exemple\.ch {2}never signed in; invited, link valid until /);
    expect(await admin("create", "zoe@exemple.ch")).toMatchObject({
      code: 1,
      erreur: expect.stringContaining("npm run admin -- reset zoe@exemple.ch"),
    });
    expect(lienDans((await admin("reset", "zoe@exemple.ch")).sortie)).not.toBe(lienDans(invitation.sortie));
    expect(await admin("remove", "zoe@exemple.ch")).toMatchObject({ code: 0 });
    expect((await admin("list")).sortie).toContain("No account yet");
  });

  it.each([
    [[]],
    [["inventer"]],
    [["toString"]],
    [["list", "de trop"]],
    [["create"]],
    [["create", "pas une adresse"]],
    [["remove", "a@b.ch", "c@d.ch"]],
  ])("does not understand %j, shows how it is used, and touches nothing", async (args) => {
    const { code, sortie, erreur } = await admin(...args);
    expect([code, sortie]).toEqual([2, ""]);
    expect(erreur).toContain("Usage: npm run admin -- COMMAND");
  });

  it("shows its usage when asked for help", async () => {
    expect(await admin("--help")).toMatchObject({ code: 0, sortie: expect.stringContaining("Usage"), erreur: "" });
  });

  it.each(["reset", "remove"])("says with exit code 1 that there is nobody to %s", async (commande) => {
    expect(await admin(commande, "personne@exemple.ch")).toEqual({
      code: 1,
      sortie: "",
      erreur: "There is no account personne@exemple.ch.\n",
    });
  });

  it("says with exit code 1, in one line, what is wrong with the configuration", async () => {
    env.PORT = "beaucoup";
    const { code, erreur } = await admin("list");
    expect(code).toBe(1);
    expect(erreur).toMatch(/^Configuration: PORT .*\n$/);
  });
});

describe("npm run admin beside the running site", () => {
  it("lets somebody in again when everybody is locked out, and ends the old sessions at once", async () => {
    const origine = await demarrerSite();
    const cookie = sessionDe(await envoyer(origine, "/login", ADMIN));
    const comptes = () => fetch(new URL("/comptes", origine), { headers: { cookie }, redirect: "manual" });
    expect((await comptes()).status).toBe(200);

    expect(await admin("create", ADMIN.username)).toMatchObject({
      code: 1,
      erreur: expect.stringContaining(`npm run admin -- reset ${ADMIN.username}`),
    });
    expect(await admin("remove", ADMIN.username)).toMatchObject({ code: 1, erreur: expect.stringContaining("last") });
    const lien = lienDans((await admin("reset", ADMIN.username)).sortie);
    expect((await comptes()).status).toBe(302);

    expect((await fetch(lien)).status).toBe(200);
    const entree = await envoyer(origine, lien, { nouveau: "trois mots au hasard" });
    expect([entree.status, entree.headers.get("location")]).toEqual([302, "/planning"]);
    expect((await envoyer(origine, "/login", ADMIN)).status).toBe(400);
    expect((await admin("list")).sortie).toMatch(
      /^comite@exemple\.ch {2}last signed in \d\d\.\d\d\.\d{4}, \d\d:\d\d\n$/,
    );
  });

  it("has the accounts told by mail of what was done at the terminal, where mail leaves", async () => {
    Object.assign(env, { MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "site@exemple.ch" });
    await demarrerSite();
    await admin("create", "paul@exemple.ch");
    await admin("remove", ADMIN.username);
    const db = new DatabaseSync(join(env.DATA_DIR ?? "", "site.db"), { readOnly: true });
    const waiting = db.prepare("SELECT recipient, text FROM account_mail").all();
    db.close();
    expect(waiting).toEqual([{ recipient: ADMIN.username, text: expect.stringContaining("paul@exemple.ch") }]);
    expect(waiting[0]?.text).toContain("Par\u00a0: le terminal du serveur");
  });

  it("removes somebody whose sessions end at once, once another can sign in", async () => {
    const origine = await demarrerSite();
    const lien = lienDans((await admin("create", "paul@exemple.ch")).sortie);
    const cookie = sessionDe(await envoyer(origine, lien, { nouveau: "trois mots au hasard" }));
    expect(await admin("remove", "PAUL@exemple.ch")).toMatchObject({
      code: 0,
      sortie: "paul@exemple.ch can no longer sign in.\n",
    });
    const visite = await fetch(new URL("/comptes", origine), { headers: { cookie }, redirect: "manual" });
    expect(visite.status).toBe(302);
  });
});
