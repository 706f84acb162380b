/** Tests the health checks with real servers and a real disk. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer as createSilent, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { scratch } from "#tests/backup/site.ts";
import { newestBackupBytes } from "#upkeep/backup/restore-test.ts";
import { checkCertificate, checkDns, checkPublicUrl } from "#upkeep/health/connections.ts";
import { areSystemUpdatesInstalled, createSiteHealth } from "#upkeep/health/site-health.ts";

const DAY = 24 * 60 * 60 * 1000;
const NONE: RestoreTest = { outcome: "none" };
const TIMEOUT_MS = 20_000;

const health = (options: Partial<Parameters<typeof createSiteHealth>[0]> = {}) =>
  createSiteHealth({
    publicUrl: "http://localhost:1",
    running: "0.2.0",
    checkService: async () => "well",
    data: { folders: [scratch()], newestBackupBytes: () => 5 },
    backups: { readState: async () => ({ last: null, failedAt: null, kept: 7 }) },
    testRestore: async () => NONE,
    checkMail: async () => "outbox",
    checkMailDomain: async () => null,
    clock: { now: () => new Date() },
    clockHeldSince: () => null,
    logLoss: () => null,
    report: () => {},
    timeoutMs: TIMEOUT_MS,
    ...options,
  });

/** @returns the origin of the server */
async function start(server: Server, scheme = "http"): Promise<string> {
  await once(server.listen(0, "localhost"), "listening");
  onTestFinished(() => void server.close());
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

const site: RequestListener = (request, response) => {
  response.setHeader("connection", "close").statusCode = request.url === "/healthz" ? 200 : 404;
  response.end(JSON.stringify({ health: "ok", version: "0.2.0" }));
};

describe("the machine", () => {
  it("measures disk space and service, and reports an unreadable folder", async () => {
    expect(await health().measure()).toMatchObject({
      service: "well",
      running: "0.2.0",
      disk: { free: expect.any(Number), total: expect.any(Number), backup: 5 },
    });
    const data = { folders: ["/there/is/no/such/folder"], newestBackupBytes: () => 0 };
    expect((await health({ data }).measure()).disk).toBe("unreadable");
    const backupsOnly = () => newestBackupBytes(import.meta.filename);
    const { disk } = await health({ data: { folders: [scratch()], newestBackupBytes: backupsOnly } }).measure();
    expect(disk).toMatchObject({ backup: 0 });
  });

  it("reads whether Debian installs security updates, on a machine set up by install.sh", () => {
    const root = scratch();
    const apt = join(root, "etc/apt/apt.conf.d");
    mkdirSync(apt, { recursive: true });
    const found = [areSystemUpdatesInstalled(root)];
    writeFileSync(join(root, "etc/jeunesse.env"), "");
    found.push(areSystemUpdatesInstalled(root));
    for (const value of ["1", "0"]) {
      writeFileSync(join(apt, "20auto-upgrades"), `APT::Periodic::Unattended-Upgrade "${value}";\n`);
      found.push(areSystemUpdatesInstalled(root));
    }
    expect(found).toEqual([null, false, true, false]);
  });
});

describe("the public address", () => {
  it("is reached when this site answers, and redirects are not followed", async () => {
    const here = await start(createServer(site));
    expect(await checkPublicUrl(here, TIMEOUT_MS, false)).toEqual({ outcome: "site", version: "0.2.0", healthy: true });
    const away = createServer((_, response) => response.writeHead(302, { location: `${here}/healthz` }).end());
    expect(await checkPublicUrl(await start(away), TIMEOUT_MS, false)).toEqual({ outcome: "other", status: 302 });
  });

  it("is checked through robots.txt at Google, which does not forward /healthz", async () => {
    let robots = "";
    const hosted: RequestListener = ({ url }, response) =>
      url === "/robots.txt" ? response.end(robots) : response.writeHead(404).end("<html>");
    const origin = await start(createServer(hosted));
    expect((await checkPublicUrl(origin, TIMEOUT_MS, true)).outcome).toBe("other");
    robots = `Sitemap: ${origin}/sitemap.xml\n`;
    expect((await checkPublicUrl(origin, TIMEOUT_MS, true)).outcome).toBe("site-unnamed");
    expect(await checkPublicUrl(origin, TIMEOUT_MS, false)).toEqual({ outcome: "other", status: 404 });
  });

  it("is silent when no server listens or answers in time", async () => {
    const origin = await start(createSilent(), "https");
    for (const url of ["http://localhost:1", origin])
      expect(await checkPublicUrl(url, 100, false)).toEqual({ outcome: "silent" });
    expect(await checkCertificate(origin, 100)).toEqual({ outcome: "silent" });
  });

  it("has a certificate that is read whether it is trusted or not", async () => {
    const [key, cert] = ["key", "cert"].map((name) => join(scratch(), `${name}.pem`)) as [string, string];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "3"];
    const elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    execFileSync("openssl", ["req", "-x509", ...elliptic, ...subject, "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    const ca = readFileSync(cert, "utf8");
    const publicUrl = await start(createSecure({ key: readFileSync(key), cert: ca }, site), "https");
    expect((await checkPublicUrl(publicUrl, TIMEOUT_MS, false)).outcome).toBe("site");
    expect(await checkCertificate(publicUrl, TIMEOUT_MS)).toMatchObject({ outcome: "shown", trusted: false });
    const trusted = await checkCertificate(publicUrl, TIMEOUT_MS, ca);
    expect(trusted).toMatchObject({ outcome: "shown", trusted: true });
    expect(trusted.outcome === "shown" && (trusted.until.getTime() - Date.now()) / DAY).toBeCloseTo(3, 1);
  });
});

describe("the DNS records", () => {
  const refuse = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

  it("of the domain and of www are compared with this machine's addresses", async () => {
    const found: Record<string, string[]> = { "A exemple.ch": ["127.0.0.1"], "A www.exemple.ch": ["192.0.2.1"] };
    const resolve = async (name: string, type: string) => found[`${type} ${name}`] ?? refuse("ENODATA");
    expect(await checkDns("https://exemple.ch", resolve, true)).toEqual({
      names: ["exemple.ch", "www.exemple.ch"],
      records: [
        { name: "exemple.ch", type: "A", address: "127.0.0.1", here: true },
        { name: "www.exemple.ch", type: "A", address: "192.0.2.1", here: false },
      ],
      isPublic: expect.any(Boolean),
    });
    expect(await checkDns("https://exemple.ch", resolve, false)).toMatchObject({ names: ["exemple.ch"] });
  });

  it("are unknown when the DNS does not answer, and not queried without a public domain", async () => {
    expect(await checkDns("https://exemple.ch", () => refuse("ETIMEOUT"))).toBeNull();
    const resolve = vi.fn(async () => []);
    for (const name of ["localhost", "192.0.2.1", "[2001:db8::1]"])
      expect(await checkDns(`https://${name}`, resolve)).toBeNull();
    expect(resolve).not.toHaveBeenCalled();
  });
});

describe("a check of the site’s health", () => {
  it("is shared by concurrent callers, and returns after the requested time", async () => {
    const { promise, resolve } = Promise.withResolvers<RestoreTest>();
    const testRestore = vi.fn(() => promise);
    const one = health({ testRestore });
    await Promise.all([one.check(10), one.check(10)]);
    expect(testRestore).toHaveBeenCalledOnce();
    expect(one.readChecked()).toEqual({ last: null, inProgress: true });
    const end = one.check();
    resolve(NONE);
    await end;
    expect(one.readChecked()).toMatchObject({ last: { restoreTest: NONE }, inProgress: false });
  });

  it("continues when a part fails, and logs the error", async () => {
    const report = vi.fn();
    const one = health({ testRestore: async () => Promise.reject(new Error("no thread")), report });
    await one.check();
    expect(one.readChecked().last).toMatchObject({
      restoreTest: { outcome: "failed" },
      address: { outcome: "silent" },
      certificate: { outcome: "local" },
      dns: null,
      mail: "outbox",
    });
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error), "health: restore test");
  });
});
