/** Every field of the event's table, found in each place where the table says that it shows. */
import { beforeAll, describe, expect, it } from "vitest";
import { EVENT_FIELDS, type EventField, type EventFieldName } from "#domain/events/event-fields.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite } from "#tests/http/site.ts";

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
beforeAll(async () => {
  await site.services.events.create("Before", anEvent({ month: "2030-08" }));
  const { version = "" } = (await site.services.events.get("Before")) ?? {};
  await site.services.events.update("Before", EVENT, version);
});

const read = async (path: string, who = site.cookie) => (await site.html(path, who)).replaceAll("&#x27;", "'");

const count = (text: string, part: string) => text.split(part).length - 1;

describe.each(FIELDS)("%s", (name, field) => {
  const value = uniqueValue(name, field);
  const { wire, label, form, page, card, calendar, history, conflict } = field;

  it("is in the form by its label, with its hint, and comes back as it was sent", async () => {
    const html = await read("/evenement/modify/Before");
    expect(html).toContain(`<label for="${wire}">${label}</label>`);
    expect(html).toMatch(new RegExp(`<(?:input|textarea)[^>]*name="${wire}"`));
    expect(html).toContain(value);
    expect(html).toContain(`id="${wire}-aide">${form?.hint}`);
  });

  it("is kept in the document by the name that it has there", async () => {
    const typed = { Nom: "Bal", mois: "08", annee: "2031", Lieu: "Savièse", [wire]: value, hp: "" };
    const { version = "" } = (await site.services.events.get("Before")) ?? {};
    const answer = await site.send("/evenement/modify/Before", { ...typed, version }, site.cookie);
    expect(answer.status).toBe(200);
    const kept = await site.services.events.get("Before");
    expect(kept?.[name]).toBe(value);
    await site.services.events.update("Before", EVENT, kept?.version ?? "");
  });

  it("is on its page, its card and in its calendar, where the table says so", async () => {
    const facts = /<dl class="poster__facts">.*?<\/dl>/s.exec(await read("/planning/Before", ""))?.[0] ?? "";
    expect(count(facts, `<dt>${page?.label}</dt>`)).toBe(page ? 1 : 0);
    if (page) expect(facts).toContain(page.text?.(EVENT) ?? value);
    const badges = /<ul[^>]*class="marks">.*?<\/ul>/s.exec(await read("/planning/2030", ""))?.[0] ?? "";
    expect(count(badges, `<li>${card?.text?.(EVENT) ?? value}</li>`)).toBe(card ? 1 : 0);
    const ics = (await read("/planning/Before.ics", "")).replaceAll("\r\n ", "");
    if (calendar) expect(ics).toContain(calendar(EVENT)?.replaceAll(",", "\\,"));
  });

  it("is in the history, and in the sentence about two versions", async () => {
    const states = (await read("/evenement/modify/Before/historique"))
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
    expect(states).toContain(`${label} avant : — vide après : ${history?.(EVENT) ?? value}`);
    const typed = { Nom: "Bal", mois: "08", annee: "2030", Lieu: "Savièse", version: "0", hp: "" };
    const answer = await (await site.send("/evenement/modify/Before", typed, site.cookie)).text();
    expect(answer).toContain((conflict ? conflict(EVENT) : value) || value);
  });
});
