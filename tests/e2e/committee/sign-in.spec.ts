import { ADMIN } from "#tests/e2e/site.ts";
import {
  expect,
  expectToast,
  hold,
  openMore,
  openSession,
  signIn,
  test,
  toast,
  waitForReact,
} from "#tests/e2e/test.ts";

test.use({ expectedStatuses: [400] });
test("a wrong password is reported in one toast and beside the form; the right one opens the requested page", {
  tag: "@hosted",
}, async ({ page }) => {
  await page.goto("/evenement/create");
  await expect(page).toHaveURL(/\/login\?suite=/);
  await expect(page.getByText("Un autre membre du comité peut vous envoyer un lien depuis Comptes.")).toBeVisible();
  await expect(page.getByText("Vous n’êtes plus connecté·e")).toHaveCount(0);
  const password = page.getByLabel("Mot de passe");
  const refusal = page.getByRole("alert").filter({ hasText: "La connexion est refusée." });
  await page.getByLabel("E-mail").fill(ADMIN.email);
  // The second refusal replaces the first.
  for (const wrong of ["faux-mot", "autre faux mot"]) {
    await password.fill(wrong);
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(refusal).toContainText("Vérifiez les deux, puis réessayez.");
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(/La connexion est refusée/);
    await expect(toast(page, "Erreur : Mot de passe incorrect")).toHaveCount(1);
  }
  await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);

  await password.fill(ADMIN.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page).toHaveURL("/evenement/create");
  await expectToast(page, "Utilisateur connecté");
  await waitForReact(page);
  await expect(toast(page, "Utilisateur connecté")).toBeHidden();
});

test("signing out ends the session in the browser and on the server", { tag: "@hosted" }, async ({ page, context }) => {
  await openSession(page);
  await page.goto("/planning");
  const [session] = (await context.cookies()).filter(({ name }) => name === "session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await (await openMore(page)).getByRole("link", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/");
  await expectToast(page, "Utilisateur déconnecté");
  await expect(page.getByRole("region", { name: "Session du comité" })).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/planning$/);
  if (session) await context.addCookies([session]);
  await page.goto("/comite/create");
  await expect(page).toHaveURL(/\/login\?suite=/);
});

test("a typed password can be shown, and hidden again", { tag: "@long" }, async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Mot de passe");
  await password.fill("tracteur");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Afficher ce que dit le champ « Mot de passe »" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Masquer ce que dit le champ « Mot de passe »" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test("while a page loads, its pending text is shown; then a screen reader hears its title", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "/contact");
  const announced = page.locator("body > p[aria-live=polite]");
  const showPlanning = await hold(page, "**/planning.data*");
  await page.getByRole("link", { name: "À la prochaine fête" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Chargement en cours..." })).toBeVisible();
  await expect(announced).toBeEmpty();
  showPlanning();
  await expect(page.getByRole("heading", { level: 1, name: "Planning 2025" })).toBeVisible();
  await expect(announced).toHaveText(await page.title());

  const showSettings = await hold(page, "**/reglages.data*");
  await (await openMore(page)).getByRole("link", { name: "Réglages" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  showSettings();
  await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
  await expect(page.getByText("Loading...")).toBeHidden();
});
