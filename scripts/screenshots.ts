/** `npm run screenshots`: takes the screenshots for README.md and the guide. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { inscription, message, submit, submitRefused, withInbox } from "#tests/e2e/inbox.ts";
import { ADMIN, PORT } from "#tests/e2e/site.ts";
import { ensureChromium } from "./chromium.ts";
import { SHOTS, type Shot } from "./shots.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const yearOfBirth = (age: number) => new Date().getFullYear() - age;
const CONSENT = "Validé par la personne";

async function submitExamples(): Promise<void> {
  const handled = await submit(
    inscription({ lastName: "Dubuis", firstName: "Samuel", birthDate: `17.03.${yearOfBirth(22)}` }),
    daysAgo(9),
  );
  await submitRefused(
    inscription({ lastName: "Varone", firstName: "Léa", phone: "0790000012", birthDate: `01.02.${yearOfBirth(19)}` }),
    "Le serveur d’e-mail a refusé le message (550).",
  );
  const minors = { minorCharter: CONSENT, address: "Route de Prinzières 12, 1965 Savièse" } as const;
  await submit(inscription({ lastName: "Luyet", firstName: "Tim", birthDate: `03.04.${yearOfBirth(24)}` }), daysAgo(4));
  await submit(
    inscription({ ...minors, lastName: "Reynard", firstName: "Noé", birthDate: `01.01.${yearOfBirth(17)}` }),
    daysAgo(3),
  );
  const signed = await submit(inscription({ ...minors, birthDate: `12.01.${yearOfBirth(16)}` }), daysAgo(2));
  await withInbox(async (inbox) => {
    await inbox.setHandled([handled], daysAgo(8));
    await inbox.setConsentReceived(signed, daysAgo(1));
  });
  await submit(message({ subject: "Un coup de main pour la brisolée" }), daysAgo(1));
}

const FOLDER = "docs/images";
const BASE = `http://localhost:${PORT}`;
const HEIGHTS = { 390: 844, 1440: 900 } as const;

async function start(): Promise<ChildProcess> {
  const env = { PORT: String(PORT), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: "error" };
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

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${BASE}/login`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Mot de passe").fill(ADMIN.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByRole("region", { name: "Session du comité" }).waitFor();
  await sayName(page);
  await page.close();
}

/** Adds a first name to the account, because the screenshots show who has done an action. */
async function sayName(page: Page): Promise<void> {
  await page.goto(`${BASE}/comptes`, { waitUntil: "networkidle" });
  const add = page.getByText("Ajouter le prénom");
  if (!(await add.isVisible())) return;
  await add.click();
  await page.getByLabel("Prénom").first().fill("Élodie");
  await page.getByRole("button", { name: "Enregistrer" }).first().click();
  await page.getByRole("heading", { name: "Élodie" }).waitFor();
}

async function capture(context: BrowserContext, { name, path, prepare }: Shot): Promise<void> {
  const page = await context.newPage();
  await page.goto(BASE + path, { waitUntil: "networkidle" });
  await prepare?.(page);
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ loading }) => loading !== "lazy").map((i) => i.decode().catch(() => {})),
    ),
  );
  const png = await page.screenshot({ animations: "disabled", style: ".toasts { visibility: hidden }" });
  await sharp(png)
    .png({ palette: true, colours: 128, effort: 8 })
    .toFile(join(FOLDER, `${name}.png`));
  process.stdout.write(`${name}.png\n`);
  await page.close();
}

async function captureAll(): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--disable-gpu"] });
  for (const signedIn of [false, true])
    for (const width of [1440, 390] as const) {
      const context = await browser.newContext({
        viewport: { width, height: HEIGHTS[width] },
        locale: "fr-CH",
        timezoneId: "Europe/Zurich",
        reducedMotion: "reduce",
        // The site's Content-Security-Policy would block the style that hides toasts.
        bypassCSP: true,
      });
      if (signedIn) await signIn(context);
      const views = SHOTS.filter((view) => view.width === width && Boolean(view.signedIn) === signedIn);
      for (const view of views) await capture(context, view);
      await context.close();
    }
  await browser.close();
}

mkdirSync(FOLDER, { recursive: true });
const site = await start();
try {
  await submitExamples();
  await captureAll();
} finally {
  site.kill("SIGTERM");
  await once(site, "exit");
}
