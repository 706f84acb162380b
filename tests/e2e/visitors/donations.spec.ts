import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "#tests/e2e/test.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { readCode } from "#tests/qr/read-code.ts";

const slip = (page: Page) => page.getByRole("img", { name: /^QR-facture/ });

/** @returns amount and message in the QR code on the screen */
async function scan(page: Page) {
  await slip(page).scrollIntoViewIfNeeded();
  await expect.poll(() => slip(page).evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0)).toBe(true);
  const lines = (await readCode(await slip(page).screenshot()))?.split("\n");
  return { amount: lines?.[18], message: lines?.[29] };
}

// With two pixels per pixel as on a telephone, the modules of a code are not at the edge of what its reader finds.
test.use({ expectedStatuses: [400], deviceScaleFactor: 2 });

test("a donor chooses an amount, scans the bill from the screen and downloads its PDF", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/dons");
  const [fifty, other] = [page.getByRole("link", { name: "CHF 50.–" }), page.getByLabel("Autre montant")];
  expect(await scan(page)).toEqual({ amount: "", message: "Don" });
  await fifty.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "QR-facture de CHF 50.–" })).toBeVisible();
  await expect(fifty).toHaveAttribute("aria-current", "true");
  await expect(fifty).toBeFocused();
  await expect(page).toHaveURL("/dons");
  expect(await scan(page)).toEqual({ amount: "50.00", message: "Don" });

  await test.step("an invalid amount is refused beside its field, and can be corrected", async () => {
    await other.fill("beaucoup");
    await other.press("Enter");
    await expect(other).toHaveAccessibleDescription("Indiquez un montant en francs, par exemple 50 ou 50.50.");
    await expect(other).toHaveValue("beaucoup");
    await expect(other).toBeInViewport();
    await expect(other).toBeFocused();
    await expect(page).toHaveURL("/dons");
  });
  await other.fill("1’033,5");
  await page.getByRole("button", { name: "Afficher" }).click();
  await expect(page.locator("[data-qr-caption]")).toHaveText("QR-facture de CHF 1’033.50");
  await expect(other).toHaveAccessibleDescription("");
  await expect(other).toHaveValue("1033.50");
  expect(await scan(page)).toEqual({ amount: "1033.50", message: "Don" });

  const wait = page.waitForEvent("download");
  await page.getByRole("link", { name: "Télécharger le PDF" }).click();
  const file = await wait;
  expect(file.suggestedFilename()).toBe("qr-facture-don-1033.50.pdf");
  const { pieces } = readPdf(await readFile(await file.path()));
  expect(pieces.map(({ text }) => text.trim())).toEqual(expect.arrayContaining(["1 033.50", "Don"]));
});

test.describe("images", () => {
  // For a page that is only an image, the browser also requests /favicon.ico.
  test.use({ expectedStatuses: [404] });
  test("a phone shows the Twint button and the bill's code alone; a desktop says what to scan and shows Twint's code", async ({
    page,
    isMobile,
  }) => {
    await page.goto("/dons");
    await expect(page.getByRole("link", { name: "Donner avec TWINT" })).toHaveAttribute("href", /^https:/);
    const code = page.getByRole("img", { name: "Code QR de la page TWINT" });
    await expect(code).toBeVisible({ visible: !isMobile });
    await expect(page.getByText(/^À scanner/).first()).toBeVisible({ visible: !isMobile });
    await expect(page.getByText(/^Sur ce téléphone/)).toBeVisible({ visible: isMobile });
    if (isMobile) {
      const currentSrc = () => slip(page).evaluate((i: HTMLImageElement) => i.currentSrc);
      expect(await currentSrc()).toMatch(/\/don\.png$/);
    } else {
      await code.scrollIntoViewIfNeeded();
      await expect.poll(() => code.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(0);
      expect(await readCode(await code.screenshot())).toMatch(/^https:/);
    }
  });
});

test("the IBAN is copied with a message, also when the browser refuses to copy", { tag: "@phone" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dons");
  await page.getByRole("button", { name: "Copier : IBAN" }).click();
  await expect(page.getByRole("status").filter({ hasText: "C’est copié" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^CH\d{19}$/);

  await test.step("the page says what to do if the browser refuses to copy the IBAN", async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, "writeText", { value: () => Promise.reject(new Error("refused")) });
    });
    await page.getByRole("button", { name: "Copier : IBAN" }).click();
    await expect(page.getByText("Copiez-le à la main.")).toBeVisible();
  });
});

test("a signed-in member of the committee chooses an amount", { tag: ["@phone", "@long"] }, async ({ page }) => {
  await signIn(page, "/dons");
  await page.goto("/dons");
  await page.getByRole("link", { name: "CHF 100.–" }).click();
  await expect(page).toHaveURL(/montant=100/);
  await expect(page.locator("[data-qr-caption]")).toHaveText("QR-facture de CHF 100.–");
  expect(await scan(page)).toEqual({ amount: "100.00", message: "Don" });
});
