/** `npm run screenshots`: takes the screenshots for README.md and the guide. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { dayInZurich } from "#domain/dates.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { inscription, message, submit, submitRefused, withInbox } from "#tests/e2e/inbox.ts";
import { device } from "#tests/e2e/passkey-device.ts";
import { ADMIN, PORT } from "#tests/e2e/site.ts";
import { ensureChromium } from "./chromium.ts";

type Shot = {
  /** File name without `.png`, in docs/images. */
  name: string;
  path: string;
  width: 390 | 1440;
  signedIn?: true;
  prepare?: (page: Page) => Promise<void>;
};

const toTop = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView());

async function fillEvent(page: Page): Promise<void> {
  await page.getByLabel("Nom de l’événement").fill("Bal de la mi-été");
  await page.getByLabel("Mois").selectOption("Août");
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  await page.getByLabel("Nom de l’événement").scrollIntoViewIfNeeded();
}

async function fillBin(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Supprimer/ })
    .last()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await page.getByText("Membre supprimé").first().waitFor();
  await page.goto(new URL("/corbeille", page.url()).href);
  await page.getByRole("button", { name: /^Restaurer/ }).waitFor();
}

async function makeHistory(page: Page): Promise<void> {
  await page.locator(".menu > summary").first().click();
  await page
    .locator(".menu[open]")
    .getByRole("link", { name: /^Modifier/ })
    .click();
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  const form = page.url();
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await page.getByText("mis à jour avec succès").first().waitFor();
  await page.goto(`${form}/historique`);
  await toTop(page, "main");
}

async function inviteAccount(page: Page): Promise<void> {
  await page.getByLabel("Prénom").last().fill("Bastien");
  await page.getByLabel("E-mail").fill("bastien.prabe@exemple.ch");
  await page.getByRole("button", { name: "Créer le lien" }).click();
  await page.locator("code").scrollIntoViewIfNeeded();
}

async function addPasskey(page: Page): Promise<void> {
  await device(page);
  await page.getByRole("button", { name: "Ajouter cet appareil" }).click();
  await page.getByText("Deux valent mieux qu’une").waitFor();
  await toTop(page, "#cles");
}

async function typeAnnouncement(page: Page): Promise<void> {
  await page.getByLabel("Annonce", { exact: true }).fill("Le car part à 21 h 30, devant l’église.");
}

const YEAR = String(new Date().getFullYear());

async function accept(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Accepter/ })
    .first()
    .click();
  await page.getByLabel("Prénom").scrollIntoViewIfNeeded();
}

async function addMember(page: Page): Promise<void> {
  await page.goto(new URL("/inscriptions", page.url()).href);
  await accept(page);
  await page.getByLabel("Membre depuis").fill(`${YEAR}-01-01`);
  await page.getByRole("button", { name: "Ajouter au registre" }).click();
  await page.getByRole("link", { name: /^Au registre/ }).click();
  await page.getByRole("heading", { name: "Coordonnées" }).waitFor();
}

async function payFee(page: Page): Promise<void> {
  await addMember(page);
  await addMember(page);
  await page.goto(new URL("/cotisations/ouvrir", page.url()).href);
  await page.getByRole("button", { name: `Ouvrir ${YEAR}` }).click();
  await page
    .getByRole("button", { name: /Espèces$/ })
    .first()
    .click();
  await page.getByText("C’est noté").first().waitFor();
  await page.getByRole("searchbox").scrollIntoViewIfNeeded();
}

/** Signs out, because a member opens this page without an account. */
async function openOwnPage(page: Page): Promise<void> {
  await page.locator("a.list__name").first().click();
  const link = await page.locator("#lien code").innerText();
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole("heading", { name: `Cotisation ${YEAR}` }).scrollIntoViewIfNeeded();
}

