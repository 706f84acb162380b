/** No function of the product is longer than 60 lines, no file than 250, and no folder holds more than 25 files. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "@swc/core";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = [
  "domain",
  "ports",
  "stores",
  "usecases",
  "print",
  "calendar",
  "images",
  "upkeep",
  "adapters",
  "app",
  "server",
  "cli",
  "scripts",
  "bench",
];
const LINES = { function: 60, file: 250 };
const IN_A_FOLDER = 25;
/** Numbered, and never deleted: they grow for ever. */
const GROWING = ["adapters/sqlite/migrations", "docs/decisions"];
/** Far below what there is: a search that opens nothing would find nothing too long either. */
const AT_LEAST = 200;
/** What stands before the first token, where swc's count of bytes begins. */
const LEADING = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/;
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassMethod",
  "MethodProperty",
]);

type Node = { type?: string; span?: { start: number; end: number } } & Record<string, unknown>;

/** @returns the functions of a source that are too long, each by its first line and its length */
function longFunctions(source: string, tsx: boolean): string[] {
  const bytes = Buffer.from(source);
  const program = parseSync(source, { syntax: "typescript", tsx, target: "es2024" });
  const zero = program.span.start - Buffer.byteLength(LEADING.exec(source)?.[0] ?? "");
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type = "", span } = node as Node;
    if (span && FUNCTIONS.has(type)) {
      const lines = bytes.toString("utf8", span.start - zero, span.end - zero).split("\n");
      if (lines.length > LINES.function) found.push(`${lines[0]}: ${lines.length} lines`);
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(program.body);
  return found;
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name)),
);

describe("what is read in one sitting", () => {
  it("are functions of at most 60 lines", () => {
    expect(sources.length).toBeGreaterThan(AT_LEAST);
    const long = sources.flatMap((file) =>
      longFunctions(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x")).map((one) => `${file}: ${one}`),
    );
    expect(long).toEqual([]);
  });

  it("are folders of at most 25 files", () => {
    const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const folders = Map.groupBy(listed.split("\0").filter(Boolean), dirname);
    expect(folders.size).toBeGreaterThan(80);
    const full = [...folders].filter(([folder, files]) => files.length > IN_A_FOLDER && !GROWING.includes(folder));
    expect(full.map(([folder, files]) => `${folder}: ${files.length} files`)).toEqual([]);
  });

  it("are files of at most 250 lines", () => {
    const lengths = sources.map((file) => ({
      file,
      lines: readFileSync(join(ROOT, file), "utf8").split("\n").length - 1,
    }));
    expect(lengths.filter(({ lines }) => lines > LINES.file)).toEqual([]);
  });

  it("are found when they are planted", () => {
    const body = "  f();\n".repeat(LINES.function);
    expect(longFunctions(`/** é */\nconst a = () => {\n${body}};\n`, false)).toHaveLength(1);
    expect(longFunctions(`/** é */\nconst a = () => {\n${body.slice(0, -14)}};\n`, false)).toEqual([]);
  });
});
