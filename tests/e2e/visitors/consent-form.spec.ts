import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { expect, test, unique } from "#tests/e2e/test.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";

/** Downloads the PDF behind a link. @returns its content */
async function download(page: Page, link: Locator) {
  const wait = page.waitForEvent("download");
  await link.click();
  const file = await wait;
  expect(file.suggestedFilename()).toBe("autorisation-parentale.pdf");
  return readPdf(await readFile(await file.path()));
}

const textsOf = ({ pieces }: ReturnType<typeof readPdf>) => pieces.map(({ text }) => text.trim());

test("a minor downloads the filled-in consent form from the thanks, also on a small phone and by keyboard", async ({
  page,
}) => {
  const prenom = unique("Léa");
  // Chromium has a share sheet on phones only.
  await page.addInitScript(() => {
    navigator.share = async (what) => void Object.assign(window, { shared: what?.url });
  });
  await page.goto("/inscription");
  await expect(page.getByLabel(/j’accepte la charte/)).toHaveAccessibleDescription(
    "La charte prévoit une cotisation de CHF\u00a050.– par an.",
  );
  await fillSignUp(page, prenom, 16);
  await page.getByLabel(/Mes parents/).check();
  await page.getByRole("button", { name: "S'inscrire" }).click();
  const thanked = page.getByRole("dialog", { name: "Merci de votre inscription" });
  await expect(thanked).toContainText(/La cotisation est de CHF\s50\.– par an\./);
  const link = thanked.getByRole("link", { name: "Autorisation parentale (PDF)" });
  const send = thanked.getByRole("link", { name: "Envoyer à mes parents" });
  const close = thanked.getByRole("button", { name: "Fermer" });
  await test.step("the Tab key reaches the download of the consent form, its sharing and then the close button", async () => {
    await expect(link).toBeFocused();
    for (const next of [send, close]) {
      await page.keyboard.press("Tab");
      await expect(next).toBeFocused();
    }
  });
  await test.step("all controls of the thank-you dialog are visible, also on a small phone", async () => {
    for (const one of [link, send, close]) await expect(one).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 375, height: 560 });
    for (const one of [link, send, close]) await expect(one).toBeInViewport({ ratio: 1 });
  });
  expect(textsOf(await download(page, link))).toEqual(expect.arrayContaining(["Fendant", prenom]));
  await expect(thanked).toBeVisible();
  const shared = () => page.evaluate(() => (window as { shared?: string }).shared);
  await send.click();
  await expect.poll(shared).toBeDefined();
  const address = String(await shared());
  expect(new URL(address).pathname).toBe(await link.getAttribute("href"));
  await close.click();
  await expect(thanked).toBeHidden();

  await test.step("the sign-up page keeps the link to the consent form until the tab closes", async () => {
    await page.goto("/charte");
    await page.goto("/inscription");
    const notice = page.getByRole("region", { name: `Autorisation parentale de ${prenom}` });
    await expect(notice).toContainText("jusqu’au");
    await notice.getByRole("link", { name: "Envoyer à mes parents" }).click();
    await expect.poll(shared).toBe(address);
    const otherTab = await page.context().newPage();
    await otherTab.goto("/inscription", { waitUntil: "networkidle" });
    await expect(otherTab.locator("main")).not.toContainText("Autorisation parentale");
  });
});
