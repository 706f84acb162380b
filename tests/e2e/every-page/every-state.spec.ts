/** States of pages that need an action and that no other spec opens: axe at 390 px, and nothing cut off at 320 px. */

import { picture, poster, save, unfoldMore } from "#tests/e2e/drafts.ts";
import { question, sessionEnds } from "#tests/e2e/ended-session.ts";
import { inscription, message, withInbox } from "#tests/e2e/inbox.ts";
import { aQuarterOfAnHourPasses, test } from "#tests/e2e/own-site.ts";
import { device } from "#tests/e2e/passkey-device.ts";
import { birthDate, fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openSession,
  postForm,
  test as sharedSite,
  signIn,
} from "#tests/e2e/test.ts";
import { mailRefused } from "#tests/mail-results.ts";
import { areSound, isSound, press } from "./states.ts";

const LONG = "Dubuis-Héritier-Luyet-Varone-Reynard-Debons-Jollien";
const LONG_EMAIL = `${"longue.".repeat(25)}adresse@${"domaine-".repeat(6)}interminable.ch`;

test.use({ expectedStatuses: [400, 401, 404, 409, 410, 415] });

sharedSite.describe("for visitors", () => {
  sharedSite.use({ expectedStatuses: [400, 404], permissions: ["clipboard-read", "clipboard-write"] });

  sharedSite(
    "menu, amounts, copies, refused forms, dialogs and thanks are accessible and fit",
    { tag: "@long" },
    async ({ page }) => {
      await page.goto("/rjv2025");
      await press(page, "Menu");
      await isSound(page);
      await page.goto("/dons");
      await press(page, "Copier : IBAN");
      await page.getByLabel("Autre montant").fill("beaucoup");
      await page.getByLabel("Autre montant").press("Enter");
      await expect(page.getByLabel("Autre montant")).toHaveAccessibleDescription(/Indiquez un montant/);
      await isSound(page);
      await page.goto("/planning/2025");
      await page.getByText("Android, Outlook : par l’adresse").click();
      await isSound(page);
      await page.goto("/planning/Bal0825");
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
      await page.goto("/inscription");
      await fillSignUp(page, "Léa", undefined, LONG);
      await press(page, "S'inscrire");
      await expect(page.getByRole("dialog", { name: /c’est bien juste/ })).toBeVisible();
      await isSound(page);
      await press(page, "Corriger la date");
      await page.getByLabel("Date de naissance").fill(birthDate(15));
      await press(page, "S'inscrire");
      await expect(page.getByLabel("Date de naissance")).toHaveAccessibleDescription(/au moins 16 ans/);
      await isSound(page);
      await page.getByLabel("Date de naissance").fill(birthDate(17));
      await press(page, "S'inscrire");
      await expect(page.getByLabel(/Mes parents/)).toBeFocused();
      await isSound(page);
      await page.getByLabel(/Mes parents/).check();
      await press(page, "S'inscrire");
      await expect(page.getByRole("dialog", { name: "Merci de votre inscription" })).toBeVisible();
      await isSound(page);
      await press(page, "Fermer");
      await expect(page.getByRole("region", { name: "Autorisation parentale de Léa" })).toBeVisible();
      await isSound(page);
    },
  );
});

const MEMBER = { Prenom: "Luc", Nom: LONG, Poste: "Membre" };

