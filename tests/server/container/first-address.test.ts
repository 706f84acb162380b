/** A container learns its address from whoever opens the one-time link, and from nobody else. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { command } from "../command.ts";
import { dataFolder, startContainer, startInVain } from "../process.ts";
import { COMMITTEE, committeeFolder } from "../visit.ts";
import { ask, startProxy } from "./proxy.ts";

// Each of these starts processes.
vi.setConfig({ testTimeout: 60_000 });

const HOST = "jeunesse.exemple.ch";
const ORIGIN = `https://${HOST}`;
const PASSWORD = "tracteur-violon-nuage";
const LINK = / {2}link {6}(\/\S+)\n/;

/** @returns a container that waits for its address, and the path that it has printed */
async function newContainer(DATA_DIR = dataFolder()) {
  const site = await startContainer({ DATA_DIR });
  await vi.waitUntil(() => LINK.test(site.output()), { timeout: 20_000 });
  const kept = () =>
    existsSync(join(DATA_DIR, "adresse-publique")) ? readFileSync(join(DATA_DIR, "adresse-publique"), "utf8") : null;
  return { site, DATA_DIR, path: LINK.exec(site.output())?.[1] ?? "", kept };
}

const cookieOf = (headers: { "set-cookie"?: string[] | undefined }) =>
  headers["set-cookie"]?.find((one) => /session=/.test(one)) ?? "";
const pair = (cookie: string) => cookie.split(";", 1)[0] ?? "";

