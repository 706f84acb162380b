/** deploy/install.sh on a bare Debian: real packages, a real `npm ci`, a real build, a real systemd. */
import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commitSources, type Debian, NO_DEBIAN, openDebian } from "#tests/deploy/debian.ts";
import { freePort } from "#tests/free-ports.ts";

const INSTALL = "sh /root/jeunesse/deploy/install.sh jeunesse.exemple.ch";
const PLACES = ["etc", "srv", "usr/local/bin", "var/lib/jeunesse", "var/backups"];
const OTHERS = "\nhttp://other.exemple.ch {\n\trespond hello\n}\n";
/** Lets Caddy reach no certificate authority. */
const NO_AUTHORITY = "127.0.0.1 localhost acme-v02.api.letsencrypt.org acme.zerossl.com\n";

describe.skipIf(NO_DEBIAN !== "").each(["trixie", "bookworm"])(`a bare Debian %s${NO_DEBIAN}`, (suite) => {
  let debian: Debian;
  let git: ReturnType<typeof commitSources>;
  let port: number;

  beforeAll(async () => {
    debian = await openDebian(suite);
    port = await freePort();
    git = commitSources(debian.at("root/jeunesse"));
    useRegistry(debian.at);
    writeSettings();
  });
  afterAll(() => debian?.remove());

  /** Another port, because another site may use the default port of this machine. */
  const writeSettings = () =>
    writeFileSync(debian.at("etc/jeunesse.env"), `PORT=${port}\nLOG_LEVEL=error`, { mode: 0o600 });
  const writeHosts = (line: string) => writeFileSync(debian.at("etc/hosts"), `${NO_AUTHORITY}${line}\n`);
  const read = (path: string) => readFileSync(debian.at(path), "utf8");
  const caddyfile = () => read("etc/caddy/Caddyfile");
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok ?? false;
  const waitUntilUp = () => vi.waitUntil(isUp, { timeout: 30_000 });
  /** All files of the installation, with size, mode, owner and time of change. */
  const touched = () => PLACES.flatMap((place) => filesIn(debian.at(place)));

  it("prints what would prevent a certificate, before it installs anything", async () => {
    writeHosts("192.0.2.99 jeunesse.exemple.ch");
    const { output } = await debian.run(`${INSTALL} --dry-run`);
    expect(output).toMatch(
      /^! The A record of jeunesse\.exemple\.ch is 192\.0\.2\.99, this machine has .*: correct it/m,
    );
    expect(output).toMatch(/^! www\.jeunesse\.exemple\.ch has no A record: add one/m);
    const listen =
      "perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen=>1, ReuseAddr=>1, LocalAddr=>q(127.0.0.1:443)); sleep 60'";
    const refused = await debian.run(`${listen} & sleep 2; ${INSTALL}; code=$?; kill $!; exit $code`);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Port 443 is taken by perl, .*: stop it/),
    });
    writeHosts(
      `${execFileSync("hostname", ["-I"]).toString().split(" ")[0]} jeunesse.exemple.ch www.jeunesse.exemple.ch`,
    );
  });

  it("changes nothing with --dry-run, and refuses an invalid domain", async () => {
    const before = touched();
    const { code, output } = await debian.run(`${INSTALL} --dry-run`);
    expect(output).toContain("Nothing was changed: it was only said.");
    expect([code, touched()]).toEqual([0, before]);
    for (const domain of ["https://jeunesse.exemple.ch", "localhost", "a;reboot", "a.ch\nb.ch", "--all"])
      expect((await debian.run(`sh /root/jeunesse/deploy/install.sh '${domain}'`)).code).not.toBe(0);
  });

  it("becomes a site by one command, which prints the link of the first account", async () => {
    const { code, output } = await debian.run(INSTALL);
    expect(output).toContain("The site runs: https://jeunesse.exemple.ch");
    expect(output).toContain("Mail does not leave yet");
    expect(output.trim().split("\n")).toHaveLength(5);
    expect(output).toContain("The log: /var/log/jeunesse-install.log\n");
    expect(read("var/log/jeunesse-install.log")).toContain(" apt-get install ");
    expect(code).toBe(0);
    const modules = readdirSync(debian.at("srv/jeunesse/current/node_modules"));
    for (const name of ["vitest", "knip", "fast-check"]) expect(modules).not.toContain(name);
    await waitUntilUp();
    const [path] = /\/invitation\/\S+/.exec(output) ?? [];
    const page = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(await page.text()).toContain("comite@jeunesse.exemple.ch");
    expect((await debian.run("systemctl is-active caddy jeunesse")).output).toBe("active\nactive\n");
    expect(caddyfile()).toMatch(/^import jeunesse\.caddy\n#/);
    expect(lstatSync(debian.at("etc/jeunesse.env")).mode & 0o777).toBe(0o600);
    const reach = await debian.run("su -s /bin/sh jeunesse -c 'touch /srv/jeunesse/x; cat /etc/jeunesse.env'");
    expect(reach.output).toMatch(/denied[\s\S]*denied/);
  });

  it("is not changed by a second run", async () => {
    const before = touched();
    const { code, output } = await debian.run(INSTALL);
    expect(output).toContain("All was as it should be: nothing was changed.");
    expect(output).toContain("/invitation/");
    expect([code, touched()]).toEqual([0, before]);
  });

  it("can change the domain, and keeps the webmaster's lines in the Caddyfile", async () => {
    appendFileSync(debian.at("etc/caddy/Caddyfile"), OTHERS);
    const kept = caddyfile();
    writeHosts("");
    expect((await debian.run(INSTALL.replace("jeunesse.exemple.ch", "fete.exemple.ch"))).code).toBe(0);
    const settings = read("etc/jeunesse.env");
    expect(settings).toMatch(/^PUBLIC_URL=https:\/\/fete\.exemple\.ch$/m);
    expect(settings).toMatch(/^ADMIN_EMAIL=comite@fete\.exemple\.ch$/m);
    expect(settings).not.toContain("jeunesse.exemple.ch");
    expect(read("etc/caddy/jeunesse.caddy")).toMatch(/^fete\.exemple\.ch \{$/m);
    expect((await debian.run(INSTALL)).code).toBe(0);
    expect(caddyfile()).toBe(kept);
    const own = `{\n\temail info@exemple.ch\n}\n${OTHERS}`;
    writeFileSync(debian.at("etc/caddy/Caddyfile"), own);
    const output = expect.stringMatching(/^! .*has options of its own/m);
    expect(await debian.run(INSTALL)).toMatchObject({ code: 0, output });
    expect(caddyfile()).toBe(`${own}import jeunesse.caddy\n`);
    expect((await debian.run("systemctl restart caddy.service")).code).toBe(0);
  });

  it("has the command jeunesse, which works in any folder", async () => {
    const jeunesse = (words: string) => debian.run(`jeunesse ${words}`, "/tmp");
    expect((await jeunesse("status")).output).toMatch(/^Release v[\s\S]*active \(running\)/);
    expect((await jeunesse("backup")).output).toMatch(/\/var\/backups\/jeunesse\/jeunesse-\d{8}-\d{6}Z\.db/);
    expect(await jeunesse("backup ici.db")).toEqual({ code: 0, output: "/tmp/ici.db\n" });
    expect((await jeunesse("backup ici.db")).output).toContain("/tmp/ici.db exists already");
    expect((await debian.run("stat -c %u:%a /tmp/ici.db")).output).toBe("0:600\n");
    expect((await jeunesse("admin create anne@exemple.ch Anne")).code).toBe(0);
    expect((await jeunesse("admin list")).output).toContain("anne@exemple.ch (Anne)");
    expect((await jeunesse("restore ici.db")).output).toMatch(/\/var\/lib\/jeunesse is what it was on/);
    await waitUntilUp();
    expect((await jeunesse("admin list")).output).not.toContain("anne@exemple.ch");
    expect((await debian.run("echo nothing >no-backup.db; jeunesse restore no-backup.db", "/tmp")).code).toBe(1);
    await waitUntilUp();
    expect((await jeunesse("doctor")).output).toContain("a été relue en entier pour essai");
    expect((await jeunesse("everything")).code).toBe(2);
  });

  // Debian 12, whose Node is too old for npm; tests/long/upgrade.systems.test.ts tries the upgrade itself on Debian 13.
  it.runIf(suite === "bookworm")("is upgraded to a release that it builds beside the running one", async () => {
    const manifest = debian.at("root/jeunesse/package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"version": ".*"/, '"version": "9.0.0"'));
    git("commit", "-q", "-a", "-m", "The next release");
    git("tag", "v9.0.0");
    expect(await debian.run("jeunesse upgrade")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Building v9\.0\.0[\s\S]*^v9\.0\.0 runs\./m),
    });
    expect(await debian.run("jeunesse upgrade")).toEqual({ code: 0, output: "v9.0.0 is the newest release.\n" });
    expect((await debian.run("jeunesse status")).output).toMatch(/^Release v9\.0\.0\n[\s\S]*active \(running\)/);
    expect((await debian.run("jeunesse admin list")).output).toContain("comite@jeunesse.exemple.ch");
  });

  it("loses the site by --remove, which keeps data, settings and backups, also if the timer was never enabled", async () => {
    expect((await debian.run("sh /root/jeunesse/deploy/install.sh --remove")).code).toBe(0);
    expect(await isUp()).toBe(false);
    for (const path of ["srv/jeunesse", "usr/local/bin/jeunesse", "etc/caddy/jeunesse.caddy", "var/backups/jeunesse"])
      expect(existsSync(debian.at(path)), path).toBe(false);
    expect(caddyfile()).toContain("other.exemple.ch");
    expect(caddyfile()).not.toContain("import");
    expect(readdirSync(debian.at("etc/systemd/system")).filter((name) => name.startsWith("jeunesse"))).toEqual([]);
    const kept = (folder: string) =>
      readdirSync(debian.at(folder))
        .filter((name) => name.startsWith("jeunesse.removed-"))
        .flatMap((name) => readdirSync(debian.at(`${folder}/${name}`), { recursive: true }).map(String));
    const names = kept("var/lib").map((path) => basename(path));
    expect(names).toEqual(expect.arrayContaining(["site.db", "site", "jeunesse.env"]));
    expect(kept("var/backups").length).toBeGreaterThan(0);
    expect((await debian.run("getent passwd jeunesse")).code).not.toBe(0);
  });

  // Once is enough: what is kept does not depend on the version of Debian.
  it.runIf(suite === "trixie")(
    "can get a new site beside the kept data, and this site can write its backups",
    async () => {
      const owners = async (folder: string) => (await debian.run(`stat -c %U:%a ${folder} ${folder}/*.db`)).output;
      expect(await owners("/var/backups/jeunesse.removed-*")).toMatch(/^root:700\n(?:root:600\n)+$/);
      writeSettings();
      expect((await debian.run(INSTALL)).code).toBe(0);
      expect((await debian.run("jeunesse backup")).code).toBe(0);
      expect(await owners("/var/backups/jeunesse")).toMatch(/^jeunesse:700\n(?:jeunesse:600\n)+$/);
    },
  );
});

/** Makes npm use the registry of this machine. */
function useRegistry(at: Debian["at"]): void {
  const registry = execFileSync("npm", ["config", "get", "registry"], { stdio: ["ignore", "pipe", "ignore"] });
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) copyFileSync(certificates, at("root/certificates.pem"));
  const authority = certificates ? "cafile=/root/certificates.pem\n" : "";
  writeFileSync(at("root/.npmrc"), `registry=${registry.toString().trim()}\n${authority}`);
}

/** @returns a line for each file: path, size, mode, owner and time of change; without the data, which changes */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const print = ["-name", "node_modules", "-prune", "-o", "-printf", "%p %s %m %U %C@\n"];
  const lines = execFileSync("find", [folder, ...print])
    .toString()
    .split("\n");
  return lines.filter((line) => !/\/var\/lib\/jeunesse\/\S|^$/.test(line)).sort();
}
