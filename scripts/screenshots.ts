/** Makes the pictures of README and of the guide from the running site: `npm run screenshots`. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type BrowserContext, chromium } from "@playwright/test";
import sharp from "sharp";
import { ADMIN, PORT } from "#tests/e2e/site.ts";
import { ensureChromium } from "./chromium.ts";
import { deposerDesExemples } from "./entrees.ts";
import { VUES, type Vue } from "./vues.ts";

const DOSSIER = "docs/images";
const BASE = `http://localhost:${PORT}`;
const HAUTEURS = { 390: 844, 1440: 900 } as const;

async function demarrer(): Promise<ChildProcess> {
  const env = { PORT: String(PORT), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.motDePasse, LOG_LEVEL: "error" };
  const site = spawn(process.execPath, ["tests/e2e/start-site.ts"], {
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  while (!(await fetch(`${BASE}/healthz`).catch(() => null))?.ok) {
    if (site.exitCode !== null) throw new Error("the site did not start");
    await setTimeout(200);
  }
  return site;
}

async function seConnecter(contexte: BrowserContext): Promise<void> {
  const page = await contexte.newPage();
  await page.goto(`${BASE}/login`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Mot de passe").fill(ADMIN.motDePasse);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await page.getByRole("region", { name: "Session du comité" }).waitFor();
  await page.close();
}

async function prendre(contexte: BrowserContext, { nom, chemin, preparer, entiere }: Vue): Promise<void> {
  const page = await contexte.newPage();
  await page.goto(BASE + chemin, { waitUntil: "networkidle" });
  await preparer?.(page);
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ loading }) => loading !== "lazy").map((i) => i.decode().catch(() => {})),
    ),
  );
  const png = await page.screenshot({ fullPage: entiere ?? false, animations: "disabled" });
  await sharp(png)
    .png({ palette: true, colours: 128, effort: 8 })
    .toFile(join(DOSSIER, `${nom}.png`));
  process.stdout.write(`${nom}.png\n`);
  await page.close();
}

mkdirSync(DOSSIER, { recursive: true });
const site = await demarrer();
await deposerDesExemples();
const navigateur = await chromium.launch({ executablePath: ensureChromium(), args: ["--disable-gpu"] });
for (const connecte of [false, true])
  for (const largeur of [390, 1440] as const) {
    const contexte = await navigateur.newContext({
      viewport: { width: largeur, height: HAUTEURS[largeur] },
      locale: "fr-CH",
      timezoneId: "Europe/Zurich",
      reducedMotion: "reduce",
    });
    if (connecte) await seConnecter(contexte);
    const vues = VUES.filter((vue) => vue.largeur === largeur && Boolean(vue.connecte) === connecte);
    for (const vue of vues) await prendre(contexte, vue);
    await contexte.close();
  }
await navigateur.close();
site.kill("SIGTERM");
await once(site, "exit");
