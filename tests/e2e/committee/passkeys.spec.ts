/** Passkeys with Chromium's virtual authenticator, through the real pages. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { question, sessionEnds } from "#tests/e2e/ended-session.ts";
import { aQuarterOfAnHourPasses, test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, toast } from "#tests/e2e/test.ts";

const LEA = "lea@exemple.ch";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";
const UNKNOWN = "Le site ne connaît pas cette clé";

type Device = { cdp: CDPSession; authenticatorId: string };

/** Gives the page's browser a device with a face that it recognises. */
async function aDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    ...({ protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return { cdp, authenticatorId };
}

async function credentialOf({ cdp, authenticatorId }: Device) {
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  const [credential] = credentials;
  if (!credential) throw new Error("The device has no key.");
  return credential;
}

const somebody = async (browser: Browser, page: Page) =>
  (await browser.newContext({ baseURL: new URL(page.url()).origin, userAgent: IPHONE })).newPage();
const card = (page: Page, email: string) => page.locator(".record", { hasText: email });
const keys = (page: Page) => page.getByRole("region", { name: "Vos clés d’accès" });
const signInButton = (page: Page) =>
  page.getByRole("button", { name: "Se connecter avec Face ID, une empreinte ou une clé" });
const signOut = (page: Page) => page.context().clearCookies({ name: "session" });

/** @returns the form that the page sends with the response of the key, without the site receiving it */
async function capture(page: Page): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  await page.route(/\/login/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    resolve(route.request().postData() ?? "");
    await route.abort("internetdisconnected");
  });
  await signInButton(page).click();
  const form = await promise;
  await page.unroute(/\/login/);
  return form;
}

const send = (page: Page, form: string) =>
  page.request.post("/login", {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(page.url()).origin },
    data: form,
    maxRedirects: 0,
  });

const change = (form: string, edit: (response: { response: Record<string, string> }) => void): string => {
  const fields = new URLSearchParams(form);
  const response = JSON.parse(fields.get("passkey") ?? "");
  edit(response);
  return String(new URLSearchParams({ passkey: JSON.stringify(response) }));
};

async function addKey(page: Page): Promise<void> {
  await page.goto("/comptes");
  await keys(page).getByRole("button", { name: "Ajouter cet appareil" }).click();
  await expect(toast(page, "Clé ajoutée")).toBeVisible();
}

test.use({ viewport: { width: 390, height: 844 }, expectedStatuses: [400, 401], networkError: true });

