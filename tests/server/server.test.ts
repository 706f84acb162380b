import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { createInbox } from "#stores/inbox.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import project from "../../package.json" with { type: "json" };
import { command } from "./command.ts";
import { dataFolder, start, startInVain } from "./process.ts";
import { committeeFolder } from "./visit.ts";

const MESSAGE = { nom: "Camille", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour", hp: "" };

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), headers: { origin: new URL(url).origin } });

describe("a first start", () => {
  it("of npm start prints an account once, and a sign-in with it works", async () => {
    const DATA_DIR = dataFolder();
    const [last = ""] = project.scripts.start.split(" + ").slice(-1);
    const site = await start({ DATA_DIR }, undefined, last.split(" "));
    const [, email = "", password = ""] = /e-mail {4}(\S+)\n {2}password {2}(\S+)/.exec(site.output()) ?? [];
    expect(password.length).toBeGreaterThanOrEqual(16);
    const login = await fetch(`${site.url}/login`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ username: email, password }),
      headers: { origin: site.url },
    });
    expect(login.status).toBe(302);
    expect(await site.stop("SIGTERM")).toBe(0);

    const again = await start({ DATA_DIR });
    expect(again.output()).not.toContain("password");
  });

  it("in production prints a link to choose a password; each start prints a new one until one is used", async () => {
    const DATA_DIR = dataFolder();
    const PUBLIC = "https://jeunesse.exemple.ch";
    const linkOf = async () => {
      const site = await start({ DATA_DIR, PUBLIC_URL: PUBLIC, LOG_LEVEL: "trace" });
      expect(site.output()).not.toMatch(/password {2}/);
      expect(site.output()).not.toContain("@exemple.ch");
      const path = / {2}link {6}https:\/\/jeunesse\.exemple\.ch(\/premier-compte\/\S+)/.exec(site.output())?.[1];
      // Only once: the log, also at level trace, does not contain the link.
      if (path) expect(site.output().split(path)).toHaveLength(2);
      return { site, path, link: `${site.url}${path}` };
    };
    const choose = (link: string, newPassword: string, email = "Zoe@jeunesse.ch") => {
      const body = new URLSearchParams({ email, newPassword });
      return fetch(link, { method: "POST", redirect: "manual", body, headers: { origin: PUBLIC } });
    };

    const lost = await linkOf();
    expect(lost.site.output()).toMatch(/works once, until \d\d\.\d\d\.\d{4}, \d\d:\d\d\./);
    expect((await fetch(lost.link)).status).toBe(200);
    expect((await command("accounts", { DATA_DIR }, "list")).output).toMatch(/^No account yet in /);
    await lost.site.stop("SIGTERM");

    const again = await linkOf();
    expect(new URL(again.link).pathname).not.toBe(new URL(lost.link).pathname);
    expect((await fetch(again.site.url + new URL(lost.link).pathname)).status).toBe(410);
    const refused = await choose(again.link, "Raclette1");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("serait vite deviné")]);
    for (const [email, sentence] of [
      ["", "Ce champ est obligatoire."],
      ["zoe@jeunesse", "Il manque la fin de l’adresse"],
      ["<zoe>", "Indiquez une adresse e-mail complète."],
    ] as const) {
      const odd = await choose(again.link, "nuage tracteur violon", email);
      const html = await odd.text();
      expect([odd.status, html]).toEqual([400, expect.stringContaining(sentence)]);
      expect(html).toContain(`value="${email.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`);
      expect(html).not.toContain("violon");
    }
    expect((await choose(again.link, "nuage tracteur violon")).status).toBe(302);
    await again.site.stop("SIGTERM");

    const used = await linkOf();
    expect(used.path).toBeUndefined();
    expect(used.site.output()).toContain("with an account of yours");
    expect((await fetch(used.site.url + again.path)).status).toBe(410);
    const list = await command("accounts", { DATA_DIR }, "list");
    expect(list.output).toMatch(/^zoe@jeunesse\.ch +last signed in [^\n]+\n$/);
  });

  it("in production lets npm run admin invite a person, whose first sign-in invalidates the link", async () => {
    const DATA_DIR = dataFolder();
    const site = await start({ DATA_DIR });
    const [, first = ""] = / {2}link {6}(\S+)/.exec(site.output()) ?? [];
    const PORT = new URL(site.url).port;
    const invited = await command("accounts", { DATA_DIR, PORT }, "create", "paul@exemple.ch");
    const [, link = ""] = /^ {2}(http\S+)$/m.exec(invited.output) ?? [];
    expect((await fetch(first)).status).toBe(200);
    const body = new URLSearchParams({ newPassword: "nuage tracteur violon" });
    const headers = { origin: site.url };
    expect((await fetch(link, { method: "POST", redirect: "manual", body, headers })).status).toBe(302);
    body.set("email", "mallory@exemple.ch");
    for (const sent of [{}, { method: "POST", body, headers }]) expect((await fetch(first, sent)).status).toBe(410);
    expect((await command("accounts", { DATA_DIR }, "list")).output).not.toContain("mallory");
  });

  it("with ADMIN_EMAIL alone prints a link for that address", async () => {
    const site = await start({ DATA_DIR: dataFolder(), ADMIN_EMAIL: "comite@exemple.ch" });
    expect(site.output()).toMatch(/e-mail {4}comite@exemple\.ch\n {2}link {6}http:\/\/localhost:\d+\/invitation\//);
  });

  it("stops with one line on an ADMIN_PASSWORD that is easy to guess, which the line does not repeat", async () => {
    const env = { DATA_DIR: dataFolder(), ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "comite2026" };
    const { code, output } = await startInVain(env);
    expect([code, output.trim().split("\n").length]).toEqual([1, 1]);
    expect(output).toMatch(/^Configuration: ADMIN_PASSWORD is easy to guess: .*three unrelated words/);
    expect(output).not.toContain("comite2026");
  });

  it("ignores a weak ADMIN_PASSWORD if an account can sign in", async () => {
    const DATA_DIR = await committeeFolder();
    const { url } = await start({ DATA_DIR, ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "Raclette1" });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("in production creates an empty site with private files", async () => {
    const DATA_DIR = dataFolder();
    const site = await start({
      DATA_DIR,
      ADMIN_EMAIL: "comite@exemple.ch",
      ADMIN_PASSWORD: "tracteur-violon-nuage",
    });
    expect(site.output()).not.toContain("violon");
    expect(await (await fetch(`${site.url}/comite`)).text()).toContain("Le nouveau comité arrive");
    expect(await (await fetch(`${site.url}/planning`)).text()).toContain("Rien au programme pour l’instant");
    for (const file of ["site.db", "secret"]) expect(statSync(join(DATA_DIR, file)).mode & 0o777).toBe(0o600);
  });

  it.each([undefined, ["server/dev.ts"]])("ends with one line that names the port in use (%j)", async (args) => {
    const occupied = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void occupied.close());
    await once(occupied, "listening");
    const PORT = String((occupied.address() as AddressInfo).port);
    const { code, output } = await startInVain({ DATA_DIR: dataFolder(), PORT }, args);
    expect([code, output]).toEqual([1, `Port ${PORT} is in use. Set PORT to another one.\n`]);
  });
});

