import type { Browser, Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, nothingIsCut, signIn, toast, unique } from "#tests/e2e/test.ts";

const PAUL = "paul@exemple.ch";
const PASSWORD = "trois mots au hasard";

const entry = (page: Page, email: string) => page.locator(".record", { hasText: email });
const invitation = (page: Page) => page.getByRole("region", { name: "Inviter par lien" });
const createdLink = (page: Page) => page.getByRole("region", { name: "Lien à usage unique" });
const session = (page: Page) => page.getByRole("region", { name: "Session du comité" });

/** Invites an account. @returns the link that the page shows */
async function inviteAccount(page: Page, email: string): Promise<string> {
  await invitation(page)
    .getByLabel("Prénom")
    .fill(email === PAUL ? "Paul" : unique("Paul"));
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Créer le lien" }).click();
  await expect(createdLink(page)).toContainText(`Le lien pour ${email} est prêt`);
  await expect(createdLink(page)).toBeInViewport();
  await expect(entry(page, email)).toHaveCSS("background-color", "rgb(250, 219, 140)");
  return (await createdLink(page).locator("code").textContent()) ?? "";
}

/** A second browser, without cookies. */
async function otherDevice(browser: Browser, page: Page, javaScriptEnabled: boolean): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport: page.viewportSize() });
  return context.newPage();
}

async function choose(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("button", { name: "Entrer" }).click();
}

