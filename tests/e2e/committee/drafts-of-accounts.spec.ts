/** A draft belongs to the account that typed it: a shared device shows it to no one else. */
import type { Page } from "@playwright/test";
import { given, kept, notice } from "#tests/e2e/drafts.ts";
import { typeCredentials } from "#tests/e2e/ended-session.ts";
import { test } from "#tests/e2e/own-site.ts";
import { device } from "#tests/e2e/passkey-device.ts";
import { expect, signIn } from "#tests/e2e/test.ts";

const FORM = "/comite/create";
const LOGIN = `/login?suite=${encodeURIComponent(FORM)}`;

const typeName = async (page: Page, name: string) => {
  await page.goto(FORM);
  await given(page).fill(name);
  await expect.poll(() => kept(page)).toHaveLength(1);
};
const endSession = (page: Page) => page.context().clearCookies({ name: "session" });
const usePasskey = (page: Page) =>
  page.getByRole("button", { name: "Se connecter avec Face ID, une empreinte ou une clé" }).click();

test("a draft is restored for its account, and deleted when another account signs in", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "/comptes");
  await device(page);
  await page.getByRole("button", { name: "Ajouter cet appareil" }).click();
  await expect(page.getByText("Deux valent mieux qu’une")).toBeVisible();
  await page.getByLabel("Prénom").last().fill("Paul");
  await page.getByLabel("E-mail").fill("paul@exemple.ch");
  await page.getByRole("button", { name: "Créer le lien" }).click();
  const invitation = (await page.locator("code").textContent()) ?? "";

  await test.step("the account that typed a draft finds it again after a sign-in with its passkey or its password", async () => {
    await typeName(page, "Julie");
    for (const signInAgain of [usePasskey, typeCredentials]) {
      await endSession(page);
      await page.goto(LOGIN);
      expect(await kept(page)).toHaveLength(1);
      await signInAgain(page);
      await expect(page).toHaveURL(FORM);
      await expect(notice(page)).toBeVisible();
      await expect(given(page)).toHaveValue("Julie");
    }
  });
  await test.step("the message of a visitor in the same tab is a separate draft", async () => {
    await endSession(page);
    await page.goto("/contact");
    await page.getByLabel("Message", { exact: true }).fill("Bonjour");
    await expect.poll(() => kept(page)).toHaveLength(2);
  });
  await test.step("another account that accepts its invitation in the same tab finds neither draft", async () => {
    await page.goto(invitation);
    await page.getByLabel("Mot de passe").fill("trois mots au hasard");
    await page.getByRole("button", { name: "Entrer" }).click();
    await expect(page).toHaveURL("/a-faire");
    await expect.poll(() => kept(page)).toEqual([]);
    await page.goto(FORM);
    await expect(given(page)).toHaveValue("");
    await expect(notice(page)).toBeHidden();
  });
  await test.step("the first account that signs in again in the same tab does not find the draft of the other account", async () => {
    await typeName(page, "Samuel");
    await endSession(page);
    await page.goto(LOGIN);
    await usePasskey(page);
    await expect(page).toHaveURL(FORM);
    await expect.poll(() => kept(page)).toEqual([]);
    await expect(given(page)).toHaveValue("");
    await expect(notice(page)).toBeHidden();
  });
});
