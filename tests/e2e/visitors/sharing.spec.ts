import { expect, signIn, test } from "#tests/e2e/test.ts";

const BALL = "/planning/Bal0825";

/** Calls of a stand-in for the share sheet of a phone, which a headless browser does not have. */
type WithSheet = { shared?: { title?: string; text?: string; url?: string }[] } & {
  [how in "dismissed" | "stays" | "isOpen"]?: boolean;
};

test("the address of a card in the planning marks that card and no other, without an animation for users who prefer less motion", async ({
  page,
}) => {
  await page.goto("/planning#Bal0825");
  const contour = (name: string) =>
    page
      .locator(".evenement", { hasText: name })
      .locator(".print")
      .evaluate((printFrame) => getComputedStyle(printFrame).outlineStyle);
  await expect.poll(() => contour("Bal de la mi-été")).toBe("solid");
  expect(await contour("Fête nationale")).toBe("none");
  await expect(page.locator(".evenement", { hasText: "Bal de la mi-été" })).toBeInViewport();
  await expect(page.locator(".evenement:target .print")).toHaveCSS("animation-name", "none");
});

test("'Partager' copies the address, and says so, on a device without a share sheet; a past event has no calendar link", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto(BALL);
  await page.evaluate(() => navigator.clipboard.writeText("something else"));
  await page.getByRole("link", { name: "Partager Bal de la mi-été" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Adresse copiée" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${BALL}`);
  await expect(page).toHaveURL(BALL);
  await expect(page.getByRole("link", { name: "Ajouter à mon agenda : Bal de la mi-été" })).toHaveCount(0);
});

test("'Partager' shows the address, selected, where the clipboard is refused or missing", { tag: "@long" }, async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto(BALL);
  const share = page.getByRole("link", { name: "Partager Bal de la mi-été" });
  const notice = page.getByRole("status").filter({ hasText: "La copie n’est pas permise ici." });
  const field = page.getByRole("textbox", { name: "Adresse à copier" });
  for (const how of ["refused", "missing"])
    await test.step(how, async () => {
      await page.evaluate((how) => {
        const writeText = () => Promise.reject(new Error("refused"));
        const value = how === "missing" ? undefined : { writeText };
        Object.defineProperty(navigator, "clipboard", { value, configurable: true });
        // The focus and selection of the first round prove nothing about the second.
        getSelection()?.removeAllRanges();
        (document.activeElement as HTMLElement | null)?.blur();
      }, how);
      for (const _ of [1, 2]) {
        await share.click();
        await expect(notice).toBeVisible();
        await expect(field).toBeFocused();
        await expect(field).toHaveValue(`${baseURL}${BALL}`);
        expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${baseURL}${BALL}`);
      }
    });
  await expect(page).toHaveURL(BALL);
});

test("'Partager' opens the share sheet with name and address, 'Envoyer dans le groupe' with a message; closing the sheet changes nothing", async ({
  page,
  context,
  baseURL,
}) => {
  await page.addInitScript(() => {
    const sheet = window as WithSheet;
    sheet.shared = [];
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: async (what: object) => {
        if (sheet.isOpen) throw new DOMException("open", "InvalidStateError");
        sheet.shared?.push(what);
        if (sheet.dismissed) throw new DOMException("closed", "AbortError");
        if (sheet.stays) {
          sheet.isOpen = true;
          await new Promise(() => {});
        }
      },
    });
  });
  const link = page.getByRole("link", { name: "Partager Bal de la mi-été" });
  const ball = { title: "Bal de la mi-été", url: `${baseURL}${BALL}` };
  const shared = () => page.evaluate(() => (window as WithSheet).shared);
  await test.step("« Partager » opens the share sheet with the name and the address of the event", async () => {
    await page.goto(BALL);
    await link.click();
    await expect.poll(shared).toEqual([ball]);
    await expect(page).toHaveURL(BALL);
  });
  await test.step("closing the share sheet keeps the page, and a further tap opens it again", async () => {
    await page.evaluate(() => Object.assign(window, { dismissed: true }));
    for (const times of [2, 3]) {
      await link.click();
      await expect.poll(async () => (await shared())?.length).toBe(times);
    }
    await expect(page).toHaveURL(BALL);
  });
  const message = /^Bal de la mi-été\nAoût 2025/;
  const send = page.getByRole("link", { name: "Envoyer dans le groupe : Bal de la mi-été" });
  const status = page.locator("[data-share-said]");
  await test.step("« Envoyer dans le groupe » opens one share sheet for a double tap, on a page after client-side navigation", async () => {
    await signIn(page, "/journal");
    await page.getByRole("link", { name: "Planning" }).first().click();
    // The card may be among the folded past events.
    await page.locator(`a[href="${BALL}"]`).first().dispatchEvent("click");
    await expect(page).toHaveURL(BALL);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    // The script comes with the page.
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /share-/.test(name)));
    await send.dblclick();
    await expect.poll(shared).toEqual([{ ...ball, text: expect.stringMatching(message) }]);
    await expect(status).toBeEmpty();
    await expect(page.getByRole("link", { name: /^Partager/ })).toHaveCount(0);
  });
  await test.step("« Envoyer dans le groupe » copies the message on a device without a share sheet, and links to WhatsApp", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await send.click();
    await expect(status).toContainText("Message copié");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(message);
    expect(copied.split("\n").at(-1)).toBe(ball.url);
    await expect(status.getByRole("link", { name: "Ouvrir WhatsApp" })).toHaveAttribute("href", /wa\.me\/\?text=Bal/);
    await expect(page).toHaveURL(BALL);
  });
});

test("the page of an event causes no error in the browser of a signed-in user", { tag: "@long" }, async ({ page }) => {
  await signIn(page, BALL);
  await expect(page.getByRole("heading", { level: 1, name: "Bal de la mi-été" })).toBeVisible();
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
  await page.getByRole("link", { name: "Tout le planning" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Planning 2025");
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
});

test("the site can be put on the home screen", async ({ page, context }) => {
  await page.goto("/");
  const cdp = await context.newCDPSession(page);
  const { errors, data } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? "{}")).toMatchObject({ short_name: "Savièse", display: "standalone" });
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  // Tests run in a private window, in which browsers install nothing: no other error is allowed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});
