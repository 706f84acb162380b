import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, type Page, postForm, signIn } from "#tests/e2e/test.ts";
import { YEAR } from "./members.ts";

test.use({ viewport: { width: 390, height: 844 } });

const PAGE = `/cotisations/${YEAR}/envoyer`;
const nameOf = (i: number) => `Luyet ${String(i).padStart(3, "0")}`;

/** Opens the fees of `count` members. The links of WhatsApp open nothing. */
async function openRound(page: Page, count: number): Promise<void> {
  await page.context().addInitScript(() =>
    document.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("a[href^='https://wa.me']")) event.preventDefault();
    }),
  );
  await signIn(page, "/registre");
  const fields = { since: `${YEAR}-01-01`, phone: "0791234567" };
  for (let i = 0; i < count; i++)
    await postForm(
      page,
      "/registre/create",
      memberAsTyped({ ...EMPTY_MEMBER, ...fields, firstName: "Léa", lastName: nameOf(i) }),
    );
  await postForm(page, "/cotisations/ouvrir", { year: YEAR });
  await page.goto(`/cotisations/${YEAR}`);
}

const rowOf = (page: Page, i: number) => page.getByRole("listitem").filter({ hasText: `Léa ${nameOf(i)}` });
const whatsApp = (page: Page, i: number) => rowOf(page, i).getByRole("link", { name: /^WhatsApp/ });
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };
const SAID = /WhatsApp, \d{1,2}\sh\s\d{2}/;

test("sending bills to 44 members by WhatsApp takes 45 taps", { tag: "@long" }, async ({ page }) => {
  await openRound(page, 44);
  let taps = 1;
  await page.getByRole("link", { name: "Envoyer", exact: true }).click();
  await expect(page.getByText("Reste 44 à envoyer.")).toBeVisible();
  for (let i = 0; i < 44; i++, taps++) {
    await whatsApp(page, i).click();
  }
  expect(taps).toBe(45);
  await expect(page.getByText("Personne n’attend.")).toBeVisible();
  await page.reload();
  await expect(page.getByText(SAID)).toHaveCount(44);
});

test("a touch is recorded although its tab is closed at once, and « Pas envoyé » takes it back", {
  tag: "@long",
}, async ({ page, context }) => {
  await openRound(page, 2);
  await page.goto(PAGE);
  const { y } = (await rowOf(page, 1).boundingBox()) ?? NOWHERE;
  await whatsApp(page, 0).click();
  await page.close();
  // Before a page of this browser could send it again.
  await expect.poll(async () => (await context.request.get(PAGE)).text()).toContain("Pas envoyé");
  const again = await context.newPage();
  await again.goto(PAGE);
  await expect(rowOf(again, 0)).toContainText(SAID);
  expect((await rowOf(again, 1).boundingBox())?.y).toBe(y);
  await expect(again.getByText("Reste 1 à envoyer.")).toBeVisible();
  const taken = again.waitForResponse((response) => response.url().endsWith("/registre/envois"));
  await rowOf(again, 0).getByRole("button", { name: "Pas envoyé" }).click();
  expect((await taken).status()).toBe(204);
  await expect(again.getByText("Reste 2 à envoyer.")).toBeVisible();
  await again.reload();
  await expect(whatsApp(again, 0)).toBeVisible();
});

test("a double tap records one sending, and the changed row moves no other row", { tag: "@long" }, async ({ page }) => {
  await openRound(page, 2);
  await page.goto(PAGE);
  const box = (await whatsApp(page, 0).boundingBox()) ?? NOWHERE;
  const other = (await rowOf(page, 1).boundingBox()) ?? NOWHERE;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/registre/envois")) sent.push(request.postData() ?? "");
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.dblclick(x, y, { delay: 30 });
  await expect(rowOf(page, 0)).toContainText(SAID);
  await page.mouse.click(x, y);
  expect(sent).toHaveLength(1);
  expect(await rowOf(page, 1).boundingBox()).toEqual(other);
  await expect(whatsApp(page, 1)).toBeVisible();
});

