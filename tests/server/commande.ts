/** The commands of package.json, each as a process of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";

export type Issue = { code: number | null; sortie: string; erreur: string };

/** Runs `cli/{nom}.ts` and waits for its end. */
export const commande = (nom: "backup" | "restore", env: Record<string, string>, ...args: string[]): Promise<Issue> =>
  new Promise((fini) => {
    const enfant = execFile(
      process.execPath,
      [`cli/${nom}.ts`, ...args],
      { cwd: join(import.meta.dirname, "../.."), env: { PATH: process.env.PATH, ...env } },
      (_, sortie, erreur) => fini({ code: enfant.exitCode, sortie, erreur }),
    );
  });
