/** The folders import only what docs/architecture.md allows; and what is planted in a copy of them is found. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { describe, expect, it, onTestFinished } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { OPTIONS, RULES } from "./architecture.rules.ts";
import { context, stages } from "./start/dockerfile.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = Object.keys(packageJson.imports)
  .map((name) => name.slice(1, -2))
  .filter((name) => name !== "tests");
/** Far below what there is: a cruise that understands nothing would find no violation either. */
const AT_LEAST = 350;

async function cruiseFrom(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(FOLDERS, { ...OPTIONS, baseDir, validate: true, ruleSet: RULES });
  return output as ICruiseResult;
}

const errors = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

describe("the folders", () => {
  it("import only what the architecture allows", async () => {
    const result = await cruiseFrom(ROOT);
    expect(errors(result)).toEqual([]);
    expect(result.summary.totalCruised).toBeGreaterThan(AT_LEAST);
  });

  it("all reach the container", () => {
    const copies =
      stages()
        .at(-1)
        ?.instructions.map(({ rest }) => rest) ?? [];
    for (const folder of FOLDERS) {
      expect(context([`${folder}/file.ts`])).toEqual([`${folder}/file.ts`]);
      expect(copies).toContain(`--from=build --chown=node:node /site/${folder} ./${folder}`);
    }
  });
});

describe("the proof", () => {
  const PLANTED = {
    "domain/planted.ts": 'import "#ports/clock.ts";',
    "domain/planted-core.ts": 'import "node:fs";',
    "stores/planted.ts": 'import "#usecases/sign-up.ts";',
    "usecases/planted.ts": 'import "#adapters/sqlite/database.ts";',
    "adapters/smtp/planted.ts": 'import "#adapters/sqlite/database.ts";',
    "adapters/outbox/planted.ts": 'import "#adapters/disk/files.ts";',
    "upkeep/planted.ts": 'import "#adapters/firestore/health.ts";',
    "images/planted.ts": 'import "#ports/clock.ts";',
    // The inside of another feature.
    "app/home/planted.tsx": 'import "#app/planning/event-card.tsx";',
    "app/layout/planted.tsx": 'import "#usecases/services.ts";',
    "app/ui/planted.tsx": 'import "#app/planning/event-card.tsx";',
    "app/browser/planted.ts": 'import "#domain/dates.ts";',
    "app/planning/planted.ts": 'import "node:fs";',
    // A file in no room.
    "app/planted.ts": 'import "node:fs";',
    "app/contact/planted.tsx": 'import "#app/planted.ts";',
    "server/planted.ts": 'import "#adapters/sqlite/database.ts";',
    "ports/planted.ts": 'import "#domain/nowhere.ts";',
  };

  it("finds a violation that was planted in each folder of a copy", async () => {
    const copy = mkdtempSync(join(tmpdir(), "jeunesse-architecture-"));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    for (const name of [...FOLDERS, "package.json", "tsconfig.json"])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (const [file, text] of Object.entries(PLANTED)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${text}\n`);
    }
    const culprits = new Set((await cruiseFrom(copy)).summary.violations.map(({ from }) => from));
    expect([...culprits].sort()).toEqual(Object.keys(PLANTED).sort());
  });
});
