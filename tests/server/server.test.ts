import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import project from "../../package.json" with { type: "json" };
import { dataFolder, start, startInVain } from "./process.ts";
import { COMMITTEE, post, signIn, write } from "./visit.ts";

describe("a first start", () => {
  it("of npm start prints an account, and a sign-in with it works", async () => {
    const [last = ""] = project.scripts.start.split(" + ").slice(-1);
    const site = await start({ DATA_DIR: dataFolder() }, undefined, last.split(" "));
    const [, username = "", password = ""] = /e-mail {4}(\S+)\n {2}password {2}(\S+)/.exec(site.output()) ?? [];
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect((await post(site.url, "/login", new URLSearchParams({ username, password }))).status).toBe(302);
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("in production prints a link to choose a password, which works once and is not in the log", async () => {
    const PUBLIC_URL = "https://jeunesse.exemple.ch";
    const site = await start({ DATA_DIR: dataFolder(), PUBLIC_URL, LOG_LEVEL: "trace" });
    expect(site.output()).not.toMatch(/password {2}/);
    expect(site.output()).not.toContain("@exemple.ch");
    expect(site.output()).toMatch(/works once, until \d\d\.\d\d\.\d{4}, \d\d:\d\d\./);
    const [, path = "no link"] = / {2}link {6}https:\/\/jeunesse\.exemple\.ch(\S+)/.exec(site.output()) ?? [];
    expect((await fetch(site.url + path)).status).toBe(200);
    const body = new URLSearchParams({ email: "zoe@jeunesse.ch", newPassword: "nuage tracteur violon" });
    const headers = { origin: PUBLIC_URL };
    expect((await fetch(site.url + path, { method: "POST", redirect: "manual", body, headers })).status).toBe(302);
    expect((await fetch(site.url + path)).status).toBe(410);
    expect(site.output().split(path)).toHaveLength(2);
  });

  it("stops with one line on an ADMIN_PASSWORD that is easy to guess, which the line does not repeat", async () => {
    const env = { DATA_DIR: dataFolder(), ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "comite2026" };
    const { code, output } = await startInVain(env);
    expect([code, output.trim().split("\n").length]).toEqual([1, 1]);
    expect(output).toMatch(/^Configuration: ADMIN_PASSWORD is easy to guess: .*three unrelated words/);
    expect(output).not.toContain("comite2026");
  });

  it("with ADMIN_PASSWORD creates an empty site with private files; mail is saved as files without a mail server", async () => {
    const DATA_DIR = dataFolder();
    const site = await start({ DATA_DIR, ...COMMITTEE, LOG_LEVEL: "warn" });
    expect(site.output()).not.toContain("violon");
    expect(site.output().match(/MAIL=outbox: [^"\n]*no mail is sent/g)).toHaveLength(1);
    await signIn(site.url);
    expect(await (await fetch(`${site.url}/comite`)).text()).toContain("Le nouveau comité arrive");
    expect(await (await fetch(`${site.url}/planning`)).text()).toContain("Rien au programme pour l’instant");
    for (const file of ["site.db", "site"]) expect(statSync(join(DATA_DIR, file)).mode & 0o777).toBe(0o600);

    expect((await write(site.url, "Brisolée")).status).toBe(200);
    const folder = join(DATA_DIR, "outbox");
    const files = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".eml"));
    await vi.waitUntil(() => files().length === 1, { timeout: 20_000 });
    const mail = await PostalMime.parse(readFileSync(join(folder, files()[0] ?? "")));
    expect(mail.from).toMatchObject({ name: "La Jeunesse de Savièse", address: "site@exemple.ch" });
    expect(mail.text).toContain("De\u00a0: Camille");
    expect(mail.replyTo?.[0]?.address).toBe("camille@exemple.ch");
  });

  it("ends with one line that names the port in use", async () => {
    const occupied = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void occupied.close());
    await once(occupied, "listening");
    const PORT = String((occupied.address() as AddressInfo).port);
    const { code, output } = await startInVain({ DATA_DIR: dataFolder(), PORT });
    expect([code, output]).toEqual([1, `Port ${PORT} is in use. Set PORT to another one.\n`]);
  });

  it("ends with one line that names HOST if it is no address of this machine", async () => {
    const { code, output } = await startInVain({ DATA_DIR: dataFolder(), HOST: "203.0.113.9", PORT: "3000" });
    expect([code, output]).toEqual([1, "The site cannot listen on HOST=203.0.113.9, PORT=3000 (EADDRNOTAVAIL).\n"]);
  });
});
