/** deploy/google.sh against a Google Cloud in a folder (tests/deploy/google): a stand-in for gcloud, and one for curl. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { dataFolder } from "#tests/server/process.ts";

const ROOT = join(import.meta.dirname, "../..");
const PRIVATE = ["clé #1 d'EmailJS", "motdepasse%40smtp"] as const;
const SETTINGS = {
  FIREBASE_API_KEY: "AIza-1",
  FIREBASE_STORAGE_BUCKET: "trial.firebasestorage.app",
  MAIL: "emailjs   # or smtp",
  MAIL_TO: "comite@exemple.ch,caisse@exemple.ch",
  EMAILJS_PUBLIC_KEY: '"it\'s public"',
  EMAILJS_PRIVATE_KEY: `"${PRIVATE[0]}"`,
  SMTP_URL: `smtps://site:${PRIVATE[1]}@mail.exemple.ch`,
};

/** What a first run does, in order, as the first words of each call. */
const EVERYTHING = [
  "services enable",
  "billing budgets create",
  "firestore databases create",
  "firestore backups schedules create",
  "storage buckets update",
  ...["curl POST rulesets", "curl POST releases", "curl POST rulesets", "curl POST releases"],
  "iam service-accounts create",
  ...["projects add-iam-policy-binding trial roles/datastore.user"],
  ...["projects add-iam-policy-binding trial roles/firebaseauth.admin"],
  ...["storage buckets add-iam-policy-binding roles/storage.objectAdmin"],
  ...["storage buckets add-iam-policy-binding roles/storage.legacyBucketReader"],
  ...[
    "secrets create emailjs-private-key",
    "secrets add-iam-policy-binding emailjs-private-key roles/secretmanager.secretAccessor",
  ],
  ...["secrets create smtp-url", "secrets add-iam-policy-binding smtp-url roles/secretmanager.secretAccessor"],
  "logging sinks update _Default",
  "artifacts repositories create site",
  "builds submit",
  "run deploy jeunesse",
  "beta run domain-mappings create",
  "scheduler jobs create http jeunesse",
];

vi.setConfig({ testTimeout: 60_000 });

/** A checkout with the settings beside the script, and a project in which everything was done that needs a person. */
function project(settings: Partial<typeof SETTINGS> = SETTINGS) {
  const folder = dataFolder();
  const cloud = join(folder, "cloud");
  const site = join(folder, "la jeunesse");
  execFileSync("mkdir", [cloud, site]);
  cpSync(join(ROOT, "deploy"), join(site, "deploy"), { recursive: true });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@exemple.ch", ...words], { cwd: site, stdio: "pipe" });
  const commit = () => git("commit", "--allow-empty", "-qm", "version");
  writeFileSync(join(site, ".gitignore"), "deploy/site.env\n");
  git("init", "-q");
  git("add", ".");
  commit();
  const file = (name: string) => join(cloud, name);
  const set = (lines: Partial<typeof SETTINGS>) =>
    writeFileSync(
      join(site, "deploy/site.env"),
      `# Settings\n${Object.entries(lines)
        .map((line) => line.join("="))
        .join("\n")}\n`,
    );
  set(settings);
  const keep = (name: string, text: string) => writeFileSync(file(name), text);
  for (const [name, text] of Object.entries({
    ...{ project: "trial\n", billing: "True\n", domains: "exemple.ch\n", bucket: "604800\n", calls: "", changes: "" },
    services: "storage.googleapis.com\n",
    "sign-in": '{\n  "signIn": {\n    "email": {\n      "enabled": true\n    }\n  }\n}\n',
  }))
    keep(name, text);
  const env = { ...process.env, STAND_IN: cloud, PATH: `${join(ROOT, "tests/deploy/google")}:${process.env.PATH}` };

  /** @returns its outcome, and what it changed */
  function run(options: string[] = [], more: Record<string, string> = {}) {
    keep("changes", "");
    const words = [join(site, "deploy/google.sh"), "trial", "--domain", "jeunesse.exemple.ch", ...options];
    const { status, stdout, stderr } = spawnSync("sh", words, { encoding: "utf8", env: { ...env, ...more } });
    return { status, output: stdout + stderr, changes: changes() };
  }
  const changes = () => readFileSync(file("changes"), "utf8").split("\n").slice(0, -1);
  const shell = (script: string) => spawnSync("sh", ["-c", script], { encoding: "utf8", env: { ...env } });
  const calls = () => readFileSync(file("calls"), "utf8");
  const forget = (name: string) => rmSync(file(name));
  return {
    run,
    set,
    commit,
    keep,
    forget,
    calls,
    changes,
    shell,
    holds: (name: string) => existsSync(file(name)),
    file,
  };
}

/** Whether a call is the one that the first words, or its words among others, name. */
const isCall = (call: string, words: string) =>
  words.split(" ").every((word) => call.includes(word)) && call.startsWith(words.split(" ")[0] ?? "");

function expectInOrder(changes: readonly string[], expected: readonly string[]): void {
  expect(changes.map((call, n) => (isCall(call, expected[n] ?? "-") ? expected[n] : call))).toEqual(expected);
}

it("makes everything in order, and nothing a second time", () => {
  const { run } = project();
  const first = run();
  expect(first.status, first.output).toBe(0);
  expectInOrder(first.changes, EVERYTHING);
  expect(first.output).toContain("A 216.239.32.21");
  const second = run();
  expect(second).toMatchObject({ status: 0, changes: [] });
  expect(second.output).toContain("Everything was right already.");
  expect(second.output).not.toMatch(/^\+/m);
});

