/** Form drafts survive the end of a session, but not a sign-out. */
import {
  addMember,
  event,
  given,
  kept,
  notice,
  PLANNING_PAGE,
  picture,
  place,
  poster,
  save,
  tapLogo,
} from "#tests/e2e/drafts.ts";
import { question, sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, expectToast, hold, openMore, signIn, test, unique } from "#tests/e2e/test.ts";

test.describe("after the end of the session", () => {
  test.use({ expectedStatuses: [400, 401] });

  test("the draft of a new event is restored after the sign-in, and saved with its poster once the password is right", async ({
    page,
  }) => {
    const name = unique("Eyholzer");
    await signIn(page, "/evenement/create");
    await event(page).fill(name);
    await place(page).fill("Ormône");
    await poster(page).setInputFiles(await picture("eyholzer.jpg"));
    await sessionEnds(page);
    await save(page);
    await question(page).getByRole("button", { name: "Fermer" }).click();
    await tapLogo(page);
    await page.goto("/evenement/create");
    await expect(page).toHaveURL("/login?suite=%2Fevenement%2Fcreate");
    await typeCredentials(page);
    await expect(page).toHaveURL("/evenement/create");
    await expect(notice(page)).toContainText("eyholzer.jpg");
    await expect(event(page)).toHaveValue(name);

    // Without the cookie, the form redirects to the login page.
    await page.context().clearCookies();
    await poster(page).setInputFiles(await picture("eyholzer.jpg"));
    await place(page).fill("Binii");
    await save(page);
    await expect(page).toHaveURL("/login?suite=%2Fevenement%2Fcreate");
    await typeCredentials(page);
    await expect(page).toHaveURL("/evenement/create");
    await expect(event(page)).toHaveValue(name);
    await expect(place(page)).toHaveValue("Binii");
    await poster(page).setInputFiles(await picture("eyholzer.jpg"));
    await sessionEnds(page);
    await save(page);
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL("/evenement/create");
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Mot de passe").fill("faux-mot");
    await page.getByRole("button", { name: "Se connecter et enregistrer" }).click();
    await expect(question(page).getByRole("alert")).toContainText("La connexion est refusée.");
    await typeCredentials(page);
    await expect(page).toHaveURL(PLANNING_PAGE);
    await expect(page.locator(".evenement", { hasText: name })).toContainText("Binii");
    await expect(page.getByRole("region", { name: "Session du comité" })).toContainText(ADMIN.email);
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test("the draft is restored if the form was sent before the script loaded", { tag: "@long" }, async ({ page }) => {
    const link = await addMember(page, unique("Plantscher"));
    await link.click();
    await expect(given(page)).toHaveValue("Julie");
    const form = new URL(page.url()).pathname;
    const release = await hold(page, "**/*.js");
    await page.goto(form, { waitUntil: "commit" });
    await given(page).fill("Léa");
    await sessionEnds(page);
    await save(page);
    await expect(question(page)).toContainText("Connectez-vous dans un autre onglet");
    release();
    await expect(question(page)).toContainText("Rien n’est perdu");
    await expect.poll(() => kept(page)).toHaveLength(1);
    await page.goto(form);
    await typeCredentials(page);
    await expect(page).toHaveURL(form);
    await expect(given(page)).toHaveValue("Léa");
  });
});

test("a sign-out deletes all drafts of the tab", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/comite/create");
  await given(page).fill("Julie");
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.goto("/evenement/create");
  await event(page).fill("Fête surprise");
  await expect.poll(() => kept(page)).toHaveLength(2);
  // Sign in again, because the other tests continue with the shared session.
  await page.context().clearCookies();
  await page.goto("/login?suite=/planning");
  await typeCredentials(page);
  await expect(page).toHaveURL("/planning");
  expect(await kept(page)).toHaveLength(2);
  await (await openMore(page)).getByRole("link", { name: "Déconnexion" }).click();
  await expectToast(page, "Utilisateur déconnecté");
  expect(await kept(page)).toEqual([]);
});
