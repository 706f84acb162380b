import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import PostalMime from "postal-mime";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import project from "../../package.json" with { type: "json" };
import { demarrer, demarrerEnVain, dossierDeDonnees } from "./process.ts";

const MESSAGE = { nom: "Camille", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour", hp: "" };

const poster = (url: string, champs: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(champs), headers: { origin: new URL(url).origin } });

describe("a first start", () => {
  it("of npm start prints once how to sign in, and the account works", async () => {
    const DATA_DIR = dossierDeDonnees();
    const [last = ""] = project.scripts.start.split(" + ").slice(-1);
    const site = await demarrer({ DATA_DIR }, undefined, last.split(" "));
    const [, email = "", password = ""] = /e-mail {4}(\S+)\n {2}password {2}(\S+)/.exec(site.sortie()) ?? [];
    expect(password.length).toBeGreaterThanOrEqual(16);
    const connexion = await fetch(`${site.url}/login`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ username: email, password }),
      headers: { origin: site.url },
    });
    expect(connexion.status).toBe(302);
    expect(await site.arreter("SIGTERM")).toBe(0);

    const encore = await demarrer({ DATA_DIR });
    expect(encore.sortie()).not.toContain("password");
  });

  it("in production prints a link to a password, each start a new one until somebody has used one", async () => {
    const DATA_DIR = dossierDeDonnees();
    const PUBLIC = "https://jeunesse.exemple.ch";
    const linkOf = async () => {
      const site = await demarrer({ DATA_DIR, PUBLIC_URL: PUBLIC, LOG_LEVEL: "trace" });
      expect(site.sortie()).not.toMatch(/password {2}/);
      const printed = /e-mail {4}(\S+)\n {2}link {6}https:\/\/jeunesse\.exemple\.ch(\/invitation\/\S+)/.exec(
        site.sortie(),
      );
      // Once, to whoever starts the site: the log, also at its most talkative, does not repeat it.
      if (printed) expect(site.sortie().split(String(printed[2]))).toHaveLength(2);
      return { site, email: printed?.[1], link: `${site.url}${printed?.[2]}` };
    };
    const choose = (link: string, nouveau: string) => {
      const body = new URLSearchParams({ nouveau });
      return fetch(link, { method: "POST", redirect: "manual", body, headers: { origin: PUBLIC } });
    };

    const lost = await linkOf();
    expect(lost.email).toBe("admin@exemple.ch");
    expect(lost.site.sortie()).toMatch(/works once, until \d\d\.\d\d\.\d{4}, \d\d:\d\d\./);
    expect((await fetch(lost.link)).status).toBe(200);
    await lost.site.arreter("SIGTERM");

    const again = await linkOf();
    expect(new URL(again.link).pathname).not.toBe(new URL(lost.link).pathname);
    expect((await fetch(again.site.url + new URL(lost.link).pathname)).status).toBe(410);
    const refused = await choose(again.link, "Raclette1");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("serait vite deviné")]);
    expect((await choose(again.link, "nuage tracteur violon")).status).toBe(302);
    await again.site.arreter("SIGTERM");

    const used = await linkOf();
    expect(used.email).toBeUndefined();
    expect(used.site.sortie()).toContain("with an account of yours");
  });

  it("with ADMIN_EMAIL alone prints the link of that address", async () => {
    const site = await demarrer({ DATA_DIR: dossierDeDonnees(), ADMIN_EMAIL: "comite@exemple.ch" });
    expect(site.sortie()).toMatch(/e-mail {4}comite@exemple\.ch\n {2}link {6}http:\/\/localhost:\d+\/invitation\//);
  });

  it.each(["P@ssw0rd!", "comite2026"])(
    "stops with one clear line on ADMIN_PASSWORD=%s, which it does not repeat",
    async (ADMIN_PASSWORD) => {
      const env = { DATA_DIR: dossierDeDonnees(), ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD };
      const { code, sortie } = await demarrerEnVain(env);
      expect([code, sortie.trim().split("\n").length]).toEqual([1, 1]);
      expect(sortie).toMatch(/^Configuration: ADMIN_PASSWORD would be guessed soon: .*three words/);
      expect(sortie).not.toContain(ADMIN_PASSWORD);
    },
  );

  it("is not stopped by an ADMIN_PASSWORD of earlier days, once somebody can sign in", async () => {
    const DATA_DIR = dossierDeDonnees();
    const first = await demarrer({
      DATA_DIR,
      ADMIN_EMAIL: "comite@exemple.ch",
      ADMIN_PASSWORD: "tracteur-violon-nuage",
    });
    await first.arreter("SIGTERM");
    const { url } = await demarrer({ DATA_DIR, ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "Raclette1" });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("in production starts empty, with private files", async () => {
    const DATA_DIR = dossierDeDonnees();
    const site = await demarrer({
      DATA_DIR,
      ADMIN_EMAIL: "comite@exemple.ch",
      ADMIN_PASSWORD: "tracteur-violon-nuage",
    });
    expect(site.sortie()).not.toContain("violon");
    expect(await (await fetch(`${site.url}/comite`)).text()).toContain("Les cadres sont accrochés");
    expect(await (await fetch(`${site.url}/planning`)).text()).toContain("Le fil est encore nu");
    for (const fichier of ["site.db", "secret"]) expect(statSync(join(DATA_DIR, fichier)).mode & 0o777).toBe(0o600);
  });

  it.each([
    [{ PORT: "abc" }, "PORT"],
    [{ ADMIN_EMAIL: "a@b.ch", ADMIN_PASSWORD: "court" }, "ADMIN_PASSWORD must have at least 6 characters"],
  ])("stops with one clear line on %j", async (env, ligne) => {
    const { code, sortie } = await demarrerEnVain({ DATA_DIR: dossierDeDonnees(), ...env });
    expect(code).toBe(1);
    expect(sortie.trim().split("\n")).toHaveLength(1);
    expect(sortie).toContain(ligne);
  });

  it.each([undefined, ["server/dev.ts"]])("says which port is in use (%j)", async (args) => {
    const occupe = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void occupe.close());
    await vi.waitUntil(() => occupe.address());
    const PORT = String((occupe.address() as AddressInfo).port);
    const { code, sortie } = await demarrerEnVain({ DATA_DIR: dossierDeDonnees(), PORT }, args);
    expect([code, sortie]).toEqual([1, `Port ${PORT} is in use. Set PORT to another one.\n`]);
  });
});

