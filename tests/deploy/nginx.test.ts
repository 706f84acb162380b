import { once } from "node:events";
import { join } from "node:path";
import { connect } from "node:tls";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "#tests/free-ports.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { dataFolder, start } from "#tests/server/process.ts";
import { MISSING_TOOLS, startNginx } from "./nginx.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";
const WWW = "https://www.jeunesse.exemple.ch";
const MESSAGE = new URLSearchParams({
  nom: "Camille",
  email: "camille@exemple.ch",
  sujet: "Brisolée",
  message: "Bonjour",
  hp: "",
}).toString();

vi.setConfig({ testTimeout: 60_000 });

const without = MISSING_TOOLS.length > 0 ? ` (left out: install ${MISSING_TOOLS.join(" and ")})` : "";

/** The site behind nginx, as docs/deploy.md sets them up. */
async function startBoth() {
  const DATA_DIR = dataFolder();
  const PORT = String(await freePort());
  const site = await start({ DATA_DIR, PORT, PUBLIC_URL, TRUST_PROXY: "1" });
  return { site, proxy: await startNginx(join(DATA_DIR, "nginx"), Number(PORT)) };
}

describe.skipIf(without !== "")(`the shipped nginx.conf${without}`, () => {
  it("is accepted without a warning, carries the site, and speaks HTTP/2 where nginx does", async () => {
    const { proxy } = await startBoth();
    expect(proxy.verdict).toContain("test is successful");
    expect(proxy.verdict).not.toContain("[warn]");
    expect((await proxy.ask(`${PUBLIC_URL}/contact`)).status).toBe(200);
    expect((await proxy.ask(`${PUBLIC_URL}/contact`, { origin: PUBLIC_URL }, MESSAGE)).status).toBe(200);
    const socket = connect({
      ...{ host: "127.0.0.1", port: proxy.https, servername: "jeunesse.exemple.ch" },
      ...{ ALPNProtocols: ["h2", "http/1.1"], rejectUnauthorized: false },
    });
    await once(socket, "secureConnect");
    expect(socket.alpnProtocol).toBe(proxy.knowsHttp2 ? "h2" : "http/1.1");
    socket.destroy();
  });

  it("leads everybody to the one name whose forms the site takes", async () => {
    const { proxy } = await startBoth();
    const there = { status: 301, location: `${PUBLIC_URL}/contact?sujet=bal` };
    for (const origin of [WWW, "http://www.jeunesse.exemple.ch", "http://jeunesse.exemple.ch"])
      expect(await proxy.ask(`${origin}/contact?sujet=bal`)).toEqual(there);
    expect((await proxy.ask(`${WWW}/contact`, { origin: WWW }, MESSAGE)).status).toBe(301);
  });

  it("logs no address, no query, no key and no page that somebody came from, also while the site is away", async () => {
    const { site, proxy } = await startBoth();
    const paths = (await listRoutes(() => "un-secret"))
      .flatMap(({ path }) => [path, `${path}.data`])
      .filter((path) => /^\/[^/]+\/.*un-secret/.test(path));
    expect(paths).toEqual(expect.arrayContaining(["/invitation/un-secret", "/autorisation/un-secret"]));
    const odd = ["/%69nvitation/un-secret", "//autorisation/un-secret", "/planning?q=un-secret"];
    const headers = {
      referer: `${PUBLIC_URL}/invitation/un-secret`,
      "user-agent": "un-secret",
      cookie: "session=un-secret",
    };
    for (const path of [...paths, ...odd]) await proxy.ask(PUBLIC_URL + path, headers);
    await proxy.ask(`${WWW}/invitation/un-secret`, headers);
    await proxy.ask(`${PUBLIC_URL}/contact?q=un-secret`, headers, "x".repeat(34 * 1024 * 1024)).catch(() => {});
    await site.stop("SIGTERM");
    expect((await proxy.ask(`${PUBLIC_URL}/invitation/un-secret?q=un-secret`, headers)).status).toBe(502);

    await vi.waitFor(() => expect(proxy.logs().access).toMatch(/ GET \/invitation 502 /));
    const { access, errors } = proxy.logs();
    expect(access).toMatch(/^\S+ GET \/planning 200 \d+ [\d.]+ 200$/m);
    expect(access).not.toMatch(/un-secret|127\.0\.0\.1/);
    expect(errors).toBe("");
  });
});