for (const javaScriptEnabled of [true, false])
  test.describe(`accounts, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, expectedStatuses: [400, 410] });

    test("a person is invited, returns after a reset, and loses access at once when removed", async ({
      page,
      browser,
    }) => {
      await signIn(page, "/comptes");
      const paul = await otherDevice(browser, page, javaScriptEnabled);
      const link = await test.step("the only account cannot be removed or invited again", async () => {
        const me = entry(page, ADMIN.email);
        await expect(me).toContainText(/Dernière connexion\s: \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
        await expect(me.getByRole("button", { name: "Retirer" })).toBeDisabled();
        await expect(me.getByRole("button", { name: "Retirer" })).toHaveAccessibleDescription(
          /Le dernier compte ne peut pas être retiré/,
        );
        await invitation(page).getByLabel("Prénom").fill("Anne");
        await page.getByLabel("E-mail").fill(ADMIN.email);
        await page.getByRole("button", { name: "Créer le lien" }).click();
        await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Cette adresse a déjà un compte/);
        await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);

        const link = await inviteAccount(page, PAUL);
        await expect(entry(page, PAUL)).toContainText("Invitation en attente jusqu’au");
        await expect(createdLink(page)).toBeFocused();
        await expect(createdLink(page).locator("code")).toBeInViewport();
        return link;
      });
      await test.step("the link shows its address, refuses a weak password, opens the account, and works once", async () => {
        await paul.goto(link);
        await expect(paul.getByLabel("E-mail")).toHaveValue(PAUL);
        await expect(paul.getByLabel("E-mail")).not.toBeEditable();
        await choose(paul, link, "saviese1965");
        await expect(paul.getByLabel("Mot de passe")).toHaveAccessibleDescription(/serait vite deviné/);
        await expect(paul.getByLabel("Mot de passe")).toHaveValue(javaScriptEnabled ? "saviese1965" : "");
        await expect(paul.getByLabel("E-mail")).toHaveValue(PAUL);
        await choose(paul, link, PASSWORD);
        await expect(toast(paul, "Utilisateur connecté")).toBeVisible();
        await expect(paul).toHaveURL("/planning");
        await expect(session(paul)).toContainText("Paul");

        await paul.goto(link);
        await expect(paul.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
        await page.goto("/comptes");
        await expect(entry(page, PAUL)).toContainText("Dernière connexion");
        await expect(entry(page, ADMIN.email).getByRole("button", { name: "Retirer" })).toBeEnabled();
      });
      await test.step("a reset asks for confirmation, ends the session, and shows a link to a new password", async () => {
        await entry(page, PAUL).getByRole("button", { name: "Réinitialiser" }).click();
        const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir réinitialiser ce compte ?" });
        await expect(question).toContainText(PAUL);
        await question.getByRole("button", { name: "Réinitialiser" }).click();
        await expect(entry(page, PAUL)).toContainText("Réinitialisé, lien valable jusqu’au");
        await expect(createdLink(page)).toBeFocused();
        const newPassword = (await createdLink(page).locator("code").textContent()) ?? "";

        await paul.goto("/comptes");
        await expect(paul).toHaveURL(/\/login\?suite=/);
        await choose(paul, newPassword, "quatre mots au hasard");
        await expect(session(paul)).toContainText("Paul");
      });
      await test.step("a removal asks for confirmation, ends the session, and leaves the focus in the list", async () => {
        await page.goto("/comptes");
        await entry(page, PAUL).getByRole("button", { name: "Retirer" }).click();
        const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir retirer ce compte ?" });
        await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
        await entry(page, PAUL).getByRole("button", { name: "Retirer" }).click();
        await question.getByRole("button", { name: "Retirer" }).click();
        await expect(toast(page, "Compte retiré")).toBeVisible();
        await expect(entry(page, PAUL)).toHaveCount(0);
        if (javaScriptEnabled) await expect(page.locator(".record").locator(":focus")).toBeVisible();
        await paul.goto("/comptes");
        await expect(paul).toHaveURL(/\/login\?suite=/);
      });
      await paul.context().close();
    });
  });

test.describe("invitations and own password", () => {
  test.use({ expectedStatuses: [400, 410] });

  test("an invitation is renewed and withdrawn; an unusual address is shown as text", async ({ page }) => {
    await signIn(page, "/comptes");
    const first = await inviteAccount(page, PAUL);
    await entry(page, PAUL).getByRole("button", { name: "Nouveau lien" }).click();
    await expect(entry(page, PAUL).locator("code")).toBeVisible();
    const second = (await entry(page, PAUL).locator("code").textContent()) ?? "";
    expect(second).not.toBe(first);
    await entry(page, PAUL).getByRole("button", { name: "Retirer l’invitation" }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir retirer cette invitation ?" });
    await question.getByRole("button", { name: "Retirer l’invitation" }).click();
    await expect(toast(page, "Invitation retirée")).toBeVisible();
    await test.step("an unusual address is shown as text, within the page", async () => {
      const addresses = [
        "=1+1|cmd@exemple.ch",
        `${"longue.".repeat(25)}adresse@${"domaine-".repeat(6)}interminable.ch`,
      ];
      for (const address of addresses) {
        await inviteAccount(page, address);
        await expect(entry(page, address)).toBeVisible();
      }
    });
    await page.goto(second);
    await expect(page.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
  });

  test("a change of the own password signs out the other devices", async ({ page, browser }) => {
    await signIn(page, "/comptes");
    const portable = await otherDevice(browser, page, true);
    await signIn(portable, "/comptes");
    await page.getByRole("link", { name: "Changer mon mot de passe" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Mot de passe" })).toBeVisible();
    await page.getByLabel("Mot de passe actuel").fill("faux mot");
    await page.getByLabel("Nouveau mot de passe").fill(PASSWORD);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Mot de passe actuel")).toHaveAccessibleDescription(
      "Ce n’est pas votre mot de passe actuel.",
    );
    await page.getByLabel("Mot de passe actuel").fill(ADMIN.password);
    await page.getByLabel("Nouveau mot de passe").fill(PASSWORD);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL("/comptes");
    await expect(toast(page, "Mot de passe modifié")).toBeVisible();
    await portable.goto("/comptes");
    await expect(portable).toHaveURL(/\/login\?suite=/);
    await portable.context().close();
  });
});

test("a link is copied with one click, or shared, or selected for copying by hand", async ({ page, context }) => {
  await signIn(page, "/comptes");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = await inviteAccount(page, PAUL);
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(page.getByLabel("E-mail")).toHaveValue("");

  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const other = await inviteAccount(page, "anne@exemple.ch");
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByText("Le lien est sélectionné : copiez-le vous-même.")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(other);

  await page.evaluate(() =>
    Object.assign(navigator, { share: async ({ url }: ShareData) => void Object.assign(window, { shared: url }) }),
  );
  await page.setViewportSize({ width: 320, height: 640 });
  const long = `${"prenom".repeat(10)}@${["savoie-", "village-", "valais-"].map((one) => `${one.repeat(7)}x.`).join("")}ch`;
  const third = await inviteAccount(page, long);
  await nothingIsCut(page);
  await page.getByRole("button", { name: "Partager" }).click();
  expect(await page.evaluate(() => (window as { shared?: string }).shared)).toBe(third);
});
