/** The built site as a process of its own, on a data folder of its own, as `npm run serve` starts it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import smallMachine from "../scripts/small-machine.json" with { type: "json" };

const COMPTE = { email: "comite@exemple.ch", motDePasse: "tracteur-violon-nuage" };
const RACINE = join(import.meta.dirname, "..");

export type Site = {
  url: string;
  /** Milliseconds from starting the process to its first answer. */
  demarrage: number;
  /** Resident memory in MB. */
  memoire: () => number;
  stop: () => Promise<void>;
};

export const dossierTemporaire = (): string => mkdtempSync(join(tmpdir(), "jeunesse-bench-"));
export const jeter = (dossier: string): void => rmSync(dossier, { recursive: true, force: true });

const env = (dossier: string, port: number) => ({
  PATH: process.env.PATH,
  DATA_DIR: dossier,
  PORT: String(port),
  ADMIN_EMAIL: COMPTE.email,
  ADMIN_PASSWORD: COMPTE.motDePasse,
  LOG_LEVEL: "error",
});

/** Fills a data folder with the invented committee and planning. */
export function remplirDExemples(dossier: string): void {
  execFileSync(process.execPath, ["cli/demo.ts"], { cwd: RACINE, env: env(dossier, 1), stdio: "inherit" });
}

async function premiereReponse(url: string, enfant: ChildProcess): Promise<void> {
  for (;;) {
    if (enfant.exitCode !== null) throw new Error("The site did not start.");
    const reponse = await fetch(`${url}/`).catch(() => null);
    await reponse?.arrayBuffer();
    if (reponse?.ok) return;
    await pause(5);
  }
}

export async function demarrer(dossier: string, port: number): Promise<Site> {
  const url = `http://127.0.0.1:${port}`;
  const debut = performance.now();
  const enfant = spawn(process.execPath, [...smallMachine.flags, "server/index.ts"], {
    cwd: RACINE,
    env: { ...env(dossier, port), ...smallMachine.environment, PUBLIC_URL: url },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await premiereReponse(url, enfant);
  return {
    url,
    demarrage: performance.now() - debut,
    memoire: () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(enfant.pid)]).toString()) / 1024,
    async stop() {
      enfant.kill("SIGTERM");
      await once(enfant, "exit");
    },
  };
}

/** Signs in. @returns the cookie header of the session */
export async function seConnecter(url: string): Promise<string> {
  const reponse = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ username: COMPTE.email, password: COMPTE.motDePasse }),
  });
  const cookie = reponse.headers.getSetCookie().find((un) => un.includes("session="));
  if (!cookie) throw new Error(`Signing in answered ${reponse.status} without a session.`);
  return cookie.split(";", 1)[0] ?? "";
}

/** Waits until every poster of the planning has all its variants: nothing is encoded in the background any more. */
export async function attendreLesImages(url: string): Promise<void> {
  for (;;) {
    const html = await (await fetch(`${url}/planning`)).text();
    const affiches = html.match(/<picture/g)?.length ?? 0;
    const finies = html.match(/type="image\/avif"/g)?.length ?? 0;
    if (finies >= affiches) return;
    await pause(200);
  }
}
