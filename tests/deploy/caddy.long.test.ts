/** Responses and log of Caddy with deploy/Caddyfile. */
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { tablesOf } from "#tests/backup/site.ts";
import { freePort } from "#tests/free-ports.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { ask } from "#tests/server/container/proxy.ts";
import { dataFolder, start } from "#tests/server/process.ts";
import { messageFields } from "#tests/server/visit.ts";
import { HAS_CADDY, startCaddy } from "./caddy.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";

describe.skipIf(!HAS_CADDY)(`the shipped Caddyfile${HAS_CADDY ? "" : " (left out: install caddy)"}`, () => {
  it("forwards pages and forms, redirects www to the domain of the site, and logs no IP address, query, token or referrer", async () => {
    const DATA_DIR = dataFolder();
    const PORT = String(await freePort());
    const site = await start({ DATA_DIR, PORT, PUBLIC_URL, TRUST_PROXY: "1" });
    const proxy = await startCaddy(join(DATA_DIR, "caddy"), Number(PORT), "1s");
    const ownForm = { origin: PUBLIC_URL, "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(messageFields("Bonjour")).toString();
    expect((await ask(`${proxy.url}/contact`)).status).toBe(200);
    expect((await ask(`${proxy.url}/contact`, { method: "POST", headers: ownForm, body })).status).toBe(200);
    const www = await ask(`${proxy.www}/contact?sujet=bal`);
    expect([www.status, www.headers.location]).toEqual([301, `${PUBLIC_URL}/contact?sujet=bal`]);

    const paths = (await listRoutes(() => "un-secret"))
      .flatMap(({ path }) => [path, `${path}.data`])
      .filter((path) => /^\/[^/]+\/.*un-secret/.test(path));
    expect(paths).toEqual(expect.arrayContaining(["/invitation/un-secret", "/autorisation/un-secret"]));
    const headers = {
      referer: `${PUBLIC_URL}/invitation/un-secret`,
      "user-agent": "un-secret",
      cookie: "session=un-secret",
    };
    for (const path of [...paths, "//autorisation/un-secret", "/planning?q=un-secret"])
      await ask(proxy.url + path, { headers });
    await ask(`${proxy.www}/invitation/un-secret`, { headers });
    // The log stays without them while the site does not run.
    await site.stop("SIGTERM");
    const form = { ...headers, "content-type": "text/plain" };
    const sent = ask(`${proxy.url}/invitation/un-secret?q=un-secret`, { method: "POST", headers: form, body: "x" });
    expect(await sent).toMatchObject({ status: 503, text: expect.stringContaining("Le site se met à jour") });
    const logged = () => expect(proxy.log()).toMatch(/"uri":"\/invitation".*"status":503/);
    await vi.waitFor(logged, { timeout: 20_000 });
    expect(proxy.log()).toMatch(/"uri":"\/planning".*"status":200/);
    expect(proxy.log()).not.toMatch(/un-secret|"remote_|"client_ip/);
  });

  it("holds pages and forms while the site restarts, and forwards each form once", async () => {
    const DATA_DIR = dataFolder();
    const PORT = String(await freePort());
    const settings = { DATA_DIR, PORT, PUBLIC_URL, TRUST_PROXY: "1" };
    const site = await start(settings);
    const proxy = await startCaddy(join(DATA_DIR, "caddy"), Number(PORT));
    await site.stop("SIGTERM");
    let answers = 0;
    const held = ["Pendant", "le", "redémarrage"].map((subject) => {
      const headers = { origin: PUBLIC_URL, "content-type": "application/x-www-form-urlencoded" };
      const body = new URLSearchParams(messageFields(subject)).toString();
      return ask(`${proxy.url}/contact`, { method: "POST", headers, body });
    });
    const all = [...held, ask(`${proxy.url}/planning`)];
    for (const answer of all) void answer.then(() => answers++);
    // Caddy has the requests, as it answers a later one.
    await ask(`${proxy.www}/contact`);
    expect(answers).toBe(0);
    const restarted = await start(settings);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const answer of held) expect((await answer).text).toContain("Merci de votre message");
    await restarted.stop("SIGTERM");
    expect(
      tablesOf(join(DATA_DIR, "site.db")).documents?.filter((row) => /"collection":"inbox"/.test(String(row))).length,
    ).toBe(3);
  });
});
