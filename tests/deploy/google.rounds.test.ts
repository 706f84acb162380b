/** deploy/google.sh against a Google Cloud in a folder: a stand-in for gcloud, and one for curl. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { rounds } from "#tests/rounds.ts";
import { PRIVATE, project, SETTINGS } from "./google-project.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What a first run does, in order, as the first words of each call. */
const EVERYTHING = [
  "services enable",
  "billing budgets create",
  "firestore databases create",
  "firestore backups schedules create",
  "storage buckets create trial-images europe-west6 --soft-delete-duration=30d",
  "curl POST trial-images:addFirebase",
  "services api-keys create identitytoolkit",
  ...["curl POST rulesets", "curl POST releases", "curl POST rulesets", "curl POST releases"],
  "iam service-accounts create jeunesse ",
  ...["projects add-iam-policy-binding trial roles/datastore.user"],
  ...["projects add-iam-policy-binding trial roles/firebaseauth.admin"],
  ...["storage buckets add-iam-policy-binding roles/storage.objectUser"],
  ...["storage buckets add-iam-policy-binding roles/storage.legacyBucketReader"],
  ...[
    "secrets create emailjs-private-key",
    "secrets add-iam-policy-binding emailjs-private-key roles/secretmanager.secretAccessor",
  ],
  ...["secrets create smtp-url", "secrets add-iam-policy-binding smtp-url roles/secretmanager.secretAccessor"],
  "logging sinks update _Default",
  ...["artifacts repositories create site", "artifacts repositories set-cleanup-policies site"],
  ...["iam service-accounts create jeunesse-build", "storage buckets create trial-build"],
  ...["storage buckets add-iam-policy-binding trial-build roles/storage.objectViewer"],
  ...["artifacts repositories add-iam-policy-binding roles/artifactregistry.writer"],
  ...["projects add-iam-policy-binding jeunesse-build roles/logging.logWriter"],
  "builds submit",
  "run deploy jeunesse",
  "beta run domain-mappings create",
  "scheduler jobs create http jeunesse",
];

vi.setConfig({ testTimeout: 60_000 });

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
  const cutAfter = rounds(9, 3);
  const made: string[] = [];
  for (let status: number | null = 1; status !== 0; ) {
    expect(made.length).toBeLessThan(2 * EVERYTHING.length);
    // Rules that were taken but not released are sent again: nothing tells that they are there.
    const isAgain = made.at(-1)?.endsWith("/rulesets");
    if (isAgain) made.pop();
    const next = run([], { CUT_AFTER: String(isAgain ? cutAfter + 1 : cutAfter) });
    status = next.status;
    made.push(...next.changes);
  }
  expectInOrder(made, EVERYTHING);
});

it("says what it would do, quoted for a shell, and does none of it", () => {
  const { run, shell, changes, calls, holds } = project();
  const dry = run(["--dry-run"]);
  expect(dry).toMatchObject({ status: 0, changes: [] });
  for (const name of ["database", "account-jeunesse", "service", "registry"]) expect(holds(name)).toBe(false);
  const looks = calls();
  expect(looks).not.toMatch(/ (create|update|enable|deploy|submit|add|set-\S+|add-\S+) |--data /);
  const lines = dry.output.split("\n").filter((line) => line.startsWith("+ "));
  const copied = shell(lines.map((line) => line.slice(2)).join("\n"));
  expect(copied.stderr).toBe("");
  expectInOrder(changes(), EVERYTHING);
});

it("keeps secrets out of every argument and of what it prints", () => {
  const { run, calls, file } = project();
  const said = run(["--dry-run"]).output + run().output;
  for (const secret of [...PRIVATE, "THE-TOKEN"]) expect(said + calls()).not.toContain(secret);
  expect(readFileSync(file("secret-emailjs-private-key-1"), "utf8")).toBe(PRIVATE[0]);
  expect(readFileSync(file("source"), "utf8")).not.toContain("site.env");
  expect(calls()).toContain("--set-secrets=EMAILJS_PRIVATE_KEY=emailjs-private-key:1,SMTP_URL=smtp-url:1");
});

