import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eventAsTyped } from "#domain/events/event-form.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { PictureFolder } from "#domain/pictures/picture.ts";
import { toShownPicture } from "#stores/pictures/reading.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { eraseCard } from "#tests/http/erase-cards.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { setUpSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { deleteCard, restoreDeleted } from "#usecases/recycle-bin.ts";

const ID = "Vrombelune0825";
/** An identifier of the same length that no event has. */
const NOBODY = "Krapelstone082";
const FOLDER = { collection: "evenements", id: ID } as const satisfies PictureFolder;
const SECRETS = {
  name: "Vrombelune",
  place: "Quorzinière",
  details: "Plumbagol",
  price: "CHF 7771.–",
  tickets: "https://zibolaque.ch/",
  contact: "Dagouville",
};

const site = setUpSite();

/** Routes that show public events. tests/http/every-route.test.ts asks all others while a draft exists. */
const OF_EVENTS = /^\/$|planning|sitemap|:address/;

/** @returns status, redirect and body of each request, without nonces and without the requested identifier */
async function everyAnswer(id: string): Promise<{ asked: string; said: string }[]> {
  const answers: { asked: string; said: string }[] = [];
  const withoutId = (text: string) => text.replaceAll(encodeURIComponent(id), "#").replaceAll(id, "#");
  const ask = async (path: string, init?: RequestInit) => {
    const response = await site.request(path, init);
    const said = [response.status, response.headers.get("location"), await response.text()].join("\n");
    const asked = withoutId(`${init?.method ?? "GET"} ${path}`);
    answers.push({ asked, said: withoutId(said.replaceAll(/ nonce="[^"]*"/g, "")) });
  };
  const headers = { origin: site.config.publicUrl };
  for (const { path: pattern, writes } of await listRoutes((place) => `:${place}`)) {
    if (!OF_EVENTS.test(pattern)) continue;
    const path = pattern.replace(/:\w+/, encodeURIComponent(id));
    await ask(path);
    await ask(path === "/" ? "/_.data" : `${path}.data`);
    if (writes) await ask(path, { method: "POST", body: new URLSearchParams({ id }), headers });
  }
  return answers;
}

/** The responses before the event exists. */
let before: Awaited<ReturnType<typeof everyAnswer>>;
beforeAll(async () => {
  site.services.clock.now = () => new Date("2025-06-10T10:00:00Z");
  await site.services.events.create("Fête0825", anEvent());
  before = await everyAnswer(NOBODY);
  expect(before.length).toBeGreaterThan(12);
});
afterEach(() => eraseCard(site.services, "evenements", ID));

const fieldsWith = (fields: Partial<EventFields>) => anEvent({ ...SECRETS, firstDay: "2025-08-02", ...fields });

/** Adds the event with its poster. @returns the words that reveal it, and the addresses of all files of its poster */
async function put(fields: Partial<EventFields>) {
  const poster = await prepared(site.services, "evenements", "plakatune.jpg", await jpeg(1000, 800));
  await site.services.events.create(ID, fieldsWith(fields), null, poster);
  const { sources, share, url } = toShownPicture(FOLDER, poster);
  const files = new Set([url, share ?? "", ...sources.flatMap(({ variants }) => variants.map((one) => one.url))]);
  return { files: [...files], words: [...Object.values(SECRETS), '"7771"', "zibolaque", poster.key] };
}

async function change(fields: Partial<EventFields>) {
  const { version = "" } = (await site.services.events.get(ID)) ?? {};
  await changeCard(site.services, { ...FOLDER, fields: fieldsWith(fields), version }, null);
}

/** Turns the event into a draft by the committee's form. */
async function makeDraft(): Promise<Response> {
  const event = await site.services.events.get(ID);
  const { version = "" } = event ?? {};
  const typed = { ...eventAsTyped(event ?? fieldsWith({}), "2025"), publication: "draft", version };
  const response = await site.send(`/evenement/modify/${ID}`, typed, await site.signIn());
  expect((await site.services.events.get(ID))?.publication).toBe("draft");
  return response;
}

type Told = Awaited<ReturnType<typeof put>>;

/** Every response is as before the event existed, also at its own address, and its poster is not found. */
async function expectNowhere({ files, words }: Told) {
  for (const [i, { asked, said }] of (await everyAnswer(ID)).entries()) {
    expect([asked, words.filter((word) => said.includes(word))]).toEqual([asked, []]);
    expect({ asked, said }).toEqual(before[i]);
  }
  for (const file of files) expect([file, (await site.request(file)).status]).toEqual([file, 404]);
}

/** Each word is found, which proves that `expectNowhere` searches for the right words. */
async function expectEverywhere({ files, words }: Told) {
  const told = (await everyAnswer(ID)).map(({ said }) => said).join("\n");
  expect(words.filter((word) => !told.includes(word))).toEqual([]);
  for (const file of files) expect([file, (await site.request(file)).status]).toEqual([file, 200]);
}

describe("a draft is on no public page", { timeout: 120_000 }, () => {
  it("before it is published, when it is deleted and restored, and when it was public before", async () => {
    const told = await put({ publication: "draft" });
    await expectNowhere(told);
    const key = await deleteCard(site.services, FOLDER, null);
    await expectNowhere(told);
    expect(await restoreDeleted(site.services, key ?? "", null)).toEqual({ kind: "evenement", id: ID });
    await expectNowhere(told);
    await change({ publication: "" });
    await expectEverywhere(told);
    await change({ publication: "draft" });
    await expectNowhere(told);
    await deleteCard(site.services, FOLDER, null);
    await expectNowhere(told);
  });

  it("when it is scheduled, and is the only event of its year", async () => {
    const year = { month: "2031-08", firstDay: "2031-08-02" };
    const told = await put({ ...year, publication: "2025-06-10T10:00:01.000Z" });
    await expectNowhere(told);
    expect((await site.request("/planning/2031")).status).toBe(404);
    expect(await (await site.request("/planning")).text()).not.toContain("2031");
    await change({ ...year, publication: "" });
    expect((await site.request("/planning/2031")).status).toBe(200);
    await expectEverywhere(told);
  });

  it("from the response on that made it a draft: no cached page shows it any more", async () => {
    const { words } = await put({});
    const server = createServer((req, res) => {
      if (!site.cache.reply(req, res)) res.writeHead(418).end();
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    const pages = ["/", "/planning", `/planning/${ID}`, "/sitemap.xml"];
    const kept = async () => {
      const texts = pages.map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text());
      return (await Promise.all(texts)).map((text) => words.some((word) => text.includes(word)));
    };
    const keptAnew = async () => {
      for (const path of pages) await site.request(path);
      return kept();
    };
    // Its picture has its later variants made meanwhile, and each of them clears the pages.
    await expect.poll(keptAnew).toEqual([true, true, true, true]);

    expect((await makeDraft()).status).toBe(200);
    expect(await kept()).toEqual([false, false, false, false]);
  });
});