test("an empty site, cards and the recycle bin are accessible and fit", { tag: "@long" }, async ({ page }) => {
  for (const path of ["/planning", "/comite"]) {
    await page.goto(path);
    await expect(
      page.getByRole("heading", { name: /Rien au programme pour l’instant|Le nouveau comité arrive/ }),
    ).toBeVisible();
    await isSound(page);
  }
  await signIn(page, "/planning");
  await areSound(page, ["/inscriptions", "/messages", "/corbeille"]);
  await postForm(page, "/comite/create", { ...MEMBER, photo: await picture("a.jpg") });
  await page.goto("/comite");
  await press(page, /^Supprimer/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("Supprimé.", { exact: true })).toBeVisible();
  await isSound(page);
  await page.goto("/corbeille");
  await press(page, /^Effacer définitivement/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await page.goto("/corbeille");
  await press(page, /^Restaurer/);
  await expect(page.getByText(/^Remis en place/)).toBeVisible();
  await isSound(page);
});

test("drafts, events, their histories and the question of an ended session are accessible and fit", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/comite");
  await postForm(page, "/comite/create", MEMBER);
  const event = { Nom: "Nuit", mois: "08", annee: "2031", Lieu: LONG, Details: "a\n\nhttps://exemple.ch" };
  await postForm(page, "/evenement/create", { ...event, publication: "draft", image: await picture("b.jpg") });
  await page.goto("/evenement/modify/Nuit0831");
  await unfoldMore(page);
  await page.getByLabel("Billets ou inscription").fill("pas un lien");
  await page.getByLabel("Publier le…").check();
  await save(page);
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
  await isSound(page);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "Brouillon retrouvé." })).toBeVisible();
  await isSound(page);
  const link = await page.locator("code", { hasText: "/apercu/" }).innerText();
  await press(page, "Repartir de la fiche");
  await page.getByLabel("Lieu").fill("Halle");
  await save(page);
  await expect(page).toHaveURL(/\/planning/);
  const bal = { Nom: "Bal", mois: "08", annee: "2031", Lieu: "Lac", image: await picture("e.jpg") };
  await postForm(page, "/evenement/create", bal);
  await postForm(page, "/evenement/create", { ...event, Nom: "Loto", publication: "draft" });
  await areSound(page, [link, "/comite/modify/DubuisMembre/historique"]);
  await page.goto("/planning/2031");
  const menu = page.locator(".menu").first();
  await menu.locator("summary").click();
  await isSound(page);
  await menu.getByRole("button", { name: /^Supprimer/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Garder" }).click();
  await page.getByText("Publier plusieurs brouillons").click();
  await expect(page.getByRole("link", { name: "ajouter l’affiche de Loto" })).toBeVisible();
  await isSound(page);
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

test("accounts, settings and the requests for a password are accessible and fit", { tag: "@long" }, async ({
  page,
  dataDir,
  context,
  baseURL,
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
  await page.goto("/comptes");
  await device(page);
  await press(page, "Ajouter une clé");
  await page.getByLabel("Votre mot de passe", { exact: true }).fill(ADMIN.password);
  await press(page, "Continuer");
  await press(page, "Ajouter cet appareil");
  await expect(page.getByRole("region", { name: "Vos clés d’accès" }).getByRole("listitem")).toContainText("Linux");
  await isSound(page);
  await page.goto("/annonce");
  await page.getByLabel("Annonce", { exact: true }).fill(`${"Annonce".repeat(20)}<b>x</b> مرحبا 🎺🎺`);
  await page.getByLabel("Lien").fill("javascript:alert(1)");
  await press(page, "Publier l’annonce");
  await expect(page.getByLabel("Lien")).toHaveAccessibleDescription(/commence par https/);
  await isSound(page);
  await page.getByLabel("Lien").fill("/planning");
  await press(page, "Publier l’annonce");
  await expect(page.getByText("Annonce publiée").first()).toBeVisible();

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
  const visitor = await context.browser()?.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const tab = await visitor?.newPage();
  if (!tab) throw new Error("The browser is gone.");
  await areSound(tab, ["/", link, `${link}x`]);
  await visitor?.close();
});

test("hostile and long texts of visitors in the inbox are accessible and fit", { tag: "@long" }, async ({
  page,
  dataDir,
}) => {
  const texts = [
    {
      lastName: LONG,
      firstName: '=HYPERLINK("https://evil.example")',
      minorCharter: "Validé par la personne" as const,
    },
    { lastName: "x".repeat(450), address: "y".repeat(500) },
    { lastName: "<img src=x onerror=alert(1)>", firstName: "\u202eمريم", address: "👩‍👩‍👧‍👦" },
  ];
  await withInbox(async (inbox, mails) => {
    for (const fields of texts) await inbox.add(inscription(fields), new Date());
    const { entry } = await inbox.add(message({ subject: "S".repeat(400), name: "N".repeat(500) }), new Date());
    await mailRefused(mails, entry.id, "Refusé (réponse 554).");
    const handled = await inbox.add(message({ message: "x".repeat(10_000) }), new Date("2020-01-01T12:00:00Z"));
    await inbox.setHandled([handled.entry.id], new Date(Date.now() - 350 * 86_400_000));
  }, dataDir);
  await openSession(page);
  await page.goto("/inscriptions");
  for (const summary of await page.locator(".list__row details > summary").filter({ visible: true }).all())
    await summary.click();
  await expect(page.locator(".list__row")).toHaveCount(texts.length);
  await isSound(page);
  await page.getByLabel("Toute la page").check();
  await isSound(page);
  await press(page, /^Supprimer/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await isSound(page);
  await areSound(page, ["/messages"]);
  for (const entry of await page.locator(".list--messages a").all()) {
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
