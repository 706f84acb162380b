/** The optional fields of the event form, its publication, and the page that follows a save. */
import { describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { sentences } from "#tests/http/site.ts";
import { preparedKeys } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";

const BASE = { Nom: "Bal du lac", mois: "06", annee: "2025", Lieu: "Lac", hp: "" };
const DETAILS = {
  FirstDay: "2025-06-14",
  LastDay: "2025-06-15",
  StartTime: "22:00",
  EndTime: "04:00",
  Details: "Une nuit au bord de l’eau.\r\n\r\nhttps://exemple.ch",
  Price: "CHF 15.–, étudiants 10.–",
  MinimumAge: "16 ans",
  Tickets: "exemple.ch/billets",
  Contact: "Ana, 079 123 45 67",
};
const LATER = { publication: "later", publishDay: "2025-07-01", publishTime: "18:00" };
const CREATE = "/evenement/create";

const { site } = setUpPlanning("2025-06-10T10:00:00Z", { committee: true });
const image = new File([new Uint8Array(await jpeg(400, 500))], "affiche.jpg");

const create = (fields: Record<string, string> = {}) => site.upload(CREATE, { ...BASE, ...fields, image }, site.cookie);
const only = async () => (await site.services.events.list())[0];
const fold = (html: string) => /<details class="more full"[^>]*>/.exec(html)?.[0];

/** Submits the edit form with the stored version. */
async function change(id: string, fields: Record<string, string>) {
  const { version = "" } = (await site.services.events.get(id)) ?? {};
  return site.send(`/evenement/modify/${id}`, { ...BASE, ...fields, version }, site.cookie);
}

describe("an event", () => {
  it("with an invalid field shows one error beside it, unfolded, and keeps all values", async () => {
    const typed = { ...DETAILS, Contact: "Ana au bar", publication: "draft", MinimumAge: "seize" };
    const response = await create(typed);
    const html = (await response.text()).replaceAll("&#x27;", "'");
    expect([response.status, sentences(html)]).toEqual([
      400,
      [["MinimumAge", "Indiquez un âge entre 1 et 99 ans, en chiffres."]],
    ]);
    expect(fold(html)).toContain('open=""');
    const { publication: _, Details, ...inputs } = typed;
    for (const value of Object.values(inputs)) expect(html).toContain(`value="${value}"`);
    expect(html).toMatch(new RegExp(`<textarea[^>]*name="Details"[^>]*>${Details.slice(0, 20)}`));
    expect(await site.services.events.list()).toEqual([]);
    expect(preparedKeys(site.folder)).toEqual([]);
  });

  it("shows the optional fields unfolded only if one of them has a value", async () => {
    expect(fold(await site.html(CREATE))).not.toContain("open");
    await site.services.events.create("Plain", anEvent());
    expect(fold(await site.html("/evenement/modify/Plain"))).not.toContain("open");
    for (const [id, fields] of [
      ["Priced", { price: "Entrée libre" }],
      ["Called", { status: "annule" }],
      ["Draft", { publication: "draft" }],
    ] as const) {
      await site.services.events.create(id, anEvent(fields));
      expect([id, fold(await site.html(`/evenement/modify/${id}`))]).toEqual([id, expect.stringContaining("open")]);
    }
  });

  it("is not overwritten by a save of an older version, which shows all current values", async () => {
    await create({ ...DETAILS, publication: "draft" });
    const { id = "", version = "" } = (await only()) ?? {};
    const first = await change(id, { ...DETAILS, publication: "draft", Price: "Gratuit" });
    expect([first.status, await first.text()]).toEqual([
      200,
      expect.stringContaining("L&#x27;événement a été mis à jour avec succès"),
    ]);
    const late = await site.send(`/evenement/modify/${id}`, { ...BASE, Details: "Autre", version }, site.cookie);
    expect(late.status).toBe(409);
    const html = (await late.text()).replaceAll("\u00a0", " ");
    expect(html).toContain(
      "Elle dit maintenant : Bal du lac, Juin 2025, du sam. 14 au dim. 15 juin, dès 22 h, jusqu’à 4 h, Lac, « Une nuit au bord de l’eau. https://exemple.ch », Gratuit, dès 16 ans, https://exemple.ch/billets, Ana, 079 123 45 67, Brouillon.",
    );
    expect(html).toContain(">Autre</textarea>");
    expect(await only()).toMatchObject({ price: "Gratuit" });
  });
});

it("the publication of an event can be scheduled in Zurich’s time, which the form shows again", async () => {
  expect((await create(LATER)).status).toBe(302);
  const event = await only();
  expect(event?.publication).toBe("2025-07-01T16:00:00.000Z");
  const html = await site.html(`/evenement/modify/${event?.id}`);
  expect(html).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="later"|value="later"[^>]*checked=""/);
  for (const value of [LATER.publishDay, LATER.publishTime]) expect(html).toContain(`value="${value}"`);
  await change(event?.id ?? "", { ...LATER, publishDay: "2025-06-10", publishTime: "11:59" });
  expect((await site.request(`/planning/${event?.id}`)).status).toBe(200);
});

describe("a save of an event", () => {
  it.each([
    [{ annee: "2026" }, "/planning"],
    [{ annee: "2024", publication: "draft" }, "/planning/2024"],
  ])("redirects to the planning page that lists the event: %j", async (fields, page) => {
    const response = await create(fields);
    const { id = "" } = (await only()) ?? {};
    expect(response.headers.get("location")).toBe(`${page}#${id}`);
    expect(await site.html(page)).toContain(`id="${id}"`);
    const html = await site.html(`/evenement/modify/${id}`);
    expect(/href="([^"]*)"[^>]*>Annuler/.exec(html)?.[1]).toBe(page);
    expect((await change(id, fields)).headers.get("refresh")).toBe(`2; url=${page}`);
    expect((await change(id, { annee: "2019" })).headers.get("refresh")).toBe("2; url=/planning/2019");
  });

  it("redirects to /planning if the settings cannot be read, and the event is saved", async () => {
    const { settings } = site.services;
    const { get } = settings;
    settings.get = () => Promise.reject(new Error("disk I/O error"));
    site.log.length = 0;
    const response = await create({ annee: "2024" });
    settings.get = get;
    expect(response.headers.get("location")).toBe("/planning#Bal0624");
    expect(await only()).toMatchObject({ month: "2024-06" });
    expect(site.log).toMatchObject([{ position: "page of an event" }]);
  });
});
