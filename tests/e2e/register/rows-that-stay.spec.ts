import { test } from "#tests/e2e/own-site.ts";
import { centreOf, PAUSES, tapTwice } from "#tests/e2e/taps.ts";
import { expect, expectToast, type Page, signIn } from "#tests/e2e/test.ts";
import { postMember, showFees, YEAR } from "./members.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const FEES = `/cotisations/${YEAR}`;
const NAMES = ["Ana Amigne", "Bea Bonvin", "Cléa Coupy", "Dora Dubuis"];

const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test.beforeEach(async ({ page }) => {
  await signIn(page, "/registre");
  for (const name of NAMES) await postMember(page, ...(name.split(" ") as [string, string]));
  await showFees(page);
});

for (const { pauses, tag } of PAUSES)
  test(`a double tap pays one fee, whose row stays in place, with « Annuler » beside the tapped button (${pauses} ms)`, {
    tag,
  }, async ({ page }) => {
    for (const [i, pause] of pauses.entries()) {
      const name = NAMES[i] as string;
      await page.goto(FEES);
      const row = rowOf(page, name);
      const height = (await row.boundingBox())?.height;
      const cash = row.getByRole("button", { name: "Espèces" });
      const tapped = await centreOf(cash);
      await tapTwice(page, cash, pause);
      await expect(row).toContainText(/Payée, espèces, \d\d\u00a0h\u00a0\d\d/);
      await expectToast(page, `${name}\u00a0: c’est noté`);
      await expect(page.getByText(`${i + 1} payée`)).toBeVisible();
      expect((await row.boundingBox())?.height).toBe(height);
      const undo = await row.getByRole("button", { name: "Annuler" }).boundingBox();
      expect(undo && tapped.y >= undo.y && tapped.y <= undo.y + undo.height).toBe(false);
      for (const other of NAMES.slice(i + 1)) await expect(rowOf(page, other)).toContainText("ouverte");
    }
  });

test("« Annuler » undoes a payment with one tap or a double tap, and the list « Payées » can cancel a payment", {
  tag: "@long",
}, async ({ page }) => {
  const row = rowOf(page, "Ana Amigne");
  await row.getByRole("button", { name: "Espèces" }).tap();
  await tapTwice(page, row.getByRole("button", { name: "Annuler" }), 400);
  await expect(row.getByRole("button", { name: "Espèces" })).toBeVisible();
  await expect(page.getByText("0 payée")).toBeVisible();

  await row.getByRole("button", { name: "TWINT" }).tap();
  await expect(row).toContainText("Payée, TWINT");
  // An hour later, the list is opened again: two taps.
  await page.goto(FEES);
  await page.getByRole("button", { name: "Payées" }).tap();
  await expect(rowOf(page, "Bea Bonvin")).toHaveCount(0);
  await tapTwice(page, row.getByRole("button", { name: "Annuler ce paiement" }), 600);
  await expect(row).toContainText("Paiement annulé");
  await expect(page.getByText("0 payée")).toBeVisible();
  await row.getByRole("button", { name: "Annuler" }).tap();
  await expect(row.getByRole("button", { name: "Annuler ce paiement" })).toBeVisible();
  await expect(page.getByText("1 payée")).toBeVisible();
});

test("the row of a paid fee stays while others act on the list, and disappears when the list is opened again", {
  tag: "@long",
}, async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(FEES);
  await rowOf(other, "Ana Amigne").getByRole("button", { name: "Banque" }).tap();
  await expect(rowOf(other, "Ana Amigne")).toContainText("Payée");
  await rowOf(page, "Cléa Coupy").getByRole("button", { name: "Espèces" }).tap();
  await expect(rowOf(page, "Cléa Coupy")).toContainText("Payée");
  await expect(page.locator(".list__name")).toHaveText(NAMES);
  await page.getByRole("button", { name: "Ouvertes" }).tap();
  await expect(page.locator(".list__name")).toHaveText(["Bea Bonvin", "Dora Dubuis"]);
});

test("taps on two rows pay both fees, even if the second tap comes before the response to the first", async ({
  page,
}) => {
  await page.route(/\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await rowOf(page, "Ana Amigne").getByRole("button", { name: "Espèces" }).tap();
  await rowOf(page, "Cléa Coupy").getByRole("button", { name: "Espèces" }).tap();
  await expect(rowOf(page, "Ana Amigne")).toContainText("Payée, espèces");
  await expect(rowOf(page, "Cléa Coupy")).toContainText("Payée, espèces");
  await expect(page.getByText("2 payées")).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("the page after a payment shows the row of the fee in place, with « Annuler »", { tag: "@long" }, async ({
    page,
  }) => {
    await rowOf(page, "Bea Bonvin").getByRole("button", { name: "Espèces" }).tap();
    await expect(rowOf(page, "Bea Bonvin")).toContainText("Payée, espèces");
    await expect(page.locator(".list__name")).toHaveText(NAMES);
    await expect(rowOf(page, "Bea Bonvin")).toBeInViewport();
    await rowOf(page, "Bea Bonvin").getByRole("button", { name: "Annuler" }).tap();
    await expect(rowOf(page, "Bea Bonvin")).toContainText("ouverte");
  });
});