test("a key is added, opens the account, confirms, is renamed and removed; a second device helps", async ({
  page,
  dataDir,
  browser,
}) => {
  await signIn(page, "/comptes");
  const device = await aDevice(page);
  await test.step("it is added after the password", async () => {
    aQuarterOfAnHourPasses(dataDir);
    await page.reload();
    await keys(page).getByRole("button", { name: "Ajouter une clé" }).click();
    await page.getByLabel("Votre mot de passe", { exact: true }).fill(ADMIN.password);
    await keys(page).getByRole("button", { name: "Continuer" }).click();
    await expect(keys(page).getByRole("button", { name: "Ajouter cet appareil" })).toBeVisible();
    await addKey(page);
    await expect(keys(page).getByRole("listitem")).toContainText(/Linux.*Ajoutée le .*jamais utilisée/);
    await expect(keys(page)).toContainText("Deux valent mieux qu’une");
    await expectAccessible(page);
    await keys(page).getByRole("button", { name: "Ajouter cet appareil" }).click();
    await expect(keys(page).getByRole("alert")).toContainText("Cet appareil a déjà une clé");
  });
  await test.step("it opens the account with one tap, without a cookie before, and comes back to the page", async () => {
    await signOut(page);
    await page.goto("/login?suite=%2Fcomptes");
    await expectAccessible(page);
    await signInButton(page).click();
    await expect(page).toHaveURL("/comptes");
    await expect(toast(page, "Utilisateur connecté")).toBeVisible();
    await expect(keys(page).getByRole("listitem")).toContainText("utilisée le");
  });
  await test.step("it confirms in place of the password", async () => {
    aQuarterOfAnHourPasses(dataDir);
    await page.getByRole("region", { name: "Inviter par lien" }).getByLabel("Prénom").fill("Léa");
    await page.getByLabel("E-mail").fill(LEA);
    await page.getByRole("button", { name: "Créer le lien" }).click();
    await page.getByRole("button", { name: "Confirmer avec une clé d’accès" }).click();
    await expect(page.getByRole("region", { name: "Lien à usage unique" })).toContainText(`Le lien pour ${LEA}`);
  });
  await test.step("it brings back a session that ended under a form, and the form is sent", async () => {
    await page.goto("/comite/create");
    await page.getByLabel("Prénom").fill("Ana");
    await page.getByLabel("Nom", { exact: true }).fill("Cornalin");
    await sessionEnds(page);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await question(page).getByRole("button", { name: "Face ID, empreinte ou clé" }).click();
    await expect(toast(page, "Membre ajouté")).toBeVisible();
    await page.goto("/comptes");
    await card(page, LEA).getByRole("button", { name: "Nouveau lien" }).click();
  });
  await test.step("an invitation is accepted with a face and no password, and that key stays", async () => {
    const link = await page.getByRole("region", { name: "Lien à usage unique" }).locator("code").textContent();
    const lea = await somebody(browser, page);
    await aDevice(lea);
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
  await test.step("it has a name of its own", async () => {
    await page.goto("/comptes");
    await keys(page).getByText("Renommer").click();
    await keys(page).getByLabel("Nom").fill("Bureau du caissier");
    await keys(page).getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Clé renommée")).toBeVisible();
    await expect(keys(page).getByRole("listitem")).toContainText("Bureau du caissier");
  });
  const second = await somebody(browser, page);
  await test.step("a second device enters with the password, and gets a key of its own", async () => {
    await aDevice(second);
    await signIn(second, "/comptes");
    await addKey(second);
    await page.goto("/comptes");
    await expect(keys(page).getByRole("listitem")).toHaveCount(2);
    await signOut(second);
  });
  await test.step("a removed key opens nothing, and the other one does", async () => {
    await keys(page).getByRole("button", { name: "Retirer Bureau du caissier" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retirer" }).click();
    await expect(toast(page, "Clé retirée")).toBeVisible();
    await expect(keys(page).getByRole("listitem")).toBeFocused();
    await signOut(page);
    await page.goto("/login");
    await signInButton(page).click();
    await expect(page.getByRole("alert")).toContainText(UNKNOWN);
    await second.goto("/login");
    await signInButton(second).click();
    await expect(toast(second, "Utilisateur connecté")).toBeVisible();
  });
  await test.step("silence when the person cancels, and the journal tells the rest", async () => {
    const { cdp, authenticatorId } = device;
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.goto("/login");
    await signInButton(page).click();
    await expect(signInButton(page)).toBeEnabled();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await second.goto("/journal");
    for (const deed of ["a ajouté", "a retiré", "a ouvert une session avec"])
      await expect(second.getByText(`${deed} une clé d’accès`).first()).toBeVisible();
    await second.context().close();
  });
});

test("a response that is copied, late, replayed, of elsewhere or of somebody else is refused", async ({
  page,
  dataDir,
  browser,
  openOwnSite,
}) => {
  await signIn(page, "/comptes");
  const device = await aDevice(page);
  const { cdp, authenticatorId } = device;
  await addKey(page);
  const before = await credentialOf(device);
  const login = async () => {
    await signOut(page);
    await page.goto("/login");
  };
  await test.step("replayed: a challenge is answered once", async () => {
    await login();
    const form = await capture(page);
    expect((await send(page, form)).status()).toBe(302);
    await signOut(page);
    const again = await send(page, form);
    expect(again.status()).toBe(400);
    expect(await again.text()).toContain("Cela a pris trop de temps");
  });
  await test.step("late: a challenge ends after five minutes", async () => {
    await login();
    const form = await capture(page);
    const db = new DatabaseSync(join(dataDir, "site.db"), { timeout: 5000 });
    const inFiveMinutes = `json_set(content, '$.expiresAt', strftime('%FT%TZ', 'now', '-1 second'))`;
    db.exec(`UPDATE documents SET content = ${inFiveMinutes} WHERE collection = 'challenges'`);
    db.close();
    expect(await (await send(page, form)).text()).toContain("Cela a pris trop de temps");
  });
  await test.step("another account's: a key opens the account that it was made for", async () => {
    await login();
    const form = change(await capture(page), ({ response }) => {
      response.userHandle = Buffer.from("somebody-else").toString("base64url");
    });
    expect(await (await send(page, form)).text()).toContain(UNKNOWN);
  });
  await test.step("changed: the signature covers what the browser says", async () => {
    await login();
    const form = change(await capture(page), ({ response }) => {
      response.signature = Buffer.from(`${response.signature}`, "base64url").reverse().toString("base64url");
    });
    expect(await (await send(page, form)).text()).toContain(UNKNOWN);
  });
  await test.step("of another origin: a page elsewhere gets no useful response", async () => {
    await login();
    const { options } = await page.evaluate(async () => {
      const answer = await fetch("/cle", { method: "POST", body: new URLSearchParams({ purpose: "sign-in" }) });
      return { options: await answer.text() };
    });
    const { url } = await openOwnSite();
    const elsewhere = await (await browser.newContext({ baseURL: url })).newPage();
    const other = await aDevice(elsewhere);
    const credential = await credentialOf(device);
    await other.cdp.send("WebAuthn.addCredential", { authenticatorId: other.authenticatorId, credential });
    await elsewhere.goto("/login");
    await elsewhere.route(/\/cle$/, (route) => route.fulfill({ contentType: "application/json", body: options }));
    const form = await capture(elsewhere);
    await elsewhere.context().close();
    expect(await (await send(page, form)).text()).toContain(UNKNOWN);
  });
  await test.step("without a face: presence alone is not enough", async () => {
    await login();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.route(/\/cle$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), userVerification: "discouraged" } });
    });
    await signInButton(page).click();
    await expect(page.getByRole("alert")).toContainText(UNKNOWN);
    await page.unroute(/\/cle$/);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  });
  await test.step("of a copy: its counter is behind the one that the site has seen", async () => {
    await login();
    await signInButton(page).click();
    await expect(page).toHaveURL("/planning");
    await cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId: before.credentialId });
    await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: before });
    await login();
    await signInButton(page).click();
    await expect(page.getByRole("alert")).toContainText("elle semble avoir été copiée");
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("the form alone signs in, and the list of keys stays", async ({ page }) => {
    await page.goto("/login");
    await expect(signInButton(page)).toBeHidden();
    await signIn(page, "/comptes");
    await expect(keys(page).locator("noscript p")).toBeVisible();
  });
});

for (const width of [320, 390, 1440])
  test(`nothing sticks out at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/login");
    await expectNoSidewaysScroll(page);
    await signIn(page, "/comptes");
    await aDevice(page);
    await addKey(page);
    await expectNoSidewaysScroll(page);
  });
