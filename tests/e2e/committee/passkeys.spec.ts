/** Passkeys with Chromium's virtual authenticator, through the real pages. */
import type { Browser, Page } from "@playwright/test";
import { question, sessionEnds } from "#tests/e2e/ended-session.ts";
import { aQuarterOfAnHourPasses, test } from "#tests/e2e/own-site.ts";
import { device } from "#tests/e2e/passkey-device.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, expectToast, signIn, waitForReact } from "#tests/e2e/test.ts";

const LEA = "lea@exemple.ch";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";

const otherDevice = async (browser: Browser, page: Page) =>
  (await browser.newContext({ baseURL: new URL(page.url()).origin, userAgent: IPHONE })).newPage();
const card = (page: Page, email: string) => page.locator(".list__row", { hasText: email });
const keys = (page: Page) => page.getByRole("region", { name: "Vos clés d’accès" });
const signInButton = (page: Page) =>
  page.getByRole("button", { name: "Se connecter avec Face ID, une empreinte ou une clé" });
/** Ids of the keys that the page has named to the browser as accepted, one list for each signal. */
const accepted = (page: Page) =>
  page.evaluate(() => (window as { accepted?: (readonly string[])[] }).accepted ?? "no signal");
const signOut = (page: Page) => page.context().clearCookies({ name: "session" });

async function recordSignals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [send, all] = [PublicKeyCredential.signalAllAcceptedCredentials.bind(PublicKeyCredential), [] as string[][]];
    PublicKeyCredential.signalAllAcceptedCredentials = (options) => {
      all.push(options.allAcceptedCredentialIds);
      Object.assign(window, { accepted: all });
      return send(options);
    };
  });
}

async function addKey(page: Page): Promise<void> {
  await page.goto("/comptes");
  await keys(page).getByRole("button", { name: "Ajouter cet appareil" }).click();
  await expectToast(page, "Clé ajoutée");
}

test.use({ viewport: { width: 390, height: 844 }, expectedStatuses: [400, 401], networkError: true });

test("a passkey is added, opens the account, confirms, accepts an invitation, and is removed", async ({
  page,
  dataDir,
  browser,
}) => {
  await signIn(page, "/comptes");
  await recordSignals(page);
  const own = await device(page);
  await test.step("a passkey is added after the password is confirmed", async () => {
    aQuarterOfAnHourPasses(dataDir);
    await page.reload();
    await keys(page).getByRole("button", { name: "Ajouter une clé" }).click();
    await page.getByLabel("Votre mot de passe", { exact: true }).fill(ADMIN.password);
    await keys(page).getByRole("button", { name: "Continuer" }).click();
    await expect(keys(page).getByRole("button", { name: "Ajouter cet appareil" })).toBeVisible();
    await addKey(page);
    await expect(keys(page).getByRole("listitem")).toContainText(/Linux.*Ajoutée le .*jamais utilisée/);
    await expect(keys(page)).toContainText("Deux valent mieux qu’une");
    await keys(page).getByRole("button", { name: "Ajouter cet appareil" }).click();
    await expect(keys(page).getByRole("alert")).toContainText("Cet appareil a déjà une clé");
  });
  await test.step("a passkey opens the account with one tap, and the requested page is shown", async () => {
    await signOut(page);
    await page.goto("/login?suite=%2Fcomptes");
    await signInButton(page).click();
    await expectToast(page, "Utilisateur connecté");
    await expect(page).toHaveURL("/comptes");
    await waitForReact(page);
    await expect(keys(page).getByRole("listitem")).toContainText("utilisée le");
    const [key] = await own.credentials();
    const id = Buffer.from(key?.credentialId ?? "", "base64").toString("base64url");
    await expect.poll(() => accepted(page)).toEqual([[id]]);
  });
  await test.step("a passkey confirms a sensitive action in place of the password", async () => {
    aQuarterOfAnHourPasses(dataDir);
    await page.getByRole("region", { name: "Inviter par lien" }).getByLabel("Prénom").fill("Léa");
    await page.getByLabel("E-mail").fill(LEA);
    await page.getByRole("button", { name: "Créer le lien" }).click();
    await page.getByRole("button", { name: "Confirmer avec une clé d’accès" }).click();
    await expect(page.getByRole("region", { name: "Lien à usage unique" })).toContainText(`Le lien pour ${LEA}`);
  });
  await test.step("a passkey opens a new session after the session ended during a form, and the form is sent", async () => {
    await page.goto("/comite/create");
    await page.getByLabel("Prénom").fill("Ana");
    await page.getByLabel("Nom", { exact: true }).fill("Cornalin");
    await sessionEnds(page);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await question(page).getByRole("button", { name: "Face ID, empreinte ou clé" }).click();
    // Its toast of two seconds may end before a busy machine shows the new page to the test.
    await expect(page.getByRole("heading", { name: "Le comité", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Ana Cornalin" })).toBeVisible();
    await page.goto("/comptes");
    await card(page, LEA).getByRole("button", { name: "Nouveau lien" }).click();
  });
  await test.step("an invitation is accepted with a passkey and no password, and this passkey cannot be removed", async () => {
    const link = await page.getByRole("region", { name: "Lien à usage unique" }).locator("code").textContent();
    const lea = await otherDevice(browser, page);
    await device(lea);
    await lea.goto(link ?? "");
    await lea.getByRole("button", { name: "Accepter avec Face ID, une empreinte ou une clé" }).click();
    await expect(lea.getByRole("region", { name: "Session du comité" })).toContainText("Léa");
    await lea.goto("/comptes");
    const key = keys(lea).getByRole("listitem");
    await expect(key).toContainText("iPhone de Léa");
    await expect(key.getByRole("button", { name: "Retirer" })).toBeDisabled();
    await lea.goto(link ?? "");
    await expect(lea.getByRole("heading", { level: 1 })).toHaveText("Ce lien ne marche plus");
    await lea.context().close();
  });
  await test.step("a passkey chosen in the browser's autofill opens the account, and the requested page is shown", async () => {
    await own.useAutofill(true);
    await signOut(page);
    await page.goto("/login?suite=%2Fcomptes");
    await expectToast(page, "Utilisateur connecté");
    await expect(page).toHaveURL("/comptes");
  });
  const removed = await own.credentials();
  const putBack = async () => {
    for (const credential of removed)
      await own.cdp.send("WebAuthn.addCredential", { authenticatorId: own.authenticatorId, credential });
  };
  await test.step("the device deletes a removed passkey at once, or else after its next use, which opens nothing", async () => {
    await waitForReact(page);
    await keys(page)
      .getByRole("button", { name: /^Retirer .*Linux/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Retirer" }).click();
    await expectToast(page, "Clé retirée");
    await expect(keys(page).locator(":focus")).toBeVisible();
    await expect.poll(own.credentials).toEqual([]);
    await putBack();
    await signOut(page);
    await page.goto("/login");
    await expect(page.getByRole("alert")).toContainText("Le site ne connaît pas cette clé");
    await expect.poll(own.credentials).toEqual([]);
  });
  await test.step("a cancelled passkey prompt shows no error", async () => {
    const { cdp, authenticatorId } = own;
    await putBack();
    await own.useAutofill(false);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.goto("/login");
    await page.evaluate(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      const settled = () => Object.assign(window, { promptIsClosed: true });
      navigator.credentials.get = (options) => get(options).finally(settled);
    });
    await signInButton(page).click();
    await page.waitForFunction(() => "promptIsClosed" in window);
    await expect(signInButton(page)).toBeEnabled();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
