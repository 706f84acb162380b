/** « À faire » on a phone: the page after the sign-in. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { dayInZurich } from "#domain/dates.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { isSound } from "#tests/e2e/every-page/states.ts";
import { test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { PAUSES, tapTwice } from "#tests/e2e/taps.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const LATE = { day: "2026-01-01" };
const LONG = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);

/** Adds tasks of the association, as another process does, and names the account. */
test.beforeEach(async ({ dataDir }) => {
  const hooks = { onChange: () => {}, onMail: () => {}, report: () => {} };
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), hooks);
  const [account] = await services.auth.listAccounts();
  await services.auth.rename(account?.id ?? "", "Léa");
  const fields = { who: "", due: LATE };
  const today = { day: dayInZurich(new Date()) };
  await services.tasks.add(
    ASSOCIATION,
    [
      { ...fields, text: "Banque", who: "lea" },
      { ...fields, text: "Clés" },
      { ...fields, text: "Statuts" },
      { ...fields, text: LONG, who: LONG.slice(0, 60), due: today },
      { ...fields, text: "Site", due: null },
    ],
    null,
  );
  await close();
});

const rows = (page: Page) => page.locator(".list__row");
const late = (page: Page) => page.getByRole("link", { name: /^À faire/ }).first();

for (const { pauses, tag } of PAUSES)
  test(`after the sign-in, what is late is on the screen; one tap makes it done, and one undoes it (${pauses} ms)`, {
    tag,
  }, async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Mot de passe").fill(ADMIN.password);
    await page.getByRole("button", { name: "Se connecter", exact: true }).tap();
    await expect(page).toHaveURL("/a-faire");
    const [first, second] = [rows(page).first(), rows(page).nth(1)];
    await expect(first).toContainText("Banque");
    await expect(first.getByRole("button", { name: /^Fait/ })).toBeInViewport({ ratio: 1 });
    await expect(late(page)).toHaveText("À faire 3 en retard");
    const places = await Promise.all([first.boundingBox(), second.boundingBox()]);
    for (const pause of pauses) {
      await tapTwice(page, first.getByRole("button", { name: /^Fait/ }), pause);
      await expect(first).toContainText(/Fait, \d\d\sh\s\d\d\./);
      await expect(late(page)).toHaveText("À faire 2 en retard");
      await expect(page.getByText(/^Fait, /)).toHaveCount(1);
      const [before, now] = [places, await Promise.all([first.boundingBox(), second.boundingBox()])];
      expect(now.map((box) => box?.height)).toEqual(before.map((box) => box?.height));
      await tapTwice(page, first.getByRole("button", { name: /^Annuler/ }), pause);
      await expect(late(page)).toHaveText("À faire 3 en retard");
      await expect(first.getByRole("button", { name: /^Fait/ })).toBeVisible();
    }
    // The filter shows what the tap before it changed, also on a slow network.
    await page.route(/\.data/, async (route) => {
      if (route.request().method() === "POST") await wait(700);
      await route.continue();
    });
    await first.getByRole("button", { name: /^Fait/ }).tap();
    await page.getByRole("button", { name: /^Mes tâches/ }).tap();
    await expect(page).toHaveURL("/a-faire?filtre=mine");
    await expect(page.getByText("Rien à votre nom.")).toBeVisible();
    await page.getByRole("button", { name: "Toutes" }).tap();
    await expect(rows(page)).toHaveCount(4);
  });

test.describe("without network", () => {
  test.use({ networkError: true });

  test("offline, a tap says that nothing was noted, and the row keeps its button", { tag: "@long" }, async ({
    page,
    context,
  }) => {
    await signIn(page, "/a-faire");
    await context.setOffline(true);
    await rows(page).first().getByRole("button", { name: /^Fait/ }).tap();
    await expect(page.getByText("Rien n’a été noté.")).toBeVisible();
    await expect(rows(page).first().getByRole("button", { name: /^Fait/ })).toBeVisible();
    await context.setOffline(false);
  });
});

test("the list is accessible and fits 320 px, with long names, a done row and without anything to do", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/a-faire");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  for (let i = 0; i < 5; i++) {
    await rows(page).nth(i).getByRole("button", { name: /^Fait/ }).tap();
    await expect(page.getByText(/^Fait, /)).toHaveCount(i + 1);
  }
  await isSound(page);
  await page.goto("/a-faire");
  await expect(page.getByRole("heading", { name: "Rien à faire" })).toBeVisible();
  await isSound(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a task is done and undone, the filter works, and the message can be copied", { tag: "@long" }, async ({
    page,
  }) => {
    await signIn(page, "/a-faire");
    await expect(page.getByLabel("Message à copier")).toHaveValue(
      /^En retard\s:\n.*Banque, Association \(Léa\)\n[\s\S]*\/a-faire$/,
    );
    await rows(page).first().getByRole("button", { name: /^Fait/ }).click();
    await expect(rows(page).first()).toContainText("Fait,");
    await rows(page)
      .first()
      .getByRole("button", { name: /^Annuler/ })
      .click();
    await expect(rows(page).first().getByRole("button", { name: /^Fait/ })).toBeVisible();
    await page.getByRole("button", { name: /^Mes tâches/ }).click();
    await expect(rows(page)).toHaveCount(1);
  });
});