/** The bank file has three payments: with a reference, with a member's name, and of an unknown payer. */
async function readBankFile(page: Page): Promise<void> {
  await addMember(page);
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await page.goto(new URL(`/cotisations/${YEAR}`, page.url()).href);
  const other = page.locator("a.list__name").filter({ hasNotText: name }).first();
  const id = new URL(String(await other.getAttribute("href")), page.url()).pathname.split("/").at(-1) ?? "";
  const entries = [
    payment({
      amount: 5000,
      reference: feeReference(YEAR, id),
      payer: await other.innerText(),
      transactionReference: "1",
    }),
    payment({ amount: 5000, payer: name, texts: ["Cotisation"], transactionReference: "2" }),
    payment({ amount: 120_000, payer: "Commune de Savièse", transactionReference: "3" }),
  ];
  const xml = camtFile({ entries });
  await page.goto(new URL("/cotisations/banque", page.url()).href);
  await page
    .getByLabel("Fichier de la banque")
    .setInputFiles({ name: "releve.xml", mimeType: "text/xml", buffer: Buffer.from(xml) });
  await page.getByRole("button", { name: "Voir l’aperçu" }).click();
  await page.getByRole("heading", { name: "Aperçu" }).waitFor();
}

async function keepBankFile(page: Page): Promise<void> {
  await readBankFile(page);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await page.getByRole("heading", { name: /^À vérifier/ }).scrollIntoViewIfNeeded();
}

async function attend(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ouvrir l’assemblée" }).click();
  await page
    .getByRole("button", { name: /^Présent·e/ })
    .first()
    .click();
  await page.getByText("C’est noté").first().waitFor();
  await page.getByRole("searchbox").scrollIntoViewIfNeeded();
}

/** Keep the order: later screenshots show data that earlier preparations create. */
const SHOTS: readonly Shot[] = [
  { name: "home", path: "/", width: 1440 },
  { name: "planning-phone", path: "/planning", width: 390, prepare: (page) => toTop(page, ".evenement") },
  { name: "inscription-phone", path: "/inscription", width: 390 },
  { name: "inscriptions-committee", path: "/inscriptions", width: 390, signedIn: true },

  { name: "guide-sign-in", path: "/login", width: 390 },
  { name: "guide-text", path: "/textes/accueil", width: 1440, signedIn: true },
  { name: "guide-announcement", path: "/annonce", width: 390, signedIn: true, prepare: typeAnnouncement },
  { name: "guide-evenement", path: "/evenement/create", width: 390, signedIn: true, prepare: fillEvent },
  { name: "guide-inscriptions", path: "/inscriptions", width: 1440, signedIn: true },
  { name: "guide-accept", path: "/inscriptions", width: 390, signedIn: true, prepare: accept },
  { name: "guide-fees", path: "/inscriptions", width: 390, signedIn: true, prepare: payFee },
  { name: "guide-send", path: `/cotisations/${YEAR}/envoyer`, width: 390, signedIn: true },
  { name: "guide-bank-preview", path: "/inscriptions", width: 390, signedIn: true, prepare: readBankFile },
  { name: "guide-bank", path: "/inscriptions", width: 390, signedIn: true, prepare: keepBankFile },
  { name: "guide-assembly", path: "/assemblees", width: 390, signedIn: true, prepare: attend },
  { name: "guide-settings", path: "/reglages", width: 1440, signedIn: true },
  { name: "guide-recycle-bin", path: "/comite", width: 390, signedIn: true, prepare: fillBin },
  { name: "guide-history", path: "/planning", width: 390, signedIn: true, prepare: makeHistory },
  { name: "guide-accounts", path: "/comptes", width: 390, signedIn: true, prepare: inviteAccount },
  { name: "guide-passkeys", path: "/comptes", width: 390, signedIn: true, prepare: addPasskey },
  // Keep this screenshot last, because its preparation signs out.
  { name: "guide-own-page", path: `/cotisations/${YEAR}`, width: 390, signedIn: true, prepare: openOwnPage },
];

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
  await withInbox(async (inbox, _, register) => {
    await inbox.setHandled([handled], daysAgo(8));
    await register.setConsent({ signUp: signed }, dayInZurich(daysAgo(1)), null);
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
