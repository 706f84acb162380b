import { expect, test } from "#tests/e2e/test.ts";
import { useMenu } from "./menu.ts";

test("the main content starts on the first screen of a phone", { tag: "@phone" }, async ({ page }) => {
  for (const [path, first] of [
    ["/dons", "a[href*=twint], .iban"],
    ["/comite", ".membre__name"],
    ["/inscription", "input[name=nom]"],
    ["/contact", "input[name=nom]"],
  ] as const) {
    await page.goto(path);
    expect((await page.locator(".banner").boundingBox())?.height, path).toBeLessThanOrEqual(220);
    await expect(page.locator(first).first(), path).toBeInViewport({ ratio: 1 });
  }
});

test("at 200 % text size on a phone, the menu is in view, and the pennants show their words in one piece", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.locator("html").evaluate((html) => {
    html.style.fontSize = "200%";
  });
  await expect(page.locator(".toggle")).toBeInViewport({ ratio: 1 });
  const lines = await page
    .locator(".pennant > *")
    .evaluateAll((texts) =>
      texts.map((text) => Math.floor(text.scrollHeight / Number.parseFloat(getComputedStyle(text).fontSize))),
    );
  expect(lines).toEqual(Array(8).fill(1));
});

test("the planning has two columns, on a phone, too", async ({ page }) => {
  await page.goto("/planning/2025");
  const cards = page.locator(".evenement");
  await expect(cards.filter({ hasText: "Bal de la mi-été" })).toContainText("Août 2025");
  const [a, b] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect(b?.x).toBeGreaterThan(a?.x ?? 0);
  await expect(cards.first().locator("img")).toHaveAttribute("srcset", /480w/);
  const film = cards.filter({ hasText: "RJV 2025" }).getByRole("link", { name: "Vers l'after movie" });
  await expect(film).toHaveAttribute("target", "_blank");
  await expect(film).toHaveAttribute("rel", /noopener/);
});

test("the canvas of the header is animated, unless the user prefers reduced motion", { tag: "@phone" }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const drawing = () => page.locator("canvas").evaluate((c: HTMLCanvasElement) => c.toDataURL());
  const isDrawn = () =>
    page.locator("canvas").evaluate((c: HTMLCanvasElement) => {
      const pixels = c.getContext("2d")?.getImageData(0, 0, c.width, c.height).data;
      return pixels?.some((value) => value > 0);
    });
  await page.goto("/charte");
  await expect.poll(isDrawn).toBe(true);
  const before = await drawing();
  await expect.poll(drawing).not.toBe(before);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/charte");
  await expect.poll(isDrawn).toBe(true);
  const calm = await drawing();
  const images = await page.evaluate(async () => {
    const canvas = document.querySelector("canvas") as HTMLCanvasElement;
    const views = new Set<string>();
    for (let i = 0; i < 20; i++) {
      await new Promise((rest) => requestAnimationFrame(rest));
      views.add(canvas.toDataURL());
    }
    return [...views];
  });
  expect(images).toEqual([calm]);
});
test("the menu of a phone opens, and closes on a tap outside, on Escape and after a click on a link", {
  tag: "@phone",
}, async ({ page }) => {
  const entry = await useMenu(page);
  await expect(entry).toBeHidden();
  await page.goBack();
  await expect(entry).toBeHidden();
});
