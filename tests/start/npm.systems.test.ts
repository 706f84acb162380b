/** The first command of README and the server of docs/deploy.md, with several versions of npm and Node. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { run, start, type Where } from "./command.ts";
import { emptyFolder, layOut, ROOT, sources } from "./sources.ts";

/** `tooOld`: npm skips packages for it. `old`: starts npm, but not the site. `oldest`: the oldest that runs the site. */
const NODE = { tooOld: "18.20.8", old: "20.20.2", oldest: "22.18.0", newest: "26.10.0" } as const;
/** One npm of each major version, with the Node that runs it: the newest npm refuses the old Node. 9.2.0 is Debian 13's. */
const NPM = { "10.8.2": NODE.old, "11.6.1": NODE.old, "12.2.0": NODE.newest, "9.2.0": NODE.old } as const;
/** Output of `npm ci` without problems. */
const QUIET = /^\n?added \d+ packages(?:, and audited .*)? in .*\n(?:[\s\S]*found 0 vulnerabilities\n)?$/;
const MESSAGE = { nom: "Camille", email: "camille@exemple.ch", message: "Bonjour", hp: "" };

const tools = emptyFolder();
/** Folder of the installed clone. There is only one at a time, because each takes 600 MB. */
let clone = emptyFolder();

const binOf = (node: string) => join(tools.folder, `node_modules/node-${node}/bin`);
const brought = () => join(clone.folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);

/** @returns the words of npm commands with these versions, and the environment to run them in */
function typed(npm: string, node: string) {
  const cli = join(tools.folder, `node_modules/npm-${npm}/bin/npm-cli.js`);
  const env = {
    // One for all versions: only the first start has to fill it with examples.
    DATA_DIR: join(tools.folder, "data"),
    MAIL_TO: "comite@exemple.ch",
    npm_config_prefer_offline: "true",
  };
  const where: Where = { folder: clone.folder, path: [binOf(node)], env };
  return { npm: (...args: string[]) => [join(binOf(node), "node"), cli, ...args], where };
}

function cloneAnew(): void {
  clone.remove();
  clone = emptyFolder();
  layOut(sources(), clone.folder);
}

/** Reads a page, and sends a message. Resolves when its mail is saved as a file. */
async function visit(url: string, { env }: Where): Promise<void> {
  const outbox = join(env?.DATA_DIR ?? "", "outbox");
  const mails = () => (existsSync(outbox) ? readdirSync(outbox) : []).filter((name) => name.endsWith(".eml"));
  const sent = mails().length;
  expect(await (await fetch(`${url}/planning`)).text()).toContain("Planning");
  const answer = await fetch(`${url}/contact`, {
    method: "POST",
    headers: { origin: url.replace("127.0.0.1", "localhost") },
    body: new URLSearchParams({ ...MESSAGE, sujet: `Brisolée ${sent}` }),
  });
  expect(await answer.text()).toContain("Merci de votre message");
  await vi.waitUntil(() => mails().length > sent, { timeout: 10_000 });
}

/** npm installs a Node only on Linux and Windows; these tests run on Linux. */
const IS_LINUX = process.platform === "linux";

describe.skipIf(!IS_LINUX)(`on a machine of its own${IS_LINUX ? "" : " (left out: it takes Linux)"}`, () => {
  beforeAll(() => {
    const platform = `node-linux-${process.arch}`;
    const wanted = [
      ...Object.keys(NPM).map((version) => `npm-${version}@npm:npm@${version}`),
      ...Object.values(NODE).map((version) => `node-${version}@npm:${platform}@${version}`),
    ];
    execFileSync("npm", ["install", "--prefix", tools.folder, "--no-save", "--ignore-scripts", ...wanted], {
      stdio: "pipe",
    });
  });
  afterAll(() => {
    clone.remove();
    tools.remove();
  });

  it.each(Object.entries(NPM))(
    "`npm ci && npm start` starts the site with npm %s and Node %s, and ends with it",
    async (version, node) => {
      cloneAnew();
      const { npm, where } = typed(version, node);
      expect(await run(npm("ci"), where)).toMatch(QUIET);
      const site = await start(npm("start"), where);
      await visit(site.url, where);
      await site.stop("SIGTERM");
      await expect(fetch(site.url)).rejects.toThrow();
    },
  );

  it("runs the command of the systemd unit, whose process becomes the site", async () => {
    const unit = readFileSync(join(ROOT, "deploy/jeunesse.service"), "utf8");
    const command = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "";
    const { where } = typed("9.2.0", NODE.old);
    const site = await start(["/bin/sh", "-c", `exec ${command}`], where);
    await visit(site.url, where);
    expect(readlinkSync(`/proc/${site.pid}/exe`)).toBe(realpathSync(brought()));
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("prints one sentence if npm ran on a Node that is too old, and the errors of npm", async () => {
    cloneAnew();
    const { npm, where } = typed("9.2.0", NODE.tooOld);
    expect(await run(npm("ci"), where)).toMatch(QUIET);
    for (const script of ["start", "test"])
      await expect(run(npm(script), where)).rejects.toThrow(
        /\n\nnpm ci ran on a Node older than 20\.19 .*install Node 24 \(this is v18\.20\.8\), then run npm ci again\.\n$/,
      );
    const manifest = join(where.folder, "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"zod": ".*"/, '"zod": "1.0.0"'));
    await expect(run(npm("ci"), where)).rejects.toThrow(/lock file's zod@\S+ does not satisfy zod@1\.0\.0/);
  });

  it("prints what is missing without a Node that can run the site", async () => {
    const { folder, remove } = emptyFolder();
    layOut(["scripts/run.cjs", "scripts/small-machine.json"], folder);
    const refused = run(["node", "scripts/run.cjs", "server/index.ts"], { folder, path: [binOf(NODE.old)] });
    await expect(refused).rejects.toThrow(
      /^node scripts\/run.cjs server\/index.ts ended with 1: This project needs Node 24.4 or newer.*, and is running v20/,
    );
    remove();
  });

  it("passes the tests of the stores on the oldest supported Node", async () => {
    const stores = ["inbox", "accounts", "cards", "settings"];
    const tests = stores.map((store) => `tests/stores/${store}.test.ts`);
    // SQLite of this Node cuts a text at a NUL, which forms do not accept.
    const but = ["--testNamePattern", "^(?!.*keeps hostile text as it is)"];
    const vitest = ["scripts/run.cjs", "node_modules/vitest/vitest.mjs", "run", "--project=site", ...but, ...tests];
    const said = await run(["node", ...vitest], { folder: ROOT, path: [binOf(NODE.oldest)] });
    expect(said).toContain("Test Files");
  });
});
