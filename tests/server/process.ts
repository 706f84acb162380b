/** The site as a process of its own, started as `npm run serve` does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Delais } from "#server/listen.ts";
import { COMPILED } from "#tests/compiled.ts";
import { portLibre } from "#tests/ports-libres.ts";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };

const RACINE = join(import.meta.dirname, "../..");

export type Processus = {
  /** Where it answers. */
  url: string;
  pid: number;
  /** What it has printed up to now. */
  sortie: () => string;
  /** Sends a signal and waits for the end. @returns the exit code, or null when the signal ended it */
  arreter: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** @returns a data folder that goes away when the test ends */
export function dossierDeDonnees(): string {
  const dossier = mkdtempSync(join(tmpdir(), "jeunesse-serveur-"));
  onTestFinished(() => rmSync(dossier, { recursive: true, force: true }));
  return dossier;
}

/** @returns what starts the site with other time limits than a real one has */
const avecDelais = (delais: Delais): string[] => [
  "--input-type=module",
  "--eval",
  `process.env.NODE_ENV = "production";
   const { serve } = await import("./server/serve.ts");
   await serve(process.env, { delais: ${JSON.stringify(delais)} });`,
];

function lancer(
  env: Record<string, string>,
  args = [...smallMachine.flags, "server/index.ts"],
): { enfant: ChildProcess; sortie: () => string } {
  const enfant = spawn(process.execPath, args, {
    cwd: RACINE,
    env: { PATH: process.env.PATH, LOG_LEVEL: "error", ...smallMachine.environment, ...COMPILED, ...env },
  });
  let texte = "";
  enfant.stdout.on("data", (morceau: Buffer) => {
    texte += morceau.toString();
  });
  enfant.stderr.on("data", (morceau: Buffer) => {
    texte += morceau.toString();
  });
  onTestFinished(async () => {
    if (enfant.exitCode !== null || enfant.signalCode !== null) return;
    enfant.kill("SIGKILL");
    await once(enfant, "exit");
  });
  return { enfant, sortie: () => texte };
}

/**
 * Starts the site and waits until it says where it is.
 * @param delais other time limits than those of a real one
 * @param args what Node runs in place of the site in production
 */
export async function demarrer(env: Record<string, string>, delais?: Delais, args?: string[]): Promise<Processus> {
  const PORT = String(await portLibre());
  const { enfant, sortie } = lancer({ PORT, ...env }, delais ? avecDelais(delais) : args);
  await new Promise<void>((pret, rate) => {
    const chercher = () => {
      if (/Savièse: https?:\/\/\S+/.test(sortie())) pret();
    };
    enfant.stdout?.on("data", chercher);
    enfant.once("exit", (code) => rate(new Error(`the site ended with ${code}: ${sortie()}`)));
  });
  return {
    url: `http://localhost:${env.PORT ?? PORT}`,
    pid: enfant.pid ?? 0,
    sortie,
    async arreter(signal) {
      enfant.kill(signal);
      const [code] = (await once(enfant, "exit")) as [number | null];
      return code;
    },
  };
}

/** Starts a site that cannot start. @returns its exit code and what it printed */
export async function demarrerEnVain(
  env: Record<string, string>,
  args?: string[],
): Promise<{ code: number | null; sortie: string }> {
  const { enfant, sortie } = lancer(env, args);
  const [code] = (await once(enfant, "exit")) as [number | null];
  return { code, sortie: sortie() };
}
