/** What the readers of a mailing do on their phones: the link of the group, the link of an SMS, the opt-out of a mail. */
import type { Page } from "@playwright/test";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, nothingIsCut, signIn } from "#tests/e2e/test.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";

const silent = { onChange: () => {}, onMail: () => {}, report: () => {} };
const BOB = { id: "bob", name: "Bob" };
const LONG = "https://exemple.ch/une-adresse-sans-coupure-possible-1234567890-abcdefghijklmnopqrstuvwxyz";

/** A member with five messages. @returns the paths of the pages, and the id of the oldest message */
async function addMessages(dataDir: string) {
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), silent);
  const zoe = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Héritier", since: "2020-01-01", birthDate: "2000-01-01" };
  const saved = await services.register.save([{ id: null, data: zoe }], BOB);
  const member = saved.ok ? (saved.value[0] ?? "") : "";
  const ids: string[] = [];
  const begin = Date.now();
  for (const nth of ["Premier", "Deuxième", "Troisième", "Quatrième", "Cinquième"]) {
    const id = newMailingId();
    // The page orders them by their time, which a fast machine would repeat.
    services.clock.now = () => new Date(begin + ids.length);
    const words = {
      subject: `${nth} message`,
      text: `**${nth}** : ${LONG}\n\n- Skis`,
      answersTo: "Bob, 079 123 45 67",
    };
    const about = { kind: "info", event: "", day: "", corrects: "", isForGroup: true } as const;
    await services.mailings.create(id, { ...words, ...about, recipients: [{ member, reply: "" }] }, [], BOB);
    const created = await services.mailings.get(id);
    if (created) await services.mailings.markQueued(created);
    ids.push(id);
  }
  const [first = ""] = ids;
  const paths = {
    member: `/registre/${member}`,
    own: await readMemberLink(services, { id: member, returnedOn: "" }),
    group: `/ecrire/lu/${await services.mailings.pageTokenOf(first)}`,
    stop: `/ecrire/stop/${await services.optOuts.tokenOf(member)}`,
    first,
  };
  await close();
  return paths;
}

async function isSound(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await nothingIsCut(page);
  }
}

test("a member reads the message of the group and that of an SMS, opts out by the link of a mail, and wants the infos again", async ({
  page,
  browser,
  ownSite,
  dataDir,
}) => {
  const paths = await addMessages(dataDir);
  const context = await browser.newContext({
    baseURL: ownSite.url,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  const visitor = await context.newPage();
  await visitor.goto(paths.group);
  await expect(visitor.getByRole("heading", { level: 1, name: "Premier message" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "079 123 45 67" })).toBeVisible();

  await visitor.goto(`${paths.own}#message-${paths.first}`);
  const oldest = visitor.locator(`#message-${paths.first}`);
  await expect(oldest.getByText("Skis")).toBeInViewport();
  await expect(visitor.locator("article", { hasText: "Deuxième message" }).getByText("Skis")).toBeHidden();
  await visitor.getByRole("link", { name: "Deuxième message" }).click();
  await expect(visitor.locator("article", { hasText: "Deuxième message" }).getByText("Skis")).toBeInViewport();
  await expect(oldest.getByText("Skis")).toBeHidden();

  await visitor.goto(paths.stop);
  await visitor.getByRole("button", { name: "Ne plus recevoir les informations" }).click();
  await expect(visitor.getByText("C’est noté : les informations n’arrivent plus depuis le")).toBeVisible();
  await visitor.goto(paths.own);
  await expect(visitor.getByText("Tu ne les reçois plus depuis le")).toBeVisible();
  await visitor.getByRole("button", { name: "Recevoir les informations" }).click();
  await expect(visitor.getByText("Tu ne les reçois plus depuis le")).toBeHidden();
  await visitor.getByRole("button", { name: "Ne plus les recevoir" }).click();
  await expect(visitor.getByText("Tu ne les reçois plus depuis le")).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await context.close();

  await signIn(page, paths.member);
  await page.goto(paths.member);
  const since = page.getByText(/^Ne veut plus des informations depuis le/);
  await expect(since).toBeVisible();
  await page.getByRole("button", { name: /^Reçoit les informations/ }).click();
  await expect(since).toBeHidden();
  await expectAccessible(page);
});

test("the pages of a message and of the opt-out are readable on a small phone and by a screen reader", {
  tag: "@long",
}, async ({ page, dataDir }) => {
  const paths = await addMessages(dataDir);
  for (const path of [paths.group, paths.stop, `${paths.own}#message-${paths.first}`]) {
    await page.goto(path);
    await isSound(page);
  }
  await page.goto(paths.stop);
  await page.getByRole("button", { name: "Ne plus recevoir les informations" }).click();
  await expect(page.getByRole("button", { name: "Recevoir de nouveau" })).toBeVisible();
  await isSound(page);
  await page.getByRole("button", { name: "Recevoir de nouveau" }).click();
  await expect(page.getByRole("button", { name: "Ne plus recevoir les informations" })).toBeVisible();
});
