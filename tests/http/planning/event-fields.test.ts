/** Every field of the event's table, found in each place where the table says that it shows. */
import { beforeAll, describe, expect, it } from "vitest";
import { EVENT_FIELDS, type EventField, type EventFieldName } from "#domain/events/event-fields.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite, textOf } from "#tests/http/site.ts";

const FIELDS = (Object.entries(EVENT_FIELDS) as [EventFieldName, EventField][]).filter(([, { form }]) => form);

const VALUES = { age: "77", link: "https://exemple.ch/", map: "Mot ", line: "Mot ", paragraphs: "Mot ", slug: "mot-" };
const DAYS: Partial<Record<EventFieldName, string>> = { pageFrom: "2030-07-02", pageUntil: "2030-08-30" };

/** A value that no other field has. */
function uniqueValue(name: EventFieldName, { form }: EventField): string {
  const kind = form?.kind ?? "line";
  if (kind === "age") return VALUES.age;
  if (kind === "day") return DAYS[name] ?? "";
  return VALUES[kind] + (kind === "slug" ? name.toLowerCase() : name);
}

const EVENT: EventFields = {
  ...anEvent({ month: "2030-08", firstDay: "2030-08-01" }),
  ...Object.fromEntries(FIELDS.map(([name, field]) => [name, uniqueValue(name, field)])),
};

const site = setUpSite({ committee: true });
const FORM = "/evenement/modify/Before";
const pages = { form: "", page: "", year: "", calendar: "", history: "" };
beforeAll(async () => {
  await site.services.events.create("Before", anEvent({ month: "2030-08" }));
  const { version = "" } = (await site.services.events.get("Before")) ?? {};
  await site.services.events.update("Before", EVENT, version);
  const read = async (path: string, who = "") => (await site.html(path, who)).replaceAll("&#x27;", "'");
  pages.form = await read(FORM, site.cookie);
  pages.page = /<dl class="poster__facts">.*?<\/dl>/s.exec(await read("/planning/Before"))?.[0] ?? "";
  pages.year = /<ul[^>]*class="marks">.*?<\/ul>/s.exec(await read("/planning/2030"))?.[0] ?? "";
  pages.calendar = (await read("/planning/Before.ics")).replaceAll("\r\n ", "");
  pages.history = textOf(await read(`${FORM}/historique`, site.cookie));
});

const count = (text: string, part: string) => text.split(part).length - 1;

describe.each(FIELDS)("the event field %s", (name, field) => {
  const value = uniqueValue(name, field);
  const { wire, label, form, page, card, calendar, history, conflict } = field;
  const save = (fields: Record<string, string>) =>
    site.send(FORM, { Nom: "Bal", mois: "08", annee: "2030", Lieu: "Savièse", hp: "", ...fields }, site.cookie);

  it("is in the form, on the event's page, card, calendar and history, as its row of EVENT_FIELDS says", () => {
    expect(pages.form).toContain(`<label for="${wire}">${label}</label>`);
    expect(pages.form).toMatch(new RegExp(`<(?:input|textarea)[^>]*name="${wire}"`));
    for (const text of [value, `id="${wire}-aide">${form?.hint}`]) expect(pages.form).toContain(text);
    expect(count(pages.page, `<dt>${page?.label}</dt>`)).toBe(page ? 1 : 0);
    if (page) expect(pages.page).toContain(page.text?.(EVENT) ?? value);
    expect(count(pages.year, `<li>${card?.text?.(EVENT) ?? value}</li>`)).toBe(card ? 1 : 0);
    if (calendar) expect(pages.calendar).toContain(calendar(EVENT)?.replaceAll(",", "\\,"));
    expect(pages.history).toContain(`${label} avant : — vide après : ${history?.(EVENT) ?? value}`);
  });

  it("is stored under its document name, and is listed when two versions conflict", async () => {
    const late = await (await save({ version: "0" })).text();
    expect(late).toContain((conflict ? conflict(EVENT) : value) || value);
    const { version = "" } = (await site.services.events.get("Before")) ?? {};
    expect((await save({ [wire]: value, version })).status).toBe(200);
    const kept = await site.services.events.get("Before");
    expect(kept?.[name]).toBe(value);
    await site.services.events.update("Before", EVENT, kept?.version ?? "");
  });
});