it("goes on where a run was cut short, wherever that was", () => {
  const { run } = project();
  const made: string[] = [];
  for (let status: number | null = 1; status !== 0; ) {
    expect(made.length).toBeLessThan(2 * EVERYTHING.length);
    // Rules that were taken but not released are sent again: nothing tells that they are there.
    const isAgain = made.at(-1)?.endsWith("/rulesets");
    if (isAgain) made.pop();
    const next = run([], { CUT_AFTER: isAgain ? "2" : "1" });
    status = next.status;
    made.push(...next.changes);
  }
  expectInOrder(made, EVERYTHING);
});

it("says what it would do, quoted for a shell, and does none of it", () => {
  const { run, shell, changes, calls, holds } = project();
  const dry = run(["--dry-run"]);
  expect(dry).toMatchObject({ status: 0, changes: [] });
  for (const name of ["database", "account", "service", "registry"]) expect(holds(name)).toBe(false);
  const looks = calls();
  expect(looks).not.toMatch(/ (create|update|enable|deploy|submit|add) |--data /);
  const lines = dry.output.split("\n").filter((line) => line.startsWith("+ "));
  expect(lines).toHaveLength(EVERYTHING.length);
  const copied = shell(
    lines
      .filter((line) => line.startsWith("+ gcloud"))
      .map((line) => line.slice(2))
      .join("\n"),
  );
  expect(copied.stderr).toBe("");
  const expected = EVERYTHING.filter((words) => !words.startsWith("curl"));
  expectInOrder(changes(), expected);
});

it("keeps secrets out of every argument and of what it prints", () => {
  const { run, calls, file } = project();
  const said = run(["--dry-run"]).output + run().output;
  for (const secret of [...PRIVATE, "THE-TOKEN"]) expect(said + calls()).not.toContain(secret);
  expect(readFileSync(file("secret-emailjs-private-key-1"), "utf8")).toBe(PRIVATE[0]);
  expect(calls()).toContain("--set-secrets=EMAILJS_PRIVATE_KEY=emailjs-private-key:1,SMTP_URL=smtp-url:1");
});

it("hands settings over as they are written, and starts a new revision for what changed only", () => {
  const { run, set, commit, keep, file } = project();
  const deployed = run().changes.find((call) => call.startsWith("run deploy"));
  expect(deployed).toContain(
    ";;MAIL=emailjs;;MAIL_TO=comite@exemple.ch,caisse@exemple.ch;;EMAILJS_PUBLIC_KEY=it's public ",
  );
  expect(deployed).toContain(
    "BACKEND=firebase;;FIREBASE_PROJECT_ID=trial;;PUBLIC_URL=https://jeunesse.exemple.ch;;TRUST_PROXY=1;;",
  );
  expect(deployed).toMatch(/--service-account=jeunesse@trial\.iam.* --min-instances=1 .*--no-cpu-throttling/);

  set({ ...SETTINGS, MAIL_TO: "comite@exemple.ch" });
  expectInOrder(run().changes, ["run deploy"]);
  set({ ...SETTINGS, MAIL_TO: "comite@exemple.ch", EMAILJS_PRIVATE_KEY: "another" });
  expectInOrder(run().changes, ["secrets versions add", "run deploy emailjs-private-key:2"]);
  expectInOrder(run(["--asleep"]).changes, ["run deploy --min-instances=0"]);
  commit();
  expectInOrder(run(["--asleep"]).changes, ["builds submit", "run deploy"]);
  keep("service", readFileSync(file("service"), "utf8").replace(/jeunesse-1$/m, "jeunesse-0"));
  expectInOrder(run(["--asleep"]).changes, ["run deploy"]);
});

it("lists what only a person can do, changes nothing until then, and shows the rest with --dry-run", () => {
  const { run, forget, keep, set } = project();
  for (const name of ["billing", "sign-in", "bucket"]) forget(name);
  keep("domains", "");
  set({ FIREBASE_STORAGE_BUCKET: SETTINGS.FIREBASE_STORAGE_BUCKET });
  const { status, changes, output } = run();
  expect({ status, changes }).toEqual({ status: 1, changes: [] });
  expect(output).toMatch(
    /1\. The plan Blaze.*\n2\. Sign-in.*\n3\. Storage.*\n4\. FIREBASE_API_KEY.*\n5\. .*gcloud domains verify/,
  );
  expect(run(["--dry-run"]).output).toContain("+ gcloud run deploy jeunesse");
  forget("project");
  expect(run().output).toMatch(/1\. The project, with the id trial/);
});

it.each([
  ["trial"],
  ["--domain", "jeunesse.exemple.ch"],
  ["trial", "--domain", "https://jeunesse.exemple.ch"],
  ["trial", "another", "--domain", "jeunesse.exemple.ch"],
  ["trial", "--domain", "jeunesse.exemple.ch", "--dryrun"],
])("says how it is used, and does nothing, for %j %j %j", (...words) => {
  const { status, stderr } = spawnSync("sh", [join(ROOT, "deploy/google.sh"), ...words], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^Usage: deploy\/google\.sh/) });
});

it("stops at a setting that it does not know, and at a program that is no commit", () => {
  const { run, set, file } = project();
  set({ ...SETTINGS, ...{ MAILTO: "comite@exemple.ch" } });
  expect(run()).toMatchObject({
    status: 1,
    changes: [],
    output: expect.stringContaining("MAILTO does not belong there"),
  });
  set(SETTINGS);
  writeFileSync(join(file(""), "../la jeunesse/.gitignore"), "deploy/site.env\nbuild\n");
  expect(run().output).toContain("commit first");
});
