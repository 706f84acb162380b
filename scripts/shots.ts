import type { Page } from "@playwright/test";
import { feeReference } from "#domain/fees/reference.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";

export type Shot = {
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
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    ...({ protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const),
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  };
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
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
  await page.getByRole("heading", { name: /^À classer/ }).scrollIntoViewIfNeeded();
}

async function attend(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ouvrir la liste" }).click();
  await page
    .getByRole("button", { name: /^Présent·e/ })
    .first()
    .click();
  await page.getByText("C’est noté").first().waitFor();
  await page.getByRole("searchbox").scrollIntoViewIfNeeded();
}

/** Keep the order: later screenshots show data that earlier preparations create. */
export const SHOTS: readonly Shot[] = [
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
