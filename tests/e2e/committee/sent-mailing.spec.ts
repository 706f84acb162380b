/** The page of a sent mailing on a phone. */
import { join } from "node:path";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { createEventStore } from "#stores/events.ts";
import { MAILS_COLLECTION, mailFromDocument } from "#stores/mail-document.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createMailStore } from "#stores/mails.ts";
import { createOptOutStore } from "#stores/opt-outs.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createTouchStore } from "#stores/rounds/touches.ts";
import { createReplyStore } from "#stores/slots/replies.ts";
import { areSound } from "#tests/e2e/every-page/states.ts";
import { test as base } from "#tests/e2e/own-site.ts";
import { ALL_PAUSES, tapTwice } from "#tests/e2e/taps.ts";
import { expect, type Page, signIn } from "#tests/e2e/test.ts";
import { aMailer, aSentMailing, nameOf, type Ways } from "#tests/usecases/sent-mailing.ts";
import type { Services } from "#usecases/services.ts";

const LATER_MS = 3_600_000;
const secret = async () => "un-secret-de-test";

type Mails = {
  /** Sends a mailing, and opens its page. Its e-mails wait, and the site does not send them. */
  openMailing: (ways: Ways) => Promise<string>;
  /** Records that letters have left. */
  leave: (count: number) => Promise<void>;
  /** @returns numbers of people in the shares of a way, a share after the other */
  shares: (id: string, way: "group" | "paper") => Promise<number[]>;
};

const test = base.extend<{ mails: Mails }>({
  mails: async ({ page, dataDir }, use) => {
    await page.context().addInitScript(() =>
      document.addEventListener("click", (event) => {
        if (event.target instanceof Element && event.target.closest("a[href^='https://wa.me']")) event.preventDefault();
      }),
    );
    const documents = openSqliteDocuments(join(dataDir, "site.db"));
    const mails = createMailStore(documents);
    const mailings = createMailingStore(documents, secret);
    const services = {
      mailings,
      register: createRegisterStore(documents),
      replies: createReplyStore(documents),
      touches: createTouchStore(documents),
      optOuts: createOptOutStore(documents, secret),
      events: createEventStore(documents),
      auth: { listAccounts: async () => [] } as unknown as Services["auth"],
      clock: { now: () => new Date() },
      ...aMailer(),
    };
    await use({
      async openMailing(ways) {
        const id = await aSentMailing(services, ways);
        const nextAttempt = new Date(Date.now() + LATER_MS);
        const lease = () => mails.leaseDue(new Date(), LATER_MS);
        for (let mail = await lease(); mail; mail = await lease()) {
          await mails.record(mail, { state: "en-attente", reason: "Occupé.", nextAttempt });
        }
        await signIn(page, `/ecrire/${id}`);
        return id;
      },
      async leave(count) {
        // The site may be trying one of them at this moment: a success counts nevertheless.
        const found = await documents.query(MAILS_COLLECTION, { limit: count });
        for (const document of found)
          await mails.record({ ...mailFromDocument(document), id: document.id }, { state: "envoye", at: new Date() });
      },
      shares: async (id, way) =>
        ((await mailings.get(id))?.shares ?? [])
          .filter((one) => one.way === way)
          .map(({ recipients }) => recipients.length),
    });
    documents.close();
  },
});

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  // No server listens there: the tests record themselves which letters have left.
  siteEnv: { MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "site@exemple.ch" },
});

const SAID = (word: string) => new RegExp(`${word}, \\d{1,2}\\sh\\s\\d{2}`);
const rowOf = (page: Page, name: string) => page.locator(".list--round > li").filter({ hasText: name });
const group = (page: Page) => rowOf(page, "Groupe WhatsApp");
const inGroup = (page: Page) => group(page).getByRole("link", { name: /^WhatsApp/ });
const printed = (page: Page) => page.getByRole("button", { name: "C’est imprimé" });

