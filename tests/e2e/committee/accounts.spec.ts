import type { Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, signIn, unique } from "#tests/e2e/test.ts";

const PAUL = "paul@exemple.ch";

const entry = (page: Page, email: string) => page.locator(".list__row", { hasText: email });
const invitation = (page: Page) => page.getByRole("region", { name: "Inviter par lien" });
const createdLink = (page: Page) => page.getByRole("region", { name: "Lien à usage unique" });

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

test.use({ expectedStatuses: [400] });

test("an account is invited, reset and removed: the site asks before each action, and sets the keyboard focus after it", async ({
  page,
  browser,
}) => {
  await signIn(page, "/comptes");
  const link = await inviteAccount(page, PAUL);
  await expect(entry(page, PAUL)).toContainText("Invitation en attente jusqu’au");
  await expect(createdLink(page)).toBeFocused();
  await expect(createdLink(page).locator("code")).toBeInViewport();
  await test.step("an invitation link shows its address, refuses a weak password, and opens the account", async () => {
    const paul = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await paul.goto(link);
    await expect(paul.getByLabel("E-mail")).toHaveValue(PAUL);
    await expect(paul.getByLabel("E-mail")).not.toBeEditable();
    const password = paul.getByLabel("Mot de passe");
    await password.fill("saviese1965");
    await paul.getByRole("button", { name: "Entrer" }).click();
    await expect(password).toHaveAccessibleDescription(/serait vite deviné/);
    await expect(password).toHaveValue("saviese1965");
    await password.fill("trois mots au hasard");
    await paul.getByRole("button", { name: "Entrer" }).click();
    await expectToast(paul, "Utilisateur connecté");
    await expect(paul).toHaveURL("/a-faire");
    await expect(paul.getByRole("region", { name: "Session du comité" })).toContainText("Paul");
    await paul.close();
  });
  await test.step("a reset asks for confirmation, and shows a link to a new password", async () => {
    await page.goto("/comptes");
    await entry(page, PAUL).getByRole("button", { name: "Réinitialiser" }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir réinitialiser ce compte ?" });
    await expect(question).toContainText(PAUL);
    await question.getByRole("button", { name: "Réinitialiser" }).click();
    await expect(entry(page, PAUL)).toContainText("Réinitialisé, lien valable jusqu’au");
    await expect(createdLink(page)).toBeFocused();
  });
  await test.step("a removal asks for confirmation, and leaves the focus in the list", async () => {
    await page.goto("/comptes");
    await entry(page, PAUL).getByRole("button", { name: "Retirer" }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir retirer ce compte ?" });
    await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await entry(page, PAUL).getByRole("button", { name: "Retirer" }).click();
    await question.getByRole("button", { name: "Retirer" }).click();
    await expectToast(page, "Compte retiré");
    await expect(entry(page, PAUL)).toHaveCount(0);
    await expect(page.locator(".list__row").locator(":focus")).toBeVisible();
  });
});

test("an invitation is renewed and withdrawn; its link is copied, shared, or selected for copying by hand", {
  tag: "@long",
}, async ({ page, context }) => {
  await signIn(page, "/comptes");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const link = await inviteAccount(page, PAUL);
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(page.getByLabel("E-mail")).toHaveValue("");
  await entry(page, PAUL).getByRole("button", { name: "Nouveau lien" }).click();
  await expect(entry(page, PAUL).locator("code")).toBeVisible();
  expect(await entry(page, PAUL).locator("code").textContent()).not.toBe(link);
  await entry(page, PAUL).getByRole("button", { name: "Retirer l’invitation" }).click();
  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir retirer cette invitation ?" });
  await question.getByRole("button", { name: "Retirer l’invitation" }).click();
  await expectToast(page, "Invitation retirée");
  await expect(entry(page, PAUL)).toHaveCount(0);

  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const other = await inviteAccount(page, "anne@exemple.ch");
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(page.getByText("Le lien est sélectionné : copiez-le vous-même.")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(other);

  await page.evaluate(() =>
    Object.assign(navigator, { share: async ({ url }: ShareData) => void Object.assign(window, { shared: url }) }),
  );
  const third = await inviteAccount(page, "=1+1|cmd@exemple.ch");
  await page.getByRole("button", { name: "Partager" }).click();
  expect(await page.evaluate(() => (window as { shared?: string }).shared)).toBe(third);
});
