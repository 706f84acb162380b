import type { Browser, Page } from "@playwright/test";
import { test } from "./propre-site.ts";
import { ADMIN } from "./site.ts";
import { expect, sansDefautDAcces, sansDefilementLateral, seConnecter, toast } from "./test.ts";

const PAUL = "paul@exemple.ch";
const MOT = "trois mots au hasard";

const fiche = (page: Page, email: string) => page.locator(".fiche", { hasText: email });
const lienCree = (page: Page) => page.getByRole("region", { name: "Lien à usage unique" });
const session = (page: Page) => page.getByRole("region", { name: "Session du comité" });

/** @returns the link that the page shows after somebody was invited */
async function inviter(page: Page, email: string): Promise<string> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Créer le lien" }).click();
  await expect(lienCree(page)).toContainText(`Le lien pour ${email} est prêt`);
  await expect(lienCree(page)).toBeInViewport();
  await expect(fiche(page, email)).toHaveCSS("background-color", "rgb(250, 219, 140)");
  return (await lienCree(page).locator("code").textContent()) ?? "";
}

/** Another person, at another device of the same kind. */
async function quelquUn(browser: Browser, page: Page, javaScriptEnabled: boolean): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport: page.viewportSize() });
  return context.newPage();
}

async function choisir(page: Page, lien: string, motDePasse: string): Promise<void> {
  await page.goto(lien);
  await page.getByLabel("Mot de passe").fill(motDePasse);
  await page.getByRole("button", { name: "Entrer" }).click();
}

/** Paul accepts an invitation and is in. */
async function entrer(paul: Page, lien: string): Promise<void> {
  await choisir(paul, lien, MOT);
  await expect(session(paul)).toContainText(PAUL);
}

async function check(page: Page, javaScriptEnabled = true): Promise<void> {
  await sansDefilementLateral(page);
  // axe is a script of the page.
  if (javaScriptEnabled) await sansDefautDAcces(page);
}