describe("a container without an address", () => {
  it("answers nothing but /up until the link is opened by a plausible name", async () => {
    const { site, path, kept } = await newContainer();
    expect(path).toMatch(/^\/invitation\/[\w-]{32,}$/);
    expect(site.output()).not.toContain(`http://localhost${path}`);
    const refused = async (at: string, sent: Parameters<typeof ask>[1]) => {
      const answer = await ask(site.url + at, sent);
      expect([at, sent, answer.status, answer.headers.location, kept()]).toEqual([at, sent, 503, undefined, null]);
      return answer;
    };
    const named = { headers: { host: HOST } };
    expect((await ask(`${site.url}/up`, { headers: { host: "x y" } })).status).toBe(200);
    expect((await refused("/", named)).text).toContain("ne connaît pas encore son adresse");
    await refused("/login", { method: "POST", headers: { host: HOST, origin: ORIGIN }, body: "username=a&password=b" });
    for (const other of [
      "/invitation/x",
      `${path}x`,
      `/invitation/${"a".repeat(10_000)}`,
      "/adresse/x",
      `/x${path}`,
      `${path}/`,
    ])
      await refused(other, named);
    for (const host of [
      "a b",
      'x"><script>',
      "-x.ch",
      "x_y.ch",
      "x..ch",
      "x.ch:99999",
      "x.ch:80:80",
      "user@x.ch",
      "x.ch/y",
      "[::1]",
      "0x7f.1",
      `${"a".repeat(64)}.ch`,
      `${"a.".repeat(127)}ch`,
    ])
      await refused(path, { headers: { host } });
    await refused(path, { ...named, method: "HEAD" });
    await refused(path, { ...named, method: "POST", body: `newPassword=${PASSWORD}` });
    for (const name of ["sec-purpose", "purpose", "x-moz"])
      await refused(path, { headers: { host: HOST, [name]: "prefetch;prerender" } });
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("is where the link was opened, for ever: from there to /reglages behind a proxy", async () => {
    const { site, DATA_DIR, path, kept } = await newContainer();
    const proxy = await startProxy(site.url);
    const browse = (at: string, cookie = "") => ask(proxy.url + at, { headers: { host: HOST, cookie } });
    const send = (at: string, fields: Record<string, string>) =>
      ask(proxy.url + at, {
        method: "POST",
        headers: { host: HOST, origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });

    // Whoever opens it at the same time waits for the same site; one of both says where it is.
    const both = await Promise.all([browse(path), browse(path)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.text).toContain("newPassword");
    expect(kept()).toBe(`${ORIGIN}\n`);
    await ask(site.url + path, { headers: { host: "later.exemple.ch", "x-forwarded-proto": "http" } });
    expect(kept()).toBe(`${ORIGIN}\n`);

    const chosen = await send(path, { newPassword: PASSWORD });
    expect([chosen.status, cookieOf(chosen.headers)]).toEqual([302, expect.stringMatching(/^__Host-.*; Secure/)]);
    const login = await send("/login", { username: COMMITTEE.ADMIN_EMAIL, password: PASSWORD });
    expect([login.status, cookieOf(login.headers)]).toEqual([302, expect.stringContaining("; Secure")]);
    const settings = await browse("/reglages", pair(cookieOf(login.headers)));
    expect([settings.status, settings.headers["strict-transport-security"]]).toEqual([
      200,
      expect.stringContaining("max-age="),
    ]);
    expect(settings.text).toContain("Réglages");
    expect(await site.stop("SIGTERM")).toBe(0);

    const again = await startContainer({ DATA_DIR });
    proxy.leadTo(again.url);
    expect((await browse("/sitemap.xml")).text).toContain(`${ORIGIN}/planning`);
    expect(again.output()).toContain(`Sign in at ${ORIGIN}/login`);
    expect(again.output()).not.toContain("link ");
    const list = await command("accounts", { DATA_DIR, CONTAINER: "on" }, "create", "paul@exemple.ch");
    expect(list.output).toContain(`${ORIGIN}/invitation/`);
    await again.stop("SIGTERM");

    const elsewhere = await startContainer({ DATA_DIR, PUBLIC_URL: "https://other.exemple.ch" });
    expect((await ask(`${elsewhere.url}/sitemap.xml`)).text).toContain("https://other.exemple.ch/planning");
  });

  it("without TLS is an http address, and cookies go without Secure", async () => {
    const { site, path, kept } = await newContainer();
    const headers = { host: "jeunesse.localhost:8080", "x-forwarded-proto": "http" };
    expect((await ask(site.url + path, { headers })).status).toBe(200);
    expect(kept()).toBe("http://jeunesse.localhost:8080\n");
    const form = {
      ...headers,
      origin: "http://jeunesse.localhost:8080",
      "content-type": "application/x-www-form-urlencoded",
    };
    const chosen = await ask(site.url + path, { method: "POST", headers: form, body: `newPassword=${PASSWORD}` });
    expect([chosen.status, cookieOf(chosen.headers)]).toEqual([302, expect.not.stringContaining("Secure")]);
  });

  it("with accounts already, as after a restore elsewhere, is told by a link of its own, which leads to /login", async () => {
    const { site, path, kept } = await newContainer(await committeeFolder());
    expect(path).toMatch(/^\/adresse\/[\w-]{43}$/);
    const answer = await ask(site.url + path, { headers: { host: HOST } });
    expect([answer.status, answer.headers.location, kept()]).toEqual([303, "/login", `${ORIGIN}\n`]);
    const login = await ask(`${site.url}/login`, {
      method: "POST",
      headers: { host: HOST, origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ username: COMMITTEE.ADMIN_EMAIL, password: COMMITTEE.ADMIN_PASSWORD }).toString(),
    });
    expect(login.status).toBe(302);
    expect((await ask(site.url + path, { headers: { host: "later.exemple.ch" } })).status).toBe(404);
  });

  it("that waited for the folder takes the address that the one before has learnt", async () => {
    const { site, DATA_DIR, path } = await newContainer();
    const next = await startContainer({ DATA_DIR });
    expect((await ask(site.url + path, { headers: { host: HOST } })).status).toBe(200);
    const waits = ask(`${next.url}/sitemap.xml`);
    await site.stop("SIGKILL");
    expect((await waits).text).toContain(`${ORIGIN}/planning`);
    expect(next.output()).not.toContain("does not know its address");
  });

  it("does not start without ADMIN_EMAIL: whoever teaches it its address is let in as nobody else", async () => {
    const { code, output } = await startInVain({ DATA_DIR: dataFolder(), CONTAINER: "on" });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Configuration: ADMIN_EMAIL is needed in a container.*\n$/),
    ]);
  });

  it("ends on a signal, and does not start with a damaged address", async () => {
    const { site, DATA_DIR } = await newContainer();
    expect(await site.stop("SIGTERM")).toBe(0);
    writeFileSync(join(DATA_DIR, "adresse-publique"), "javascript:alert(1)");
    const { code, output } = await startInVain({ DATA_DIR, CONTAINER: "on", ADMIN_EMAIL: COMMITTEE.ADMIN_EMAIL });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^\S+adresse-publique holds no address: .*PUBLIC_URL\.\n$/),
    ]);
  });
});