test("an edited text of a round applies to each message at once, and is stored for the next round", {
  tag: "@long",
}, async ({ page }) => {
  await openRound(page, 1);
  await page.goto(PAGE);
  await page.getByText("Modifier le message").click();
  const field = page.getByLabel("Aux membres");
  await field.fill("Salut {nom}, {montant} : {lien}");
  await page.getByRole("button", { name: "Garder ce message" }).click();
  await expect(page.getByText(/n’existe pas\s: entre accolades/)).toBeVisible();
  await field.fill("Hep {prénom}, {montant} : {lien}");
  await expect(whatsApp(page, 0)).toHaveAttribute("href", /text=Hep%20L%C3%A9a/);
  await page.getByRole("button", { name: "Garder ce message" }).click();
  await expect(page.getByText("Texte enregistré")).toBeVisible();
  await page.goto(PAGE);
  await expect(whatsApp(page, 0)).toHaveAttribute("href", /text=Hep%20L%C3%A9a/);
});

test.describe("offline", () => {
  test.use({ networkError: true });
  test("a touch is shown as not recorded yet, survives the tab, and is recorded with the network", async ({
    page,
    context,
  }) => {
    await openRound(page, 1);
    await page.goto(PAGE);
    await context.setOffline(true);
    await whatsApp(page, 0).click();
    await expect(rowOf(page, 0)).toContainText("pas encore noté");
    await expect(page.getByRole("alert").getByText("Un envoi n’est pas encore noté.")).toBeVisible();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    const recorded = again.waitForResponse((response) => response.url().endsWith("/registre/envois"));
    await again.goto(PAGE);
    expect((await recorded).status()).toBe(204);
    await again.reload();
    await expect(rowOf(again, 0)).toContainText(SAID);
  });

  test("what another tab recorded or took back is not sent again", { tag: "@long" }, async ({ page, context }) => {
    await openRound(page, 1);
    await page.goto(PAGE);
    await page.route("**/registre/envois", (route) => route.abort("internetdisconnected"));
    await whatsApp(page, 0).click();
    await expect(rowOf(page, 0)).toContainText("pas encore noté");
    const other = await context.newPage();
    await other.goto(PAGE);
    await expect(rowOf(other, 0)).not.toContainText("pas encore noté");
    const taken = other.waitForResponse((response) => response.url().endsWith("/registre/envois"));
    await rowOf(other, 0).getByRole("button", { name: "Pas envoyé" }).click();
    expect((await taken).status()).toBe(204);
    await expect(whatsApp(other, 0)).toBeVisible();
    await page.unroute("**/registre/envois");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(whatsApp(page, 0)).toBeVisible();
    await page.reload();
    await expect(whatsApp(page, 0)).toBeVisible();
  });
});

test.describe("another account on the device", () => {
  test.use({ networkError: true, expectedStatuses: [409] });
  test("does not send the touch of the first account, which waits until that account signs in again or takes it back", {
    tag: "@long",
  }, async ({ page }) => {
    await openRound(page, 1);
    await page.goto(PAGE);
    await page.route("**/registre/envois", (route) => route.abort("internetdisconnected"));
    await whatsApp(page, 0).click();
    await expect(rowOf(page, 0)).toContainText("pas encore noté");
    await page.evaluate(() => {
      const [touch] = JSON.parse(localStorage.getItem("touches") ?? "[]");
      localStorage.setItem("touches", JSON.stringify([{ ...touch, account: "other" }]));
    });
    await page.unroute("**/registre/envois");
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("Un autre compte");
    await expect(rowOf(page, 0)).toContainText(/WhatsApp, .*, pas encore noté/);
    await rowOf(page, 0).getByRole("button", { name: "Pas envoyé" }).click();
    await expect(whatsApp(page, 0)).toBeVisible();
    await expect(page.getByRole("alert").getByText("pas encore noté")).toHaveCount(0);
  });
});

test("a touch is recorded while the browser refuses to store it", { tag: "@long" }, async ({ page, context }) => {
  await page.context().addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    }),
  );
  await openRound(page, 2);
  await page.goto(PAGE);
  await whatsApp(page, 0).click();
  await expect(rowOf(page, 0)).toContainText(SAID);
  await expect(page.getByText("Reste 1 à envoyer.")).toBeVisible();
  // The row says it before the site has answered, and the browser keeps nothing to show meanwhile.
  await expect.poll(async () => (await context.request.get(PAGE)).text()).toContain("Pas envoyé");
  await page.reload();
  await expect(rowOf(page, 0)).toContainText(SAID);
});
