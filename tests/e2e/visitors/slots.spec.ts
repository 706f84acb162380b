/** A visitor on a phone says where to help, on the page of an event, with and without script. */
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { test } from "#tests/e2e/own-site.ts";
import { centreOf, toCentre } from "#tests/e2e/taps.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, type Page } from "#tests/e2e/test.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";

const EVENT = "Bal0699";
const PAGE = `/planning/${EVENT}`;

/** Adds an event with slots, in another process than the site's. */
async function addEvent(dataDir: string, more: readonly SlotFields[] = []): Promise<void> {
  const silent = { onChange: () => {}, onMail: () => {}, report: () => {} };
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), silent);
  const { events, slots } = services;
  await events.create(EVENT, anEvent({ name: "Bal", month: "2099-06", firstDay: "2099-06-12" }), null);
  const { subject = "" } = (await events.get(EVENT)) ?? {};
  const at = (post: string, hour: number, needed: number, more = {}) => ({
    ...EMPTY_SLOT,
    post,
    needed,
    from: { days: 0, time: `${hour}:00` },
    until: hour === 21 ? { days: 1, time: "00:00" } : { days: 0, time: `${hour + 3}:00` },
    ...more,
  });
  const all = [
    ...more.map((slot) => ({ ...at("", 21, 1), post: slot.post, note: slot.note })),
    at("Bar", 18, 1),
    at("Entrée", 18, 2),
    at("Bar", 21, 2, { adultsOnly: true }),
    at("Entrée", 21, 2),
  ];
  await slots.add(subject, all, { id: "a", name: "Ana" });
  await close();
}

/** @returns the personal page of a new member */
async function addMember(dataDir: string): Promise<string> {
  const silent = { onChange: () => {}, onMail: () => {}, report: () => {} };
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), silent);
  const fields = { firstName: "Zoé", lastName: "Héritier", since: "2020-01-01", birthDate: "2000-01-01" };
  const saved = await services.register.save([{ id: null, data: { ...EMPTY_MEMBER, ...fields } }], null);
  const [id = ""] = saved.ok ? saved.value : [];
  const link = await readMemberLink(services, { id, returnedOn: "" });
  await close();
  return link;
}

/** Counts what a visitor taps. */
function taps(page: Page) {
  let count = 0;
  return {
    count: () => count,
    tick: async (name: RegExp) => {
      count++;
      await page.getByRole("checkbox", { name }).check();
    },
    fill: async (label: string, text: string) => {
      count++;
      await page.getByLabel(label).fill(text);
    },
    send: async () => {
      count++;
      await page.getByRole("button", { name: "Je viens" }).click();
    },
  };
}

