/** The site's health on this machine: real servers, a real disk. */
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSilent } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { scratch } from "#tests/backup/site.ts";
import { checkDns } from "#upkeep/health/connections.ts";
import { createSiteHealth, installsUpdates } from "#upkeep/health/site-health.ts";
import { makeCertificate, startSecure } from "./certificate.ts";

const DAY = 24 * 60 * 60 * 1000;
const NONE: RestoreTest = { outcome: "none" };

type Options = Parameters<typeof createSiteHealth>[0];
const health = (options: Partial<Options>) =>
  createSiteHealth({
    publicUrl: "http://localhost:1",
    running: "0.2.0",
    checkService: async () => "well",
    data: { folders: [scratch()], newestBackupBytes: () => 5 },
    backups: { readState: async () => ({ last: null, failedAt: null, kept: 7 }) },
    testRestore: async () => NONE,
    checkMail: async () => "outbox",
    clock: { now: () => new Date() },
    clockHeldSince: () => null,
    report: () => {},
    timeoutMs: 2000,
    ...options,
  });

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const checked = async (options: Partial<Options>) => {
  const one = health(options);
  await one.check();
  const { last } = one.readChecked();
  if (!last) throw new Error("nothing was checked");
  return last;
};

const site: RequestListener = (request, response) => {
  response.statusCode = request.url === "/healthz" ? 200 : 404;
  response.end(JSON.stringify({ health: "ok", version: "0.2.0" }));
};

describe("the machine", () => {
  it("tells room, the service and what is not there", async () => {
    const { disk, service, running } = await health({}).measure();
    expect(disk).toEqual({ free: expect.any(Number), total: expect.any(Number), backup: 5 });
    expect([service, running]).toEqual(["well", "0.2.0"]);
    const data = { folders: ["/there/is/no/such/folder"], newestBackupBytes: () => 0 };
    expect((await health({ data }).measure()).disk).toBe("unreadable");
  });

  it("knows whether Debian installs security updates, where install.sh has set it up", () => {
    const root = scratch();
    const apt = join(root, "etc/apt/apt.conf.d");
    mkdirSync(apt, { recursive: true });
    expect(installsUpdates(root)).toBeNull();
    writeFileSync(join(root, "etc/jeunesse.env"), "");
    expect(installsUpdates(root)).toBe(false);
    const setting = (value: string) =>
      writeFileSync(join(apt, "20auto-upgrades"), `APT::Periodic::Unattended-Upgrade "${value}";\n`);
    setting("1");
    expect(installsUpdates(root)).toBe(true);
    setting("0");
    expect(installsUpdates(root)).toBe(false);
  });
});

describe("the public address", () => {
  it("is reached when this site answers, and follows nobody elsewhere", async () => {
    const here = await start(site);
    expect((await checked({ publicUrl: here })).address).toEqual({ outcome: "site", version: "0.2.0", healthy: true });
    const away = await start((_, response) => response.writeHead(302, { location: `${here}/healthz` }).end());
    expect((await checked({ publicUrl: away })).address).toEqual({ outcome: "other", status: 302 });
  });

  it("is reached on Google's machines, which keep /healthz for themselves", async () => {
    let origin = "";
    const hosted: RequestListener = (request, response) =>
      request.url === "/robots.txt"
        ? response.end(`Sitemap: ${origin}/sitemap.xml\n`)
        : response.writeHead(404).end("<html>");
    origin = await start(hosted);
    expect((await checked({ publicUrl: origin, data: null })).address).toEqual({ outcome: "site-unnamed" });
    expect((await checked({ publicUrl: origin })).address).toEqual({ outcome: "other", status: 404 });
    expect((await checked({ publicUrl: await start(hosted), data: null })).address.outcome).toBe("other");
  });

  it("is not reached when nobody listens, or nobody answers in time", async () => {
    expect((await checked({})).address).toEqual({ outcome: "silent" });
    const silent = createSilent().listen(0, "localhost");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const publicUrl = `https://localhost:${port}`;
    expect(await checked({ publicUrl, timeoutMs: 100 })).toMatchObject({
      address: { outcome: "silent" },
      certificate: { outcome: "silent" },
    });
  });

  it("shows its certificate, whether anybody trusts it or not", async () => {
    const pair = makeCertificate(3);
    const publicUrl = await startSecure(pair, site);
    const { certificate, address } = await checked({ publicUrl });
    expect(address.outcome).toBe("site");
    expect(certificate).toMatchObject({ outcome: "shown", trusted: false });
    const trusted = (await checked({ publicUrl, ca: pair.cert })).certificate;
    expect(trusted).toMatchObject({ outcome: "shown", trusted: true });
    const days = trusted.outcome === "shown" ? (trusted.until.getTime() - Date.now()) / DAY : 0;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
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

  it("are unknown where the DNS does not answer, and of no interest where there is no public domain", async () => {
    expect(await checkDns("https://exemple.ch", () => refuse("ETIMEOUT"))).toBeNull();
    const unasked = async () => Promise.reject(new Error("asked"));
    for (const name of ["localhost", "192.0.2.1", "[2001:db8::1]"])
      expect(await checkDns(`https://${name}`, unasked)).toBeNull();
  });
});

describe("a check", () => {
  it("is one for everybody who asks, and keeps nobody waiting beyond what was asked", async () => {
    let runs = 0;
    let finish = (_: RestoreTest) => {};
    const one = health({
      testRestore: () => {
        runs++;
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    await Promise.all([one.check(10), one.check(10)]);
    expect([runs, one.readChecked()]).toEqual([1, { last: null, underWay: true }]);
    const end = one.check();
    finish(NONE);
    await end;
    expect(one.readChecked()).toMatchObject({ last: { restoreTest: NONE }, underWay: false });
  });

  it("goes on without a look that failed, and tells the log", async () => {
    const told: string[] = [];
    const { restoreTest } = await checked({
      testRestore: async () => Promise.reject(new Error("no thread")),
      report: (_, where) => told.push(where),
    });
    expect([restoreTest, told]).toEqual([{ outcome: "failed" }, ["health: restore test"]]);
  });
});
