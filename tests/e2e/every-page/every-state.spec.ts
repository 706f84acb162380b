/** States of pages that need an action: axe at 390 px, and nothing cut off at 320 px. */
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { picture, poster, save, unfoldMore } from "#tests/e2e/drafts.ts";
import { question, sessionEnds } from "#tests/e2e/ended-session.ts";
import { inscription, message, withInbox } from "#tests/e2e/inbox.ts";
import { aQuarterOfAnHourPasses, test } from "#tests/e2e/own-site.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nothingIsCut,
  openSession,
  type Page,
  test as sharedSite,
  signIn,
} from "#tests/e2e/test.ts";

const LONG = "Dubuis-Héritier-Luyet-Varone-Reynard-Debons-Jollien";
const LONG_EMAIL = `${"longue.".repeat(25)}adresse@${"domaine-".repeat(6)}interminable.ch`;

async function isSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await nothingIsCut(page);
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Sends a form with a file, as a browser without script does. */
async function post(page: Page, path: string, multipart: Record<string, string | Awaited<ReturnType<typeof picture>>>) {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(path, { multipart, headers, maxRedirects: 0 });
  expect([200, 302]).toContain(answer.status());
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test.use({ expectedStatuses: [400, 401, 404, 409, 410, 415] });

sharedSite.describe("for visitors", () => {
  sharedSite.use({ expectedStatuses: [400, 404], permissions: ["clipboard-read", "clipboard-write"] });

  sharedSite("menu, amounts, copies, refused forms, dialogs and thanks are accessible and fit", async ({ page }) => {
    await page.goto("/rjv2025");
    await press(page, "Menu");
    await isSound(page);
    await page.goto("/dons");
    await press(page, "Copier l’IBAN");
    await page.getByLabel("Autre montant").fill("beaucoup");
    await page.getByLabel("Autre montant").press("Enter");
    await expect(page.getByLabel("Autre montant")).toHaveAccessibleDescription(/Indiquez un montant/);
    await isSound(page);
    await page.goto("/planning/2025");
    await page.getByText("Android, Outlook : par l’adresse").click();
    await page.evaluate(() => {
      Object.defineProperty(navigator, "share", { value: undefined });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.getByRole("link", { name: "Partager Bal de la mi-été" }).click();
    await expect(page.getByRole("textbox", { name: "Adresse à copier" })).toBeFocused();
    await isSound(page);

    await page.goto("/login");
    await page.getByLabel("E-mail").fill("personne@exemple.ch");
    await page.getByLabel("Mot de passe").fill("faux mot");
    await press(page, /^Afficher ce que dit/);
    await press(page, /^Se connecter$/);
    await expect(page.getByRole("alert").filter({ hasText: "La connexion est refusée." })).toBeVisible();
    await isSound(page);
    await page.goto("/contact");
    await press(page, "Envoyer");
    await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
    await isSound(page);
    await page.goto("/inscription");
    await page.getByLabel("Nom", { exact: true }).fill(LONG);
    await page.getByLabel("Prénom").fill("Léa");
    await page.getByLabel("Adresse").fill("Chemin des Treize-Étoiles 4");
    await page.getByLabel("Téléphone").fill("079 123 45 67");
    await page.getByLabel(/j’accepte la charte/).check();
    await press(page, "S'inscrire");
    await expect(page.getByRole("dialog", { name: /c’est bien juste/ })).toBeVisible();
    await isSound(page);
    await press(page, "Corriger la date");
    await page.getByLabel("Date de naissance").fill(yearsBefore(dayInZurich(new Date()), 15));
    await press(page, "S'inscrire");
    await expect(page.getByLabel("Date de naissance")).toHaveAccessibleDescription(/au moins 16 ans/);
    await isSound(page);
    await page.getByLabel("Date de naissance").fill(yearsBefore(dayInZurich(new Date()), 17));
    await press(page, "S'inscrire");
    await expect(page.getByLabel(/Mon représentant légal/)).toBeFocused();
    await isSound(page);
    await page.getByLabel(/Mon représentant légal/).check();
    await press(page, "S'inscrire");
    await expect(page.getByRole("dialog", { name: "Merci de votre inscription" })).toBeVisible();
    await isSound(page);
    await press(page, "Fermer");
    await expect(page.getByRole("region", { name: "Autorisation parentale de Léa" })).toBeVisible();
    await isSound(page);
  });
});

test("an empty site, cards, their histories and the recycle bin are accessible and fit", async ({ page }) => {
  for (const path of ["/planning", "/comite"]) {
    await page.goto(path);
    await expect(
      page.getByRole("heading", { name: /Rien au programme pour l’instant|Le nouveau comité arrive/ }),
    ).toBeVisible();
    await isSound(page);
  }
  await signIn(page, "/planning");
  for (const path of ["/inscriptions", "/messages", "/corbeille"]) {
    await page.goto(path);
    await isSound(page);
  }
  await post(page, "/comite/create", { Prenom: "Luc", Nom: LONG, Poste: "Membre", photo: await picture("a.jpg") });
  await page.goto("/comite");
  await press(page, /^Supprimer/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.locator(".announcement--undo")).toBeVisible();
  await isSound(page);
  await page.goto("/corbeille");
  await press(page, /^Effacer définitivement/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await page.goto("/corbeille");
  await press(page, /^Restaurer/);
  await expect(page).toHaveURL(/\/comite#/);

  const event = { Nom: "Nuit", mois: "08", annee: "2031", Lieu: LONG, Details: "a\n\nhttps://exemple.ch" };
  await post(page, "/evenement/create", { ...event, publication: "draft", image: await picture("b.jpg") });
  await page.goto("/evenement/modify/Nuit0831");
  await unfoldMore(page);
  await page.getByLabel("Billets ou inscription").fill("pas un lien");
  await page.getByLabel("Publier le…").check();
  await save(page);
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
  await isSound(page);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Brouillon repris." })).toBeVisible();
  await isSound(page);
  const link = await page.locator("code", { hasText: "/apercu/" }).innerText();
  await press(page, "Repartir de la fiche");
  await page.getByLabel("Lieu").fill("Halle");
  await save(page);
  await expect(page).toHaveURL(/\/planning/);
  for (const path of [link, "/evenement/modify/Nuit0831/historique", "/comite/modify/DubuisMembre/historique"]) {
    await page.goto(path);
    await isSound(page);
  }
  await page.goto("/evenement/modify/Nuit0831/affiche");
  await page.getByLabel("Nouvelle affiche", { exact: true }).setInputFiles(await picture("c.jpg"));
  await isSound(page);
  await page.goto("/evenement/create");
  await poster(page).setInputFiles(await picture("d.jpg"));
  await page.getByLabel("Nom de l’événement").fill("Bal");
  await page.getByLabel("Lieu").fill("Lac");
  await sessionEnds(page);
  await save(page);
  await expect(question(page)).toBeVisible();
  await isSound(page);
});

test("accounts, settings and the requests for a password are accessible and fit", async ({
  page,
  dataDir,
  context,
}) => {
  await signIn(page, "/comptes");
  await page.getByText("Ajouter le prénom").click();
  await isSound(page);
  const invite = async (email: string) => {
    await page.getByRole("region", { name: "Inviter par lien" }).getByLabel("Prénom").fill(`Paul ${email.length}`);
    await page.getByLabel("E-mail").fill(email);
    await press(page, "Créer le lien");
  };
  await invite("pas une adresse");
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/complète/);
  await isSound(page);
  const made = page.getByRole("region", { name: "Lien à usage unique" });
  await invite(LONG_EMAIL);
  await expect(made).toContainText(LONG_EMAIL);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await invite("paul@exemple.ch");
  await expect(made).toContainText("Le lien pour paul@exemple.ch est prêt");
  await isSound(page);
  const link = await made.locator("code").innerText();
  await press(page, "Retirer l’invitation");
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  aQuarterOfAnHourPasses(dataDir);
  await page.getByRole("dialog").getByRole("button", { name: "Retirer l’invitation" }).click();
  await expect(page.getByLabel("Votre mot de passe", { exact: true })).toBeFocused();
  await isSound(page);
  await page.goto("/confirmer?suite=/inscriptions.csv");
  await press(page, "Confirmer");
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await isSound(page);
  await page.goto("/mot-de-passe");
  await press(page, "Enregistrer");
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await isSound(page);
  await page.goto("/journal");
  await isSound(page);

  await page.goto("/reglages");
  await page.getByLabel("IBAN").fill("CH44 3199 9123 0008 8901 2");
  await press(page, "Enregistrer");
  await expect(page.getByLabel("IBAN")).toBeFocused();
  await isSound(page);
  await page.goto("/reglages");
  await press(page, "Envoyer un courrier d’essai");
  await expect(page.getByText("Le courrier d’essai est resté ici.")).toBeVisible();
  await press(page, "Vérifier maintenant");
  await expect(page.getByRole("region", { name: "Santé du site" }).getByRole("status")).toHaveText(/^Vérifié le/);
  await page.getByLabel("Image", { exact: true }).setInputFiles(await picture("bande.jpg"));
  await isSound(page);
  const visitor = await context.browser()?.newContext({ viewport: { width: 390, height: 844 } });
  const tab = await visitor?.newPage();
  if (!tab) throw new Error("The browser is gone.");
  for (const path of [link, `${link}x`]) {
    await tab.goto(path);
    await isSound(tab);
  }
  await visitor?.close();
});

test("hostile and long texts of visitors in the inbox are accessible and fit", async ({ page, dataDir }) => {
  const texts = [
    {
      lastName: LONG,
      firstName: '=HYPERLINK("https://evil.example")',
      minorCharter: "Validé par la personne" as const,
    },
    { lastName: "x".repeat(450), address: "y".repeat(500) },
    { lastName: "<img src=x onerror=alert(1)>", firstName: "\u202eمريم", address: "👩‍👩‍👧‍👦" },
  ];
  await withInbox(async (inbox) => {
    for (const fields of texts) await inbox.add(inscription(fields), new Date());
    const { entry } = await inbox.add(message({ subject: "S".repeat(400), name: "N".repeat(500) }), new Date());
    await inbox.markFailed(entry.id, "Refusé (réponse 554).");
    const handled = await inbox.add(message({ message: "x".repeat(10_000) }), new Date("2020-01-01T12:00:00Z"));
    await inbox.setHandled([handled.entry.id], new Date(Date.now() - 350 * 86_400_000));
  }, dataDir);
  await openSession(page);
  await page.goto("/inscriptions");
  for (const summary of await page.locator(".record details > summary").filter({ visible: true }).all())
    await summary.click();
  await expect(page.locator(".record")).toHaveCount(texts.length);
  await isSound(page);
  await press(page, /^Supprimer/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await page.goto("/messages");
  await isSound(page);
  for (const entry of await page.locator(".inbox__list li a").all()) {
    await page.goto(String(await entry.getAttribute("href")));
    await expect(page.getByRole("article")).toBeVisible();
    await isSound(page);
    await page.goto("/messages");
  }
  await page.getByRole("searchbox").fill("edelweiss");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("heading", { name: "Pas de courrier" })).toBeVisible();
  await isSound(page);
});
