/** « Écrire aux membres »: from the register to the sent message, on a phone. */
import type { Page } from "@playwright/test";
import { EMPTY_MEMBER, IN_GROUP_CHAT } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { question, sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { aQuarterOfAnHourPasses, test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { centreOf } from "#tests/e2e/taps.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, postForm, signIn } from "#tests/e2e/test.ts";

const SENT = /\/ecrire\/[0-9a-f]{32}$/;
const LONG = "Sortie".repeat(20);

const subject = (page: Page) => page.getByLabel("Sujet");
const text = (page: Page) => page.getByLabel("Message", { exact: true });
const ways = (page: Page) => page.locator(".write__ways");
const send = (page: Page) => page.getByRole("button", { name: /^Envoyer/ });
const preview = (page: Page) => page.getByRole("region", { name: "Aperçu" });
const names = (page: Page) => page.locator("summary", { hasText: /^\d+ sur/ });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name });

/** Twelve members: Max 1 to 6 in the group, Max 7 to 9 by phone, the others by letter. */
async function addMembers(page: Page): Promise<void> {
  await signIn(page, "/registre");
  const address = { street: "Rue du Stade", postcode: "1965", place: "Savièse", since: "2020-01-01" };
  for (let i = 1; i <= 12; i++) {
    const way = i <= 6 ? { inGroupChat: IN_GROUP_CHAT } : i <= 9 ? { phone: "0791234567" } : {};
    const member = { ...EMPTY_MEMBER, ...address, firstName: `Max ${i}`, lastName: "Dubuis", ...way };
    await postForm(
      page,
      "/registre/create",
      memberAsTyped({ ...member, birthDate: "2000-01-01" } as typeof EMPTY_MEMBER),
    );
  }
  await page.goto("/registre");
}

test.use({ viewport: { width: 320, height: 720 }, hasTouch: true, expectedStatuses: [400, 401, 404] });

test("a message goes from the register to twelve members in a few taps, and two taps send it once", async ({
  page,
  dataDir,
}) => {
  await addMembers(page);
  aQuarterOfAnHourPasses(dataDir);
  await page.getByRole("link", { name: "Écrire aux membres" }).first().tap();
  await subject(page).fill(LONG);
  await text(page).fill("Rendez-vous à **8 h**.");
  await expect(ways(page)).toHaveText("3 par SMS ou WhatsApp, 9 lettres");
  await box(page, "Aussi dans le groupe WhatsApp").tap();
  await expect(ways(page)).toHaveText("6 dans le groupe, 3 par SMS ou WhatsApp, 3 lettres");
  await test.step("an unticked person is not counted, and the preview keeps everything", async () => {
    await names(page).tap();
    await box(page, "Max 9 Dubuis").uncheck();
    await expect(send(page)).toHaveText("Envoyer à 11 personnes");
    await page.getByRole("button", { name: "Aperçu" }).tap();
    await expect(preview(page)).toContainText(`Salut Max 7, ${LONG}`);
    await expect(preview(page).getByText("8 h")).toHaveCSS("font-weight", "700");
    await expect(box(page, "Max 9 Dubuis")).not.toBeChecked();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
  await test.step("a reload keeps the text and who was unticked", async () => {
    await page.reload();
    await expect(page.getByText("Brouillon retrouvé.")).toBeVisible();
    await expect(text(page)).toHaveValue("Rendez-vous à **8 h**.");
    await expect(send(page)).toHaveText("Envoyer à 11 personnes");
    await names(page).tap();
    await expect(box(page, "Max 9 Dubuis")).not.toBeChecked();
  });
  await test.step("another filter keeps them, too", async () => {
    await page.getByLabel("Filtre").selectOption("not-in-group");
    await page.getByRole("button", { name: "Afficher" }).tap();
    await expect(page).toHaveURL(/filtre=not-in-group/);
    await expect(send(page)).toHaveText("Envoyer à 5 personnes");
    await expect(text(page)).toHaveValue("Rendez-vous à **8 h**.");
    await page.getByLabel("Filtre").selectOption("present");
    await page.getByRole("button", { name: "Afficher" }).tap();
    await expect(send(page)).toHaveText("Envoyer à 11 personnes");
  });
  await test.step("the password is asked, and two taps at one point send one message", async () => {
    await send(page).tap();
    const password = page.getByLabel("Votre mot de passe", { exact: true });
    await expect(password).toBeFocused();
    await password.fill("faux mot");
    await password.press("Enter");
    await expect(password).toHaveAccessibleDescription("Ce n’est pas votre mot de passe.");
    await password.fill(ADMIN.password);
    const { x, y } = await centreOf(send(page));
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await expect(page).toHaveURL(SENT);
  });
  await page.goto("/ecrire");
  await expect(page.getByText("Un message est déjà parti aujourd’hui")).toBeVisible();
  await expect(subject(page)).toHaveValue("");
});

test("a message written while the session ends is sent after the sign-in", { tag: "@long" }, async ({ page }) => {
  await addMembers(page);
  await page.goto("/ecrire");
  await subject(page).fill("Sortie");
  await text(page).fill("À 8 h.");
  await names(page).tap();
  for (const number of [1, 2, 3]) await box(page, `Max ${number} Dubuis`).uncheck();
  await sessionEnds(page);
  await send(page).tap();
  await expect(question(page)).toBeVisible();
  await typeCredentials(page);
  await expect(page).toHaveURL(SENT);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a message is previewed and sent to the ticked people", { tag: "@long" }, async ({ page }) => {
    await addMembers(page);
    await page.goto("/ecrire");
    await subject(page).fill("Sortie");
    await subject(page).press("Enter");
    await expect(send(page)).toHaveText("Envoyer à 12 personnes");
    await text(page).fill("À **8 h**.");
    await page.getByLabel("Filtre").selectOption("not-in-group");
    await page.getByRole("button", { name: "Afficher" }).click();
    await expect(subject(page)).toHaveValue("Sortie");
    await names(page).click();
    await expect(box(page, "Max 1 Dubuis")).toHaveCount(0);
    await box(page, "Max 12 Dubuis").uncheck();
    await page.getByRole("button", { name: "Aperçu" }).click();
    await expect(ways(page)).toHaveText("3 par SMS ou WhatsApp, 2 lettres");
    await expect(preview(page)).toContainText("Salut Max 7, Sortie :");
    await send(page).click();
    await expect(page).toHaveURL(SENT);
  });
});
