/** The commands in docs/deploy.md for BACKEND=firebase. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SDK = "/usr/bin/gcloud";
const missing = spawnSync(SDK, ["--version"]).status === 0 ? "" : " (left out: install the Google Cloud SDK)";

const text = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
const [page = ""] = /^## \(c\) .*?(?=^## )/ms.exec(text) ?? [];
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, "gms"))].map(([, lines = ""]) =>
    lines.replace(/^ +/gm, ""),
  );
const lines = blocks("sh").join("").trim().split("\n");
const [settings = ""] = blocks("yaml");

it.skipIf(missing)(`the commands in the documents are understood by the Google Cloud SDK${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "gcloud-"));
  mkdirSync(join(folder, "deploy"));
  writeFileSync(join(folder, "deploy/site.yaml"), settings);
  const env = { PATH: process.env.PATH, CLOUDSDK_CONFIG: join(folder, "sdk"), CLOUDSDK_CORE_DISABLE_PROMPTS: "1" };
  // Each command stops at the missing account, after the SDK has parsed all arguments.
  const commands = lines.filter((line) => /\bgcloud (?!auth|config|domains verify)/.test(line));
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    const { stderr } = spawnSync("bash", ["--norc", "-c", `${command} --project=trial`], {
      cwd: folder,
      encoding: "utf8",
      env,
      input: "",
    });
    expect.soft(stderr, command).toContain("You do not currently have an active account selected");
  }
});

it("the commands for Google Cloud in the documents name existing files and settings, and git ignores the settings", () => {
  const example = readFileSync(join(ROOT, ".env.example"), "utf8");
  for (const [, name] of settings.matchAll(/^(\w+):/gm)) expect(example).toMatch(new RegExp(`^${name}=`, "m"));
  expect(readFileSync(join(ROOT, ".gitignore"), "utf8")).toMatch(/^deploy\/site\.yaml$/m);
  expect(lines.join("\n")).toMatch(
    /^firebase deploy --config deploy\/firebase\.json .*--only firestore:rules,storage$/m,
  );
  const { firestore, storage } = JSON.parse(readFileSync(join(ROOT, "deploy/firebase.json"), "utf8"));
  for (const { rules } of [firestore, storage]) expect(existsSync(join(ROOT, "deploy", rules))).toBe(true);
});
