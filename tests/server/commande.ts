/** The commands of package.json, each as a process of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { COMPILED } from "#tests/compiled.ts";

export type Issue = { code: number | null; sortie: string; erreur: string };

type Nom = "admin" | "backup" | "demo" | "restore";

/** Runs `cli/{nom}.ts` and waits for its end. */
export const commande = (nom: Nom, env: Record<string, string>, ...args: string[]): Promise<Issue> =>
  commandeDans(join(import.meta.dirname, "../.."), nom, env, ...args);

/** @param racine the root of a version of the site, this one or another */
export const commandeDans = (
  racine: string,
  nom: Nom,
  env: Record<string, string>,
  ...args: string[]
): Promise<Issue> =>
  new Promise((fini) => {
    const enfant = execFile(
      process.execPath,
      [`cli/${nom}.ts`, ...args],
      { cwd: racine, env: { PATH: process.env.PATH, ...COMPILED, ...env } },
      (_, sortie, erreur) => fini({ code: enfant.exitCode, sortie, erreur }),
    );
  });
