/**
 * Each call of deploy/google.sh, given to the Google Cloud SDK itself where it is at hand: without an account it gets no
 * farther than to say so, which it does after it has understood every word of the call.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "#tests/deploy/google-project.ts";

const SDK = "/usr/bin/gcloud";
const isThere = spawnSync(SDK, ["--version"]).status === 0;
const env = {
  ...{ PATH: process.env.PATH, CLOUDSDK_CONFIG: mkdtempSync(join(tmpdir(), "gcloud-")) },
  CLOUDSDK_CORE_DISABLE_PROMPTS: "1",
};

/** What a call stands for: its words without those that differ from one thing to the next. */
const kind = (words: readonly string[]) =>
  words.map((word) => (word.startsWith("-") ? word.replace(/=(?!value).*/, "") : word)).join(" ");

it.skipIf(!isThere)("makes calls that the Google Cloud SDK understands", () => {
  const { run, set, file } = project();
  run();
  set({ MAIL: "outbox", EMAILJS_PRIVATE_KEY: "another" });
  run(["--asleep"]);
  const calls = readFileSync(file("words"), "utf8")
    .split("\x1f\n")
    .filter((call) => call && !call.startsWith("auth\x1f"))
    .map((call) => call.split("\x1f"));
  const all = new Map(calls.map((words) => [kind(words), words]));
  expect(all.size).toBeGreaterThan(40);
  for (const words of all.values()) {
    const { stderr } = spawnSync(SDK, words, { encoding: "utf8", env, input: "" });
    expect.soft(stderr, words.join(" ")).toContain("You do not currently have an active account selected");
  }
});