for (const javaScriptEnabled of [true, false])
  test.describe(`accounts, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, statutsAttendus: [400, 410] });

    const verifier = (page: Page) => check(page, javaScriptEnabled);

    test("somebody is invited, comes back after a reset, and is out at once when removed", async ({
      page,
      browser,
    }) => {
      await seConnecter(page, "/comptes");
      const paul = await quelquUn(browser, page, javaScriptEnabled);
      const lien = await test.step("the only account cannot be removed, nor be invited again", async () => {
        const moi = fiche(page, ADMIN.email);
        await expect(moi).toContainText(/Dernière connexion\s: \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
        await expect(moi.getByRole("button", { name: "Retirer" })).toBeDisabled();
        await expect(moi.getByRole("button", { name: "Retirer" })).toHaveAccessibleDescription(
          /Le dernier compte ne peut pas être retiré/,
        );
        await page.getByLabel("E-mail").fill(ADMIN.email);
        await page.getByRole("button", { name: "Créer le lien" }).click();
        await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Cette adresse a déjà un compte/);
        await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);
        await verifier(page);

        const lien = await inviter(page, PAUL);
        await expect(fiche(page, PAUL)).toContainText("Invitation en attente jusqu’au");
        await expect(lienCree(page)).toBeFocused();
        await expect(lienCree(page).locator("code")).toBeInViewport();
        await verifier(page);
        return lien;
      });
      await test.step("the link shows whose it is, refuses a weak password, lets in, and works once", async () => {
        await paul.goto(lien);
        await expect(paul.getByLabel("E-mail")).toHaveValue(PAUL);
        await expect(paul.getByLabel("E-mail")).not.toBeEditable();
        await choisir(paul, lien, "saviese1965");
        await expect(paul.getByLabel("Mot de passe")).toHaveAccessibleDescription(/serait vite deviné/);
        await expect(paul.getByLabel("Mot de passe")).toHaveValue(javaScriptEnabled ? "saviese1965" : "");
        await expect(paul.getByLabel("E-mail")).toHaveValue(PAUL);
        await verifier(paul);
        await choisir(paul, lien, MOT);
        await expect(paul).toHaveURL("/planning");
        await expect(session(paul)).toContainText(PAUL);
        await expect(toast(paul, "Utilisateur connecté")).toBeVisible();

        await paul.goto(lien);
        await expect(paul.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
        await verifier(paul);
        await page.goto("/comptes");
        await expect(fiche(page, PAUL)).toContainText("Dernière connexion");
        await expect(fiche(page, ADMIN.email).getByRole("button", { name: "Retirer" })).toBeEnabled();
      });
      await test.step("a reset, after a question, ends the session, and gives a link to a new password", async () => {
        await fiche(page, PAUL).getByRole("button", { name: "Réinitialiser" }).click();
        const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir réinitialiser ce compte ?" });
        await expect(question).toContainText(PAUL);
        await verifier(page);
        await question.getByRole("button", { name: "Réinitialiser" }).click();
        await expect(fiche(page, PAUL)).toContainText("Réinitialisé, lien valable jusqu’au");
        await expect(lienCree(page)).toBeFocused();
        await verifier(page);
        const nouveau = (await lienCree(page).locator("code").textContent()) ?? "";

        await paul.goto("/comptes");
        await expect(paul).toHaveURL(/\/login\?suite=/);
        await choisir(paul, nouveau, "quatre mots au hasard");
        await expect(session(paul)).toContainText(PAUL);
      });
      await test.step("a removal, after a question, ends the session", async () => {
        await page.goto("/comptes");
        await fiche(page, PAUL).getByRole("button", { name: "Retirer" }).click();
        const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir retirer ce compte ?" });
        await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
        await fiche(page, PAUL).getByRole("button", { name: "Retirer" }).click();
        await question.getByRole("button", { name: "Retirer" }).click();
        await expect(toast(page, "Compte retiré")).toBeVisible();
        await expect(fiche(page, PAUL)).toHaveCount(0);
        await paul.goto("/comptes");
        await expect(paul).toHaveURL(/\/login\?suite=/);
      });
      await paul.context().close();
    });
  });

test.describe("invitations and one’s own password", () => {
  test.use({ statutsAttendus: [400, 410] });

  test("an invitation gets a new link, and is withdrawn; an address of any kind is text", async ({ page }) => {
    await seConnecter(page, "/comptes");
    const premier = await inviter(page, PAUL);
    await fiche(page, PAUL).getByRole("button", { name: "Nouveau lien" }).click();
    await expect(fiche(page, PAUL).locator("code")).toBeVisible();
    const second = (await fiche(page, PAUL).locator("code").textContent()) ?? "";
    expect(second).not.toBe(premier);
    await check(page);
    await fiche(page, PAUL).getByRole("button", { name: "Annuler l’invitation" }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir annuler cette invitation ?" });
    await question.getByRole("button", { name: "Annuler l’invitation" }).click();
    await expect(toast(page, "Invitation annulée")).toBeVisible();
    await test.step("an address of any kind is text, and stays within the page", async () => {
      const adresses = ["=1+1|cmd@exemple.ch", `${"longue.".repeat(25)}adresse@${"domaine-".repeat(6)}interminable.ch`];
      for (const adresse of adresses) {
        await inviter(page, adresse);
        await expect(fiche(page, adresse)).toBeVisible();
      }
      await check(page);
    });
    await page.goto(second);
    await expect(page.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
  });

  test("somebody changes their own password; their other devices are signed out", async ({ page, browser }) => {
    await seConnecter(page, "/comptes");
    const portable = await quelquUn(browser, page, true);
    await seConnecter(portable, "/comptes");
    await page.getByRole("link", { name: "Changer mon mot de passe" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Mot de passe" })).toBeVisible();
    await page.getByLabel("Mot de passe actuel").fill("faux mot");
    await page.getByLabel("Nouveau mot de passe").fill(MOT);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Mot de passe actuel")).toHaveAccessibleDescription(
      "Ce n’est pas votre mot de passe actuel.",
    );
    await check(page);
    await page.getByLabel("Mot de passe actuel").fill(ADMIN.motDePasse);
    await page.getByLabel("Nouveau mot de passe").fill(MOT);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL("/comptes");
    await expect(toast(page, "Mot de passe modifié")).toBeVisible();
    await portable.goto("/comptes");
    await expect(portable).toHaveURL(/\/login\?suite=/);
    await portable.context().close();
  });
});

test("somebody who removes their own account is out, and told so", async ({ page, browser }) => {
  await seConnecter(page, "/comptes");
  const lien = await inviter(page, PAUL);
  const paul = await quelquUn(browser, page, true);
  await entrer(paul, lien);
  await paul.goto("/comptes");
  await fiche(paul, PAUL).getByRole("button", { name: "Retirer" }).click();
  await paul.getByRole("dialog").getByRole("button", { name: "Retirer" }).click();
  await expect(toast(paul, "Compte retiré")).toBeVisible();
  await expect(session(paul)).toBeHidden();
  await paul.context().close();
});

test("a link is copied with one click, or selected to be copied by hand where copying is not allowed", async ({
  page,
  context,
}) => {
  await seConnecter(page, "/comptes");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const lien = await inviter(page, PAUL);
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lien);
  await expect(page.getByLabel("E-mail")).toHaveValue("");

  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const other = await inviter(page, "anne@exemple.ch");
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByText("Le lien est sélectionné : copiez-le vous-même.")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(other);
});

test.describe("one’s own password", () => {
  test.use({ statutsAttendus: [400] });
  test("a password can be read while it is typed, and is refused beside its field", async ({ page }) => {
    await seConnecter(page, "/mot-de-passe");
    const nouveau = page.getByLabel("Nouveau mot de passe");
    await nouveau.fill("azerty123");
    await expect(nouveau).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: /^Afficher.*Nouveau mot de passe/ }).click();
    await expect(nouveau).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: /^Masquer.*Nouveau mot de passe/ }).click();
    await expect(nouveau).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Mot de passe actuel")).toBeFocused();
    await page.getByLabel("Mot de passe actuel").fill(ADMIN.motDePasse);
    await nouveau.fill("azert");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(nouveau).toHaveAccessibleDescription(/Choisissez au moins 6 caractères/);
    await nouveau.fill("azerty123");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(nouveau).toHaveAccessibleDescription(/serait vite deviné/);
    await expect(nouveau).toBeFocused();
    await expect(page.getByLabel("Mot de passe actuel")).toHaveValue(ADMIN.motDePasse);
    await sansDefautDAcces(page);
  });
});

test.describe("without a network", () => {
  test.use({ panneDeReseau: true });
  test("the committee is told that nothing was changed", async ({ page, context }) => {
    await seConnecter(page, "/comptes");
    await context.setOffline(true);
    await page.getByLabel("E-mail").fill(PAUL);
    await page.getByRole("button", { name: "Créer le lien" }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a changé.");
    await expect(page.getByLabel("E-mail")).toHaveValue(PAUL);
    await sansDefautDAcces(page);
  });
});
