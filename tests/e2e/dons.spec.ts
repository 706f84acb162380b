import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { readCode } from "#tests/qr/read-code.ts";
import {
  expect,
  rienNeDepasse,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test,
} from "./test.ts";

const bulletin = (page: Page) => page.getByRole("img", { name: /^QR-facture/ });

/** @returns amount and message of the bill as a phone reads it from the screen */
async function scanner(page: Page) {
  await bulletin(page).scrollIntoViewIfNeeded();
  await expect
    .poll(() => bulletin(page).evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0))
    .toBe(true);
  const lignes = (await readCode(await bulletin(page).screenshot()))?.split("\n");
  return { montant: lignes?.[18], message: lignes?.[29] };
}

for (const [titre, options] of [
  ["with JavaScript", {}],
  ["without JavaScript", sansScript],
] as const)
  test.describe(titre, { tag: options === sansScript ? "@phone" : [] }, () => {
    test.use({ ...options, statutsAttendus: [400] });

    test("a donor chooses an amount, scans the bill from the screen and takes its paper along", async ({ page }) => {
      await page.goto("/dons");
      expect(await scanner(page)).toEqual({ montant: "", message: "Don" });
      await page.getByRole("link", { name: "CHF 50.–" }).click();
      await expect(page.locator("[data-qr-legende]")).toHaveText("QR-facture de CHF 50.–");
      await expect(page.getByRole("link", { name: "CHF 50.–" })).toHaveAttribute("aria-current", "true");
      expect(await scanner(page)).toEqual({ montant: "50.00", message: "Don" });

      await page.getByLabel("Autre montant").fill("33,5");
      await page.getByRole("button", { name: "Afficher" }).click();
      await expect(page.locator("[data-qr-legende]")).toHaveText("QR-facture de CHF 33.50");
      await expect(page.getByLabel("Autre montant")).toHaveValue("33.50");
      expect(await scanner(page)).toEqual({ montant: "33.50", message: "Don" });
      await sansDefilementLateral(page);
      await rienNeDepasse(page, ".qr");

      const attente = page.waitForEvent("download");
      await page.getByRole("link", { name: "Télécharger le PDF" }).click();
      const fichier = await attente;
      expect(fichier.suggestedFilename()).toBe("qr-facture-don-33.50.pdf");
      const { morceaux } = readPdf(await readFile(await fichier.path()));
      expect(morceaux.map(({ texte }) => texte.trim())).toEqual(expect.arrayContaining(["33.50", "Don"]));
    });

    test("an amount that is none is told beside its field, and can be corrected", { tag: "@phone" }, async ({
      page,
    }) => {
      await page.goto("/dons");
      const champ = page.getByLabel("Autre montant");
      await champ.fill("beaucoup");
      await champ.press("Enter");
      await expect(champ).toHaveAccessibleDescription("Indiquez un montant en francs, par exemple 50 ou 50.50.");
      await expect(champ).toHaveValue("beaucoup");
      await expect(champ).toBeInViewport();
      await sansDefilementLateral(page);
      if (!("javaScriptEnabled" in options)) {
        await expect(page).toHaveURL("/dons");
        await expect(champ).toBeFocused();
        await sansDefautDAcces(page);
      }
      await champ.fill("1’000.–");
      await champ.press("Enter");
      await expect(champ).toHaveAccessibleDescription("");
      expect(await scanner(page)).toEqual({ montant: "1000.00", message: "Don" });
    });

    test("the fee is paid from the charter", async ({ page }) => {
      await page.goto("/charte");
      expect(await scanner(page)).toEqual({ montant: "50.00", message: "Cotisation" });
      await rienNeDepasse(page, ".qr");
    });

    test("Twint is a button, and on a desktop a code to scan too", async ({ page, isMobile }) => {
      await page.goto("/dons");
      await expect(page.getByRole("link", { name: "Donner avec TWINT" })).toHaveAttribute("href", /^https:/);
      const code = page.getByRole("img", { name: "Code QR de la page TWINT" });
      await expect(code).toBeVisible({ visible: !isMobile });
      if (isMobile) return;
      await code.scrollIntoViewIfNeeded();
      await expect.poll(() => code.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(0);
      expect(await readCode(await code.screenshot())).toMatch(/^https:/);
    });
  });

test("the amount changes in place: keyboard and screen reader stay where they are", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/dons");
  const vingt = page.getByRole("link", { name: "CHF 20.–" });
  await vingt.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "QR-facture de CHF 20.–" })).toBeVisible();
  await expect(vingt).toBeFocused();
  await expect(page).toHaveURL("/dons");
});

test("the IBAN is copied, and the page says so, and what to do where that is refused", { tag: "@phone" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dons");
  await page.getByRole("button", { name: "Copier l’IBAN" }).click();
  await expect(page.getByRole("status").filter({ hasText: "IBAN copié" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^CH\d{19}$/);
  await sansDefautDAcces(page);

  await test.step("a refused copy says what to do", async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, "writeText", { value: () => Promise.reject(new Error("refused")) });
    });
    await page.getByRole("button", { name: "Copier l’IBAN" }).click();
    await expect(page.getByText("Sélectionnez l’IBAN et copiez-le à la main.")).toBeVisible();
    await sansDefilementLateral(page);
  });
});

test.describe("a browser that cannot copy", { tag: "@phone" }, () => {
  test.use(sansScript);
  test("is offered no button for it", async ({ page }) => {
    await page.goto("/dons");
    await expect(page.getByText("Copier l’IBAN")).toBeHidden();
    await expect(page.locator(".iban")).toBeVisible();
  });
});

test.describe("the picture of the code", () => {
  // Beside a picture that stands alone, the browser asks for /favicon.ico of its own accord.
  test.use({ statutsAttendus: [404] });
  test("is opened by a phone, to keep", async ({ page, isMobile }) => {
    await page.goto("/dons");
    const lien = page.getByRole("link", { name: "Image du code QR" });
    await expect(lien).toBeVisible({ visible: isMobile });
    if (!isMobile) return;
    const attente = page.context().waitForEvent("page");
    await lien.click();
    const image = (await attente).locator("img");
    await expect.poll(() => image.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBeGreaterThan(500);
  });
});

test("the committee, signed in, chooses an amount as well", { tag: "@phone" }, async ({ page }) => {
  await seConnecter(page, "/dons");
  await page.goto("/dons");
  await page.getByRole("link", { name: "CHF 100.–" }).click();
  await expect(page).toHaveURL(/montant=100/);
  expect(await scanner(page)).toEqual({ montant: "100.00", message: "Don" });
});
