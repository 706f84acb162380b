import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPTIONS, RULES } from "./architecture.rules.ts";

const DOSSIERS = ["domain", "ports", "usecases", "adapters", "app", "server", "cli"];
/** Far below what there is: a cruise that understands nothing would find no violation either. */
const AU_MOINS = 150;

async function parcourir(): Promise<ICruiseResult> {
  const { output } = await cruise(DOSSIERS, { ...OPTIONS, validate: true, ruleSet: RULES });
  return output as ICruiseResult;
}

const fautes = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

describe("the folders", () => {
  it("import only what the architecture allows", async () => {
    const resultat = await parcourir();
    expect(fautes(resultat)).toEqual([]);
    expect(resultat.summary.totalCruised).toBeGreaterThan(AU_MOINS);
  });
});

describe("the proof", () => {
  const PLANTEES = {
    "domain/plantee.ts": 'import "#ports/clock.ts";',
    "domain/plantee-noyau.ts": 'import "node:fs";',
    "usecases/plantee.ts": 'import "#adapters/embedded/database.ts";',
    "adapters/smtp/plantee.ts": 'import "#adapters/embedded/database.ts";',
    "app/ui/plantee.tsx": 'import "#ports/services.ts";',
    "app/plantee.ts": 'import "node:fs";',
    "server/plantee.ts": 'import "#adapters/embedded/database.ts";',
    "ports/plantee.ts": 'import "#domain/nulle-part.ts";',
  };
  beforeAll(() => {
    for (const [fichier, contenu] of Object.entries(PLANTEES)) {
      mkdirSync(fichier.slice(0, fichier.lastIndexOf("/")), { recursive: true });
      writeFileSync(fichier, `${contenu}\n`);
    }
  });
  afterAll(() => {
    for (const fichier of Object.keys(PLANTEES)) rmSync(fichier);
  });

  it("finds a violation that was planted in each folder", async () => {
    const coupables = new Set((await parcourir()).summary.violations.map(({ from }) => from));
    expect([...coupables].sort()).toEqual(Object.keys(PLANTEES).sort());
  });
});
