/** Rules that no linter checks: folders of the container, and the one place that normalises texts. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { context, stages } from "./start/dockerfile.ts";

const ROOT = join(import.meta.dirname, "..");

const FILES = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter(Boolean);

it.each(Object.keys(packageJson.imports).filter((name) => name !== "#tests/*"))(
  "the container has the folder of the imports %s",
  (name) => {
    const folder = name.slice(1, -2);
    expect(context([`${folder}/file.ts`])).toEqual([`${folder}/file.ts`]);
    const copies = stages()
      .at(-1)
      ?.instructions.map(({ rest }) => rest);
    expect(copies).toContain(`--from=build --chown=node:node /site/${folder} ./${folder}`);
  },
);

it("only domain/text/normal-form.ts normalises texts, because it counts their combining marks first", () => {
  const product = FILES.filter((file) => /^(?!tests\/|scripts\/|bench\/).*\.tsx?$/.test(file));
  const normalising = product.filter((file) => readFileSync(join(ROOT, file), "utf8").includes(".normalize("));
  expect(normalising).toEqual(["domain/text/normal-form.ts"]);
});