describe("mail", () => {
  it("is saved as files without a mail server", async () => {
    const DATA_DIR = dataFolder();
    const { url, output } = await start({ DATA_DIR, MAIL_TO: "comite@exemple.ch", LOG_LEVEL: "warn" });
    expect(output().match(/MAIL=outbox: [^"\n]*no mail is sent/g)).toHaveLength(1);
    expect((await post(`${url}/contact`, MESSAGE)).status).toBe(200);
    const folder = join(DATA_DIR, "outbox");
    const files = () => (existsSync(folder) ? readdirSync(folder) : []).filter((nom) => nom.endsWith(".eml"));
    await vi.waitUntil(() => files().length === 1, { timeout: 20_000 });
    const mail = await PostalMime.parse(readFileSync(join(folder, files()[0] ?? "")));
    expect(mail.from).toMatchObject({ name: "La Jeunesse de Savièse", address: "site@exemple.ch" });
    expect(mail.text).toContain("De\u00a0: Camille");
    expect(mail.replyTo?.[0]?.address).toBe("camille@exemple.ch");
  });

  it("that an earlier process has not sent is sent once by the next start", async () => {
    const DATA_DIR = dataFolder();
    const db = openDatabase(join(DATA_DIR, "site.db"));
    const { hp: _, nom: name, sujet: subject, ...rest } = MESSAGE;
    await createInbox(documentsOf(db)).add({ type: "message", content: { name, subject, ...rest } }, new Date());
    db.close();

    const { url: SMTP_URL, received } = await startSmtpServer();
    const env = { DATA_DIR, SMTP_URL, MAIL: "smtp", MAIL_FROM: "site@exemple.ch", MAIL_TO: "comite@exemple.ch" };
    const first = await start(env);
    await vi.waitUntil(() => received.length === 1, { timeout: 20_000 });
    expect(received[0]?.a).toEqual(["comite@exemple.ch"]);
    expect(await first.stop("SIGTERM")).toBe(0);

    const second = await start(env);
    expect((await post(`${second.url}/contact`, { ...MESSAGE, sujet: "Le suivant" })).status).toBe(200);
    await vi.waitUntil(() => received.length === 2, { timeout: 20_000 });
    const subjects = await Promise.all(
      received.map(async ({ rawResponse }) => (await PostalMime.parse(rawResponse)).subject),
    );
    expect(subjects).toEqual(["Message\u00a0: Brisolée", "Message\u00a0: Le suivant"]);
  });
});
