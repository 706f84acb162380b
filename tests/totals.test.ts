/** The totals at the end of a command: what a machine cannot run is counted as skipped, with the reason. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { failuresOf, promisesOf, sentences, sumOf, totalsOf, writeErrors } from "../scripts/totals.ts";

const folder = mkdtempSync(join(tmpdir(), "jeunesse-totals-"));
const place = (name: string, report: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(report));
  return file;
};

const assertion = (status: string, fullName: string, failureMessages: string[] | null = null) => ({
  status,
  fullName,
  failureMessages,
});
const vitest = place("vitest.json", {
  numPassedTests: 1,
  numFailedTests: 1,
  testResults: [
    {
      name: "/site/tests/a.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        assertion("passed", "a"),
        assertion("failed", "b", ["expected 1 to be 2\nat a.test.ts"]),
        assertion("skipped", "a booted server (left out: it takes root) starts"),
        assertion("skipped", "a booted server (left out: it takes root) stops"),
      ],
    },
    { name: "/site/tests/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
  ],
});
const errors = join(folder, "no-errors.json");
const skipped = [{ type: "skip", description: "SKIP_HOSTED is set" }];
const browser = place("browser.json", {
  stats: { expected: 2, unexpected: 0, skipped: 1 },
  suites: [
    {
      specs: [
        { title: "c", file: "c", tests: [{ projectName: "x", status: "skipped", annotations: skipped, results: [] }] },
      ],
    },
  ],
});

it("the last line has the totals, and each reason of skipped tests has a line before it", () => {
  expect(sentences(totalsOf({ vitest, errors, browser }))).toBe(
    "skipped 2: it takes root\nskipped 1: SKIP_HOSTED is set\n3 passed, 2 failed, 3 skipped\n",
  );
});

it("each promise that held is printed with its figures", () => {
  const figures = mkdtempSync(join(tmpdir(), "jeunesse-figures-"));
  writeFileSync(join(figures, "b.json"), JSON.stringify({ promise: "No mail is lost", figures: "3 kills,\n12 mails" }));
  writeFileSync(join(figures, "a.json"), JSON.stringify({ promise: "No file is left", figures: "24 kills" }));
  expect(promisesOf(figures)).toBe("No file is left: 24 kills\nNo mail is lost: 3 kills, 12 mails\n");
  expect(promisesOf(join(figures, "absent"))).toBe("");
});

it("the failures are listed with file, test and first line, also of a file that could not be loaded", () => {
  expect(failuresOf({ vitest, errors, browser: null })).toBe(
    "tests/a.test.ts › b: expected 1 to be 2\ntests/b.test.ts: no such module\n",
  );
});

it("a run that crashed before it could write its results counts as a failure", () => {
  const crashed = totalsOf({ vitest: join(folder, "none.json"), errors, browser: null });
  expect(sumOf([crashed, totalsOf({ vitest, errors, browser: null })])).toMatchObject({
    passed: 1,
    failed: 3,
    skipped: 2,
  });
});

it("an error that belongs to no test counts as a failure, and is listed", () => {
  const results = { vitest, errors: join(folder, "errors.json"), browser };
  writeErrors(results.errors, ["Error: Worker exited unexpectedly"]);
  expect(totalsOf(results)).toMatchObject({ passed: 3, failed: 3 });
  expect(failuresOf(results)).toContain("outside the tests: Error: Worker exited unexpectedly\n");
});
