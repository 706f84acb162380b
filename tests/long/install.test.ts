/** deploy/install.sh on a bare Debian: real packages, a real `npm ci`, a real build, the real site as its own user. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Debian, NO_DEBIAN, openDebian } from "#tests/deploy/debian.ts";
import { freePort } from "#tests/free-ports.ts";

const INSTALL = "sh /root/jeunesse/deploy/install.sh jeunesse.exemple.ch";

/** What an installation consists of. */
const PLACES = ["etc", "srv", "usr/local/bin", "var/lib/jeunesse", "var/backups"];

describe.skipIf(NO_DEBIAN !== "").each(["trixie", "bookworm"])(`a bare Debian %s${NO_DEBIAN}`, (suite) => {
  let debian: Debian;
  let port: number;

  beforeAll(async () => {
    debian = openDebian(suite);
    port = await freePort();
    // Another site may have the usual one on the machine that this Debian is a folder of.
    writeFileSync(debian.at("etc/jeunesse.env"), `PORT=${port}\nLOG_LEVEL=error`, { mode: 0o600 });
  });
  afterAll(() => debian.remove());

  const version = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    return response?.ok ? `v${((await response.json()) as { version: string }).version}` : "";
  };

  const caddyfile = () => readFileSync(debian.at("etc/caddy/Caddyfile"), "utf8");

  /** @returns every file of the installation with what tells whether it was touched */
  const touched = () => PLACES.flatMap((place) => filesIn(debian.at(place)));

  it("is told what would keep a certificate away before anything is installed", async () => {
    const own = execFileSync("hostname", ["-I"], { encoding: "utf8" }).trim().split(" ")[0];
    const hosts = (address: string) => writeFileSync(debian.at("etc/hosts"), `${address} jeunesse.exemple.ch\n`);
    hosts("192.0.2.99");
    const { output } = debian.run(`${INSTALL} --dry-run`);
    expect(output).toMatch(
      /^! The A record of jeunesse\.exemple\.ch is 192\.0\.2\.99, this machine has .*: correct it/m,
    );
    expect(output).toMatch(/^! www\.jeunesse\.exemple\.ch has no A record: add one/m);
    const program = createServer().listen(443, "127.0.0.1");
    await once(program, "listening");
    const refused = debian.run(INSTALL);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^Port 443 is taken by \S+, .*: stop it/) });
    program.close();
    await once(program, "close");
    hosts(`${own} www.jeunesse.exemple.ch`);
  });

  it("is only told of with --dry-run, and refused what is no domain", () => {
    const before = touched();
    const { code, output } = debian.run(`${INSTALL} --dry-run`);
    expect(output).toContain("Nothing was changed: it was only said.");
    expect(code).toBe(0);
    expect(touched()).toEqual(before);
    for (const domain of ["https://jeunesse.exemple.ch", "localhost", "a;reboot", "a.ch\nb.ch", "--all"])
      expect(debian.run(`sh /root/jeunesse/deploy/install.sh '${domain}'`).code).not.toBe(0);
  });

  it("becomes a site by one command, whose link lets the first account in", async () => {
    const { code, output } = debian.run(INSTALL);
    expect(output).toContain("The site runs: https://jeunesse.exemple.ch");
    expect(output).toContain("Mail does not leave yet");
    expect(output.trim().split("\n")).toHaveLength(5);
    expect(output).toContain("The log: /var/log/jeunesse-install.log\n");
    expect(readFileSync(debian.at("var/log/jeunesse-install.log"), "utf8")).toContain(" apt-get install ");
    expect(code).toBe(0);
    const modules = readdirSync(debian.at("srv/jeunesse/current/node_modules"));
    for (const name of ["vitest", "knip", "fast-check"]) expect(modules).not.toContain(name);
    await vi.waitFor(async () => expect(await version()).not.toBe(""), { timeout: 30_000 });
    const [path] = /\/invitation\/\S+/.exec(output) ?? [];
    const page = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(await page.text()).toContain("comite@jeunesse.exemple.ch");
    expect(debian.run("systemctl start caddy.service").code).toBe(0);
    expect(caddyfile()).toMatch(/^import jeunesse\.caddy\n#/);
    expect(lstatSync(debian.at("etc/jeunesse.env")).mode & 0o777).toBe(0o600);
    expect(debian.run("su -s /bin/sh jeunesse -c 'touch /srv/jeunesse/x; cat /etc/jeunesse.env'").output).toMatch(
      /denied[\s\S]*denied/,
    );
  });

  it("is left as it is by a second run", () => {
    const before = touched();
    const { code, output } = debian.run(INSTALL);
    expect(output).toContain("All was as it should be: nothing was changed.");
    expect(output).toContain("/invitation/");
    expect(code).toBe(0);
    expect(touched()).toEqual(before);
  });

  it("follows to another domain and back, and leaves what the webmaster has written into Caddy's file", () => {
    const others = "\nother.exemple.ch {\n\trespond hello\n}\n";
    appendFileSync(debian.at("etc/caddy/Caddyfile"), others);
    const kept = caddyfile();
    writeFileSync(debian.at("etc/hosts"), "");
    expect(debian.run(INSTALL.replace("jeunesse.exemple.ch", "fete.exemple.ch")).code).toBe(0);
    const settings = () => readFileSync(debian.at("etc/jeunesse.env"), "utf8");
    expect(settings()).toMatch(/^PUBLIC_URL=https:\/\/fete\.exemple\.ch$/m);
    expect(settings()).toMatch(/^ADMIN_EMAIL=comite@fete\.exemple\.ch$/m);
    expect(settings()).not.toContain("jeunesse.exemple.ch");
    expect(readFileSync(debian.at("etc/caddy/jeunesse.caddy"), "utf8")).toMatch(/^fete\.exemple\.ch \{$/m);
    expect(debian.run(INSTALL).code).toBe(0);
    expect(caddyfile()).toBe(kept);
    expect(debian.run("systemctl restart caddy.service").code).toBe(0);
    const own = `{\n\temail info@exemple.ch\n}\n${others}`;
    writeFileSync(debian.at("etc/caddy/Caddyfile"), own);
    expect(debian.run(INSTALL)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^! .*has options of its own/m),
    });
    expect(caddyfile()).toBe(`${own}import jeunesse.caddy\n`);
    expect(debian.run("systemctl restart caddy.service").code).toBe(0);
  });

  it("has a command that works on the real data from any folder", async () => {
    expect(debian.run("jeunesse status", "/tmp").output).toContain("jeunesse.service is active");
    expect(debian.run("jeunesse backup", "/tmp").output).toMatch(
      /\/var\/backups\/jeunesse\/jeunesse-\d{8}-\d{6}Z\.tar/,
    );
    expect(debian.run("jeunesse backup ici.tar", "/tmp")).toEqual({ code: 0, output: "/tmp/ici.tar\n" });
    expect(debian.run("jeunesse backup ici.tar", "/tmp").output).toContain("/tmp/ici.tar exists already");
    expect(lstatSync(debian.at("tmp/ici.tar"))).toMatchObject({ uid: 0, mode: 0o100600 });
    expect(debian.run("jeunesse admin create anne@exemple.ch Anne").code).toBe(0);
    expect(debian.run("jeunesse admin list").output).toContain("anne@exemple.ch (Anne)");
    expect(debian.run("jeunesse restore ici.tar", "/tmp").output).toMatch(/jeunesse\/v\S+ is what it was on/);
    await vi.waitFor(async () => expect(await version()).not.toBe(""), { timeout: 30_000 });
    expect(debian.run("jeunesse admin list").output).not.toContain("anne@exemple.ch");
    writeFileSync(debian.at("tmp/no-backup.tar"), "nothing");
    expect(debian.run("jeunesse restore no-backup.tar", "/tmp").code).toBe(1);
    await vi.waitFor(async () => expect(await version()).not.toBe(""), { timeout: 30_000 });
    expect(debian.run("jeunesse doctor").output).toContain("a été remise en place pour essai");
    expect(debian.run("jeunesse everything").code).toBe(2);
  });

  it("is given back by --remove, also with an upgrade timer that was never enabled, which keeps what is somebody's", async () => {
    const { code } = debian.run("sh /root/jeunesse/deploy/install.sh --remove");
    expect(code).toBe(0);
    expect(await version()).toBe("");
    expect(existsSync(debian.at("srv/jeunesse"))).toBe(false);
    expect(existsSync(debian.at("usr/local/bin/jeunesse"))).toBe(false);
    expect(existsSync(debian.at("etc/caddy/jeunesse.caddy"))).toBe(false);
    expect(caddyfile()).toContain("other.exemple.ch");
    expect(caddyfile()).not.toContain("import");
    expect(readdirSync(debian.at("etc/systemd/system")).filter((name) => name.startsWith("jeunesse"))).toEqual([]);
    const [kept = ""] = readdirSync(debian.at("var/lib")).filter((name) => name.startsWith("jeunesse.removed-"));
    expect(
      readdirSync(debian.at(`var/lib/${kept}`), { recursive: true }).map((path) => basename(String(path))),
    ).toEqual(expect.arrayContaining(["site.db", "secret", "jeunesse.env"]));
    const [backups = ""] = readdirSync(debian.at("var/backups")).filter((name) => name.startsWith("jeunesse.removed-"));
    expect(readdirSync(debian.at(`var/backups/${backups}`)).length).toBeGreaterThan(0);
    expect(existsSync(debian.at("var/backups/jeunesse"))).toBe(false);
    expect(debian.run("getent passwd jeunesse").code).not.toBe(0);
  });

  it("is installed again beside what was kept, and can write its backups", async () => {
    const owners = (folder: string) => debian.run(`stat -c %U:%a ${folder} ${folder}/*.tar`).output;
    expect(owners("/var/backups/jeunesse.removed-*")).toMatch(/^root:700\n(?:root:600\n)+$/);
    writeFileSync(debian.at("etc/jeunesse.env"), `PORT=${port}\nLOG_LEVEL=error`, { mode: 0o600 });
    expect(debian.run(INSTALL).code).toBe(0);
    expect(debian.run("jeunesse backup").code).toBe(0);
    expect(owners("/var/backups/jeunesse")).toMatch(/^jeunesse:700\n(?:jeunesse:600\n)+$/);
  });
});

/** @returns a line a file: its path, size, rights and the moment of its last change; without the data, which live */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const listing = execFileSync("find", [
    folder,
    "-name",
    "node_modules",
    "-prune",
    "-o",
    "-printf",
    "%p %s %m %U %C@\n",
  ]);
  return listing
    .toString()
    .split("\n")
    .filter((line) => !/\/var\/lib\/jeunesse\/\S|^$/.test(line))
    .sort();
}