for (const javaScriptEnabled of [false, true])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    /** axe is a script. The HTML is the same without one. */
    const expectAccessibleHere = async (page: Page) => javaScriptEnabled && expectAccessible(page);

    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 }, expectedStatuses: [400] });

    const tag = javaScriptEnabled ? [] : "@long";
    test("a visitor comes to one slot with 4 taps, to two with 5, and takes another for a full one", { tag }, async ({
      page,
      dataDir,
    }) => {
      await addEvent(dataDir);
      await page.goto(PAGE);
      await expectAccessibleHere(page);
      await expectNoSidewaysScroll(page);

      const one = taps(page);
      await one.tick(/^Bar 18\sh/);
      await one.fill("Prénom et nom", "Zoé Héritier");
      await one.fill("Téléphone", "079 123 45 67");
      await one.send();
      await expect(page).toHaveURL(/\/mes-places\/[\w-]+#merci$/);
      expect(one.count()).toBe(4);

      // Another visitor has the page of before open: the slot is full by now.
      const late = await page.context().newPage();
      await late.goto(PAGE);
      await expect(late.getByRole("checkbox", { name: /^Bar 18\sh/ })).toHaveCount(0);
      await expect(late.getByText("complet")).toBeVisible();
      const two = taps(late);
      await two.tick(/^Entrée 18\sh/);
      await two.tick(/^Bar 21\sh/);
      await two.fill("Prénom et nom", "Léa Dubuis");
      await two.fill("Téléphone", "079 222 33 44");
      await two.send();
      // The second one is for adults.
      await expect(late.getByRole("alert")).toContainText("Rien n’est encore noté.");
      await expect(late.getByText(/réservé aux adultes/)).toBeVisible();
      await expect(late.getByRole("checkbox", { name: /^Entrée 18\sh/ })).toBeChecked();
      await expect(late.getByLabel("Prénom et nom")).toHaveValue("Léa Dubuis");
      await expectAccessibleHere(late);
      await expectNoSidewaysScroll(late);
      await late.getByLabel("J’aurai 18").check();
      await late.getByRole("button", { name: "Je viens" }).click();
      await expect(late).toHaveURL(/\/mes-places\/[\w-]+#merci$/);

      await late.goto(PAGE);
      const pair = taps(late);
      await pair.tick(/^Entrée 18\sh/);
      await pair.tick(/^Entrée 21\sh/);
      await pair.fill("Prénom et nom", "Ana Luyet");
      await pair.fill("Téléphone", "079 333 44 55");
      await pair.send();
      await expect(late).toHaveURL(/\/mes-places\/[\w-]+#merci$/);
      expect(pair.count()).toBe(5);
    });
  });

test("a long word in the name of a post stays in its panel at 320 px", { tag: "@long" }, async ({ page, dataDir }) => {
  await addEvent(dataDir, [{ ...EMPTY_SLOT, post: "Surveillanceininterrompuedesentrees", note: "x".repeat(60) }]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PAGE);
  const panel = await page.locator(".slots-panel").evaluate((one) => one.getBoundingClientRect().right);
  const texts = await page
    .locator(".slots__text")
    .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  const rights = await page
    .locator(".slots__text")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(texts).toEqual(texts.map(() => 0));
  expect(Math.max(...rights)).toBeLessThan(panel);
});

type Buttons = ReturnType<Page["getByRole"]>;

test.describe("a member", () => {
  test.use({ viewport: { width: 390, height: 500 }, hasTouch: true });

  test("comes to one slot, and gives one place back, if a second tap finds another button at the same point", {
    tag: "@long",
  }, async ({ page, dataDir }) => {
    await addEvent(dataDir);
    const link = await addMember(dataDir);
    const [come, leave] = ["Je viens", "Je ne viens plus"].map((name) =>
      page.getByRole("button", { name: new RegExp(`^${name}\\W`) }),
    ) as [Buttons, Buttons];
    /** The buttons of a page that has just been loaded wait for the time of a double tap (places.css). */
    const waitForButtons = () => page.waitForTimeout(600);
    /** Taps the first of the buttons, then another one, which the page has moved to the same point. */
    const tapTwice = async (buttons: Buttons) => {
      await page.goto(link);
      await waitForButtons();
      await toCentre(buttons.first());
      // The buttons of a page that has just opened wait for the time of a double tap.
      await buttons.first().tap({ trial: true });
      const tapped = await centreOf(buttons.first());
      await page.touchscreen.tap(tapped.x, tapped.y);
      await page.waitForURL(/#[\w-]+$/);
      await waitForButtons();
      await buttons.last().evaluate((button, y) => {
        document.documentElement.style.paddingBlock = "500px";
        const { top, height } = button.getBoundingClientRect();
        scrollBy({ top: top + height / 2 - y, behavior: "instant" });
      }, tapped.y);
      const { x, y } = await centreOf(buttons.last());
      expect(Math.hypot(x - tapped.x, y - tapped.y)).toBeLessThan(12);
      await page.touchscreen.tap(tapped.x, tapped.y);
      await page.waitForTimeout(300);
    };
    await tapTwice(come);
    await expect(leave).toHaveCount(1);
    // Another tap, which is no second one.
    await page.waitForTimeout(2000);
    await come.last().tap();
    await expect(leave).toHaveCount(2);
    await tapTwice(leave);
    await page.goto(link);
    await expect(leave).toHaveCount(1);
  });
});
