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

const LONG_NAME =
  "Grand bal masqué des étoiles et des fifres de la mi-décembre, avec orchestre, raclette et tombola jusqu’à l’aube ici";

test("« Devenir membre » and why are on the first two screens of a phone", async ({ page }) => {
  await page.goto("/");
  const why = page.getByRole("region", { name: "Pourquoi nous rejoindre" });
  const join = why.getByRole("link", { name: "Devenir membre" });
  const isOnTwoScreens = async (height: number) => {
    const box = await join.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), `${height} pixels`).toBeLessThanOrEqual(2 * height);
  };
  for (const [width, height] of [
    [320, 568],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await isOnTwoScreens(height);
  }
  // The longest announcement and the longest name and place of the next event. The site of the tests may have neither.
  await page.evaluate((name) => {
    const announcement = document.createElement("aside");
    announcement.dataset.until = "2999-01-01T00:00:00.000Z";
    announcement.innerHTML = `<p class="page-frame">${name.repeat(2).slice(0, 200)}</p>`;
    document.querySelector(".skip-link")?.after(announcement);
    const strip = `<span class="sr-only">Prochain événement</span><span><b>Mer. 31 déc.</b> · ${name} · ${name}</span><svg viewBox="0 0 32 32"></svg>`;
    const foot = document.querySelector(".hero__foot");
    if (foot) foot.innerHTML = `<div class="next-strip"><a href="/">${strip}</a><a href="/">Tout le planning</a></div>`;
  }, LONG_NAME);
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await isOnTwoScreens(height);
  }
});

test("at 200 % text size on a phone, the menu is visible, and no word on the flags of the home page is broken", async ({
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