it("hands settings over as they are written, and starts a new revision for what changed only", () => {
  const { run, set, commit, keep, file } = project();
  const deployed = run().changes.find((call) => call.startsWith("run deploy"));
  expect(deployed).toContain(
    ";;MAIL_TO=comite@exemple.ch,caisse@exemple.ch;;EMAILJS_PUBLIC_KEY=it's public;;ADMIN_EMAIL=presidence@exemple.ch ",
  );
  expect(deployed).toContain(
    "BACKEND=firebase;;FIREBASE_PROJECT_ID=trial;;PUBLIC_URL=https://jeunesse.exemple.ch;;FIREBASE_API_KEY=AIza-1;;FIREBASE_STORAGE_BUCKET=trial-images;;TRUST_PROXY=1;;",
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
  for (const name of ["billing", "sign-in"]) forget(name);
  keep("domains", "");
  set({ ADMIN_EMAIL: SETTINGS.ADMIN_EMAIL, FIREBASE_STORAGE_BUCKET: "trial.firebasestorage.app" });
  const { status, changes, output } = run();
  expect({ status, changes }).toEqual({ status: 1, changes: [] });
  expect(output).toMatch(/^1\. The plan.*\n2\. Sign-in.*\n3\. Files.*\n4\. .*gcloud domains verify/m);
  expect(run(["--dry-run"]).output).toContain("+ gcloud run deploy jeunesse");
  forget("project");
  expect(run().output).toMatch(/^1\. The project: .* with the id trial/m);
});

it("takes the bucket of an older site as it is, and leaves its rules in force when asked to", () => {
  const { run, set, keep } = project();
  set({ ADMIN_EMAIL: SETTINGS.ADMIN_EMAIL, FIREBASE_STORAGE_BUCKET: "trial.appspot.com", FIREBASE_API_KEY: "AIza-9" });
  keep("bucket-trial.appspot.com", "604800\n");
  keep("trial.appspot.com-known", "{}\n");
  keep("projects_trial_releases_cloud.firestore", '{\n  "rulesetName": "projects/trial/rulesets/old"\n}\n');
  const { changes } = run(["--keep-rules"]);
  expect(changes.filter((call) => /bucket.* (create|update).*trial.appspot|curl|api-keys/.test(call))).toEqual([
    "storage buckets update gs://trial.appspot.com --soft-delete-duration=30d --project=trial",
  ]);
  expect(changes.find((call) => call.startsWith("run deploy"))).toContain(
    ";;FIREBASE_API_KEY=AIza-9;;FIREBASE_STORAGE_BUCKET=trial.appspot.com",
  );
  const rules = "https://firebaserules.googleapis.com/v1/projects/trial";
  expect(run().changes).toEqual([
    ...[`curl POST ${rules}/rulesets`, `curl PATCH ${rules}/releases/cloud.firestore`],
    ...[`curl POST ${rules}/rulesets`, `curl POST ${rules}/releases`],
  ]);
});

it("knows every setting of .env.example", () => {
  const script = readFileSync(join(ROOT, "deploy/google/settings.sh"), "utf8");
  for (const [, name] of readFileSync(join(ROOT, ".env.example"), "utf8").matchAll(/^([A-Z_]+)=/gm))
    expect(script).toMatch(new RegExp(`\\b${name}\\b`));
});

it("stops at a setting that it does not know, and at a program that is no commit", () => {
  const { run, set, file } = project();
  set({ ...SETTINGS, ADMIN_EMAIL: "" });
  expect(run()).toMatchObject({
    ...{ status: 1, changes: [], output: expect.stringContaining("site.env: ADMIN_EMAIL is missing") },
  });
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