test("134 members take 17 taps on the page, and nothing moves under the finger", async ({ page, mails }) => {
  const id = await mails.openMailing({ email: 20, group: 60, mobile: 14, paper: 40 });
  await mails.leave(20);
  await page.reload();
  await expect(
    page.getByText("134 personnes\u00a0: 20 par e-mail, 60 dans le groupe, 14 par SMS ou WhatsApp, 40 lettres."),
  ).toBeVisible();
  await expect(page.getByText("20 sur 20 envoyés", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Lettres à imprimer (PDF)" })).toHaveAttribute(
    "href",
    `/ecrire/${id}/lettres.pdf`,
  );
  let taps = 1;
  await inGroup(page).tap();
  taps++;
  await expect(group(page)).toContainText(SAID("Partagé"));
  for (let i = 0; i < 14; i++, taps++) {
    const row = rowOf(page, nameOf("mobile", i));
    const before = await rowOf(page, nameOf("mobile", 13)).boundingBox();
    await row.getByRole("link", { name: /^WhatsApp/ }).tap();
    await expect(row).toContainText(SAID("WhatsApp"));
    if (i > 0) expect((await rowOf(page, nameOf("mobile", 13)).boundingBox())?.height).toBe(before?.height);
  }
  await expect(page.getByText("14 sur 14 envoyés. Personne n’attend.")).toBeVisible();
  await printed(page).tap();
  taps++;
  await expect(rowOf(page, "40 lettres")).toContainText(SAID("Imprimé"));
  expect(taps).toBe(17);
  await page.reload();
  await expect(group(page)).toContainText(SAID("Partagé"));
  await expect(page.getByText(SAID("WhatsApp"))).toHaveCount(14);
  expect([await mails.shares(id, "group"), await mails.shares(id, "paper")]).toEqual([[60], [40]]);
  await group(page)
    .getByRole("button", { name: /^Pas envoyé/ })
    .tap();
  await expect(inGroup(page)).toBeVisible();
  await page.reload();
  await rowOf(page, "40 lettres").getByRole("button", { name: "Pas imprimé" }).tap();
  await expect(printed(page)).toBeVisible();
  await expect.poll(() => mails.shares(id, "group")).toEqual([]);
  expect(await mails.shares(id, "paper")).toEqual([]);
});

test("the progress of the e-mails is read without a reload, moves nothing, and is stopped and resumed", {
  tag: "@long",
}, async ({ page, mails }) => {
  await mails.openMailing({ email: 20, group: 2 });
  await expect(page.getByText("0 sur 20 envoyés")).toBeVisible();
  const place = await page.getByRole("heading", { name: "Groupe" }).boundingBox();
  await mails.leave(12);
  await expect(page.getByText("12 sur 20 envoyés")).toBeVisible();
  expect(await page.getByRole("heading", { name: "Groupe" }).boundingBox()).toEqual(place);
  await page.getByRole("button", { name: "Arrêter l’envoi" }).tap();
  await expect(rowOf(page, "12 sur 20 envoyés")).toContainText(/Arrêté, \d/);
  await page.getByRole("button", { name: "Reprendre l’envoi" }).tap();
  await expect(page.getByRole("button", { name: "Arrêter l’envoi" })).toBeVisible();
});

for (const pause of ALL_PAUSES)
  test(`two taps ${pause} ms apart do what one does`, { tag: "@long" }, async ({ page, mails }) => {
    const id = await mails.openMailing({ email: 2, group: 2, mobile: 1, paper: 2 });
    await tapTwice(page, inGroup(page), pause);
    await expect(group(page)).toContainText(SAID("Partagé"));
    await tapTwice(page, rowOf(page, nameOf("mobile", 0)).getByRole("link", { name: /^SMS/ }), pause);
    await expect(rowOf(page, nameOf("mobile", 0))).toContainText(SAID("SMS"));
    await tapTwice(page, printed(page), pause);
    await expect(rowOf(page, "2 lettres")).toContainText(SAID("Imprimé"));
    // A tap on another button at the same point of the screen would count as a second tap.
    await page.reload();
    await tapTwice(page, page.getByRole("button", { name: "Arrêter l’envoi" }), pause);
    await expect(page.getByText(/Arrêté, \d/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Arrêté, \d/)).toBeVisible();
    await expect(page.getByText(SAID("SMS"))).toHaveCount(1);
    expect([await mails.shares(id, "group"), await mails.shares(id, "paper")]).toEqual([[2], [2]]);
  });

test.describe("offline", () => {
  test.use({ networkError: true });
  test("the share in the group is shown as not recorded yet, survives the tab, and is recorded with the network", {
    tag: "@long",
  }, async ({ page, context, mails }) => {
    const id = await mails.openMailing({ group: 2 });
    await context.setOffline(true);
    await inGroup(page).tap();
    await expect(group(page)).toContainText("pas encore noté");
    await expect(page.getByRole("alert").getByText("Un envoi n’est pas encore noté.")).toBeVisible();
    const url = page.url();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    const recorded = again.waitForResponse((response) => response.url().endsWith("/registre/envois"));
    await again.goto(url);
    expect((await recorded).status()).toBe(204);
    await again.reload();
    await expect(group(again)).toContainText(SAID("Partagé"));
    expect(await mails.shares(id, "group")).toEqual([2]);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("the group, a person, the letters and the e-mails are recorded with buttons, and taken back", {
    tag: "@long",
  }, async ({ page, mails }) => {
    const id = await mails.openMailing({ email: 2, group: 2, mobile: 1, paper: 2 });
    await group(page)
      .getByRole("button", { name: /^C’est envoyé/ })
      .tap();
    await expect(group(page)).toContainText(SAID("Partagé"));
    const person = rowOf(page, nameOf("mobile", 0));
    await person.getByRole("combobox").selectOption("sms");
    await person.getByRole("button", { name: /^C’est envoyé/ }).tap();
    await expect(person).toContainText(SAID("SMS"));
    await printed(page).tap();
    await expect(rowOf(page, "2 lettres")).toContainText(SAID("Imprimé"));
    await page.getByRole("button", { name: "Arrêter l’envoi" }).tap();
    await page.getByRole("button", { name: "Reprendre l’envoi" }).tap();
    await group(page)
      .getByRole("button", { name: /^Pas envoyé/ })
      .tap();
    await expect(inGroup(page)).toBeVisible();
    expect([await mails.shares(id, "group"), await mails.shares(id, "paper")]).toEqual([[], [2]]);
  });
});

test("the pages are accessible and fit, empty, full and done", { tag: "@long" }, async ({ page, mails }) => {
  const id = await mails.openMailing({ email: 3, group: 2, mobile: 2, paper: 2, none: 2 });
  await areSound(page, ["/ecrire/envoyes", `/ecrire/${id}`]);
  await printed(page).tap();
  await expect(rowOf(page, "2 lettres")).toContainText(SAID("Imprimé"));
  await page.reload();
  await page.getByRole("button", { name: "Arrêter l’envoi" }).tap();
  await expect(page.getByText(/Arrêté, \d/)).toBeVisible();
  await areSound(page, [`/ecrire/${id}?filtre=unreachable`]);
});
