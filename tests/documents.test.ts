/** The documents name files, sections and decisions that exist. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FILES = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const DOCUMENTS = FILES.filter((file) => /^(?:[A-Z]+|docs\/.*)\.md$/.test(file));
const withoutCode = (text: string): string => text.replace(/^ *```.*?^ *```/gms, "");

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");

const anchorsIn = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

/** A file, a folder, or the beginning of the names of several files, such as `tests/stores/accounts`. */
const exists = (path: string): boolean =>
  FILES.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, "")}/`) || file.startsWith(`${path}.`));

const FOLDERS = [...new Set(FILES.filter((file) => file.includes("/")).map((file) => file.split("/")[0]))].join("|");
const PATH = new RegExp(`^(?:${FOLDERS})/[\\w./:-]+$`);

/** Files that a webmaster creates. */
const UNTRACKED = ["deploy/.env", "deploy/site.yaml"];

/** Paths between backticks, without placeholders such as `app/FEATURE/page.tsx`. */
const pathsIn = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/`([^`\n]+)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => PATH.test(text) && !/\/[A-Z]+\b(?!\.md)/.test(text) && !UNTRACKED.includes(text));

const inEach = (errorsIn: (file: string) => string[]): string[] =>
  DOCUMENTS.flatMap((file) => errorsIn(file).map((error) => `${file}: ${error}`));

it("documents link only to files and headings that exist", () => {
  const broken = inEach((file) =>
    [...withoutCode(read(file)).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)]
      .map(([, to = ""]) => to)
      .filter((to) => {
        const [path = "", anchor] = to.split("#");
        const target = path === "" ? file : normalize(join(dirname(file), path)).replace(/\/$/, "");
        return !exists(target) || (anchor !== undefined && !anchorsIn(target).includes(decodeURIComponent(anchor)));
      }),
  );
  expect(DOCUMENTS.length).toBeGreaterThan(25);
  expect(broken).toEqual([]);
});

it("a link to a decision shows the decision's number", () => {
  const links = (file: string) => [...read(file).matchAll(/\[(?:decision )?(\d{4})\]\([^)]*?(\d{4})-[^)]*\)/g)];
  const wrong = ([, number, target]: RegExpMatchArray) => number !== target;
  expect(
    inEach((file) =>
      links(file)
        .filter(wrong)
        .map(([link]) => link),
    ),
  ).toEqual([]);
});

it("documents name only files that exist", () => {
  expect(inEach((file) => pathsIn(file).filter((path) => !exists(path)))).toEqual([]);
});

it("the table of the threat model names tests that exist", () => {
  const rows = [...read("docs/threat-model.md").matchAll(/^\|[^|\n]*\|[^|\n]*\|[^|\n]*\|([^|\n]*)\|$/gm)];
  const names = rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  const tests = FILES.filter((path) => path.startsWith("tests/"));
  expect(names.length).toBeGreaterThan(50);
  const missing = names.filter((name) => !tests.some((path) => `/${path}`.includes(`/${name}`)));
  expect(missing).toEqual([]);
});

describe("docs/architecture.md, How a request runs", () => {
  const [part = ""] = /^## How a request runs$.*?(?=^## )/ms.exec(read("docs/architecture.md")) ?? [];
  const sources = FILES.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("tests/"));

  it("names functions that exist", () => {
    const names = [...part.matchAll(/`(?:\w+\.)?(\w+)`/g)].map(([, name = ""]) => name);
    const text = sources.map(read).join("\n");
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  it("names short file names that exist", () => {
    const names = [...part.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });
});

it("the code cites sections of docs/specification.md and decisions that exist", () => {
  const sections = new Set([...read("docs/specification.md").matchAll(/^#{2,3} ([\d.]+?)\.? /gm)].map(([, n]) => n));
  const cited = FILES.filter((file) => /\.(?:tsx?|cjs|mjs)$/.test(file) && file !== "tests/documents.test.ts").map(
    read,
  );
  const text = cited.join("\n");
  const numbers = [...text.matchAll(/specification\.md,? sections? ([\d., and]+)/g)].flatMap(
    ([, list = ""]) => list.match(/\d+(?:\.\d+)?/g) ?? [],
  );
  expect(numbers.length).toBeGreaterThan(60);
  expect(numbers.filter((number) => !sections.has(number))).toEqual([]);
  const decisions = [...text.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number]) => number);
  expect(decisions.filter((number) => !FILES.some((file) => file.startsWith(`docs/decisions/${number}-`)))).toEqual([]);
});