describe("a page from memory", () => {
  it("comes compressed as the browser asks, and not at all when it has it already", async () => {
    const { url } = await demarrer({ DATA_DIR: dossierDeDonnees() });
    const demander = (headers: Record<string, string>, method = "GET") => fetch(`${url}/charte`, { headers, method });
    const nu = await (await demander({ "accept-encoding": "identity" })).text();
    const { request } = await import("node:http");
    const brut = (encodage: string) =>
      new Promise<{ corps: Buffer; encodage: string | undefined }>((fini) =>
        request(`${url}/charte`, { headers: { "accept-encoding": encodage } }, (res) => {
          const morceaux: Buffer[] = [];
          res.on("data", (m: Buffer) => morceaux.push(m));
          res.on("end", () => fini({ corps: Buffer.concat(morceaux), encodage: res.headers["content-encoding"] }));
        }).end(),
      );
    const [br, gzip] = [await brut("br, gzip"), await brut("gzip")];
    expect([br.encodage, gzip.encodage]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(br.corps).toString()).toBe(nu);
    expect(gunzipSync(gzip.corps).toString()).toBe(nu);

    const etag = (await demander({})).headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\//);
    const connu = await demander({ "if-none-match": etag });
    expect([connu.status, await connu.text()]).toEqual([304, ""]);
    const tete = await demander({}, "HEAD");
    expect([tete.status, await tete.text()]).toEqual([200, ""]);
  });
});

describe("mail", () => {
  it("is kept as files when there is no mail server", async () => {
    const DATA_DIR = dossierDeDonnees();
    const { url, sortie } = await demarrer({ DATA_DIR, MAIL_TO: "comite@exemple.ch", LOG_LEVEL: "warn" });
    expect(sortie().match(/MAIL=outbox: [^"\n]* nobody gets a mail/g)).toHaveLength(1);
    expect((await poster(`${url}/contact`, MESSAGE)).status).toBe(200);
    const dossier = join(DATA_DIR, "outbox");
    const fichiers = () => (existsSync(dossier) ? readdirSync(dossier) : []).filter((nom) => nom.endsWith(".eml"));
    await vi.waitUntil(() => fichiers().length === 1, { timeout: 10_000 });
    const courriel = await PostalMime.parse(readFileSync(join(dossier, fichiers()[0] ?? "")));
    expect(courriel.from).toMatchObject({ name: "La Jeunesse de Savièse", address: "site@exemple.ch" });
    expect(courriel.text).toContain("De\u00a0: Camille");
    expect(courriel.replyTo?.[0]?.address).toBe("camille@exemple.ch");
  });

  it("that an earlier process left waiting goes out at the next start, once", async () => {
    const DATA_DIR = dossierDeDonnees();
    const db = openDatabase(join(DATA_DIR, "site.db"));
    const { hp: _, ...contenu } = MESSAGE;
    await createInbox(db).add({ type: "message", contenu }, new Date());
    db.close();

    const { url: SMTP_URL, recus } = await serveurSmtp();
    const env = { DATA_DIR, SMTP_URL, MAIL: "smtp", MAIL_FROM: "site@exemple.ch", MAIL_TO: "comite@exemple.ch" };
    const premier = await demarrer(env);
    await vi.waitUntil(() => recus.length === 1, { timeout: 10_000 });
    expect(recus[0]?.a).toEqual(["comite@exemple.ch"]);
    expect(await premier.arreter("SIGTERM")).toBe(0);

    const second = await demarrer(env);
    expect((await poster(`${second.url}/contact`, { ...MESSAGE, sujet: "Le suivant" })).status).toBe(200);
    await vi.waitUntil(() => recus.length === 2, { timeout: 10_000 });
    const sujets = await Promise.all(recus.map(async ({ brut }) => (await PostalMime.parse(brut)).subject));
    expect(sujets).toEqual(["Message\u00a0: Brisolée", "Message\u00a0: Le suivant"]);
  });
});
