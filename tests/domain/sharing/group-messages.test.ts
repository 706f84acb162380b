import { describe, expect, it } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import { announcementMessage, eventMessage, planningMessage } from "#domain/sharing/group-messages.ts";
import { messageWithLink, whatsAppLink } from "#domain/sharing/shared-message.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const NOW = { day: "2026-11-29", time: "10:00" };
const URL_OF_EVENT = "https://exemple.ch/planning/Bal1226";
const URL_OF_PLANNING = "https://exemple.ch/planning";

/** A party in December, with the given fields replaced. */
const aParty = (fields: Partial<EventFields> = {}): EventFields =>
  anEvent({
    name: "Bal de Noël",
    month: "2026-12",
    firstDay: "2026-12-12",
    startTime: "20:00",
    place: "Halle",
    ...fields,
  });

/** The lines of the message, with common spaces. */
const linesOf = (fields: Partial<EventFields>): string[] | undefined =>
  eventMessage(aParty(fields), URL_OF_EVENT, NOW)?.text.replaceAll("\u00a0", " ").split("\n");

const planningLines = (events: readonly EventFields[]): string[] | undefined =>
  planningMessage(events, URL_OF_PLANNING, NOW)?.text.replaceAll("\u00a0", " ").split("\n");

describe("the message about an event", () => {
  it("has name, day, time, place, age, price and tickets, but no contact; the link is the last line", () => {
    const full = {
      price: "CHF 15.–",
      minimumAge: "16",
      tickets: "https://exemple.ch/b",
      contact: "Anne, 079 123 45 67",
    };
    const message = eventMessage(aParty({ ...full, details: "Avec Anne" }), URL_OF_EVENT, NOW);
    expect(message?.title).toBe("Bal de Noël");
    expect(message && messageWithLink(message).replaceAll("\u00a0", " ").split("\n")).toEqual([
      "Bal de Noël",
      "Samedi 12 décembre, dès 20 h",
      "Halle",
      "Dès 16 ans, CHF 15.–",
      "Billets et inscription sur cette page :",
      URL_OF_EVENT,
    ]);
  });

  it.each<[string, Partial<EventFields>, string[]]>([
    ["no place, no time", { place: "", startTime: "" }, ["Bal de Noël", "Samedi 12 décembre"]],
    ["only a month", { firstDay: "", startTime: "" }, ["Bal de Noël", "Décembre 2026", "Halle"]],
    [
      "another year",
      { month: "2027-01", firstDay: "2027-01-09" },
      ["Bal de Noël", "Samedi 9 janvier 2027, dès 20 h", "Halle"],
    ],
    [
      "several days",
      { lastDay: "2026-12-13", startTime: "" },
      ["Bal de Noël", "Du samedi 12 au dimanche 13 décembre", "Halle"],
    ],
    [
      "a notice",
      { notice: "Prenez le car" },
      ["Bal de Noël", "Samedi 12 décembre, dès 20 h", "Halle", "Prenez le car"],
    ],
    [
      "cancelled",
      { status: "annule", notice: "Salle inondée", price: "CHF 15.–" },
      ["Annulé : Bal de Noël, samedi 12 décembre", "Salle inondée"],
    ],
    [
      "postponed to a day",
      { status: "reporte", previousDates: "2026-12-05" },
      [
        "Reporté : Bal de Noël",
        "Nouvelle date : samedi 12 décembre, dès 20 h",
        "Date précédente : samedi 5 décembre",
        "Halle",
      ],
    ],
    [
      "postponed without a date",
      { status: "reporte", previousDates: "2026-12-12" },
      ["Reporté, date à venir : Bal de Noël", "Date précédente : samedi 12 décembre", "Halle"],
    ],
    [
      "over",
      { month: "2026-11", firstDay: "2026-11-14", price: "CHF 15.–" },
      ["Bal de Noël", "Samedi 14 novembre, dès 20 h"],
    ],
    [
      "over, with a film",
      { month: "2026-11", firstDay: "2026-11-14", startTime: "", afterMovie: "https://exemple.ch/film" },
      ["Bal de Noël", "Samedi 14 novembre", "L’after movie est là."],
    ],
  ])("is correct for an event with %s", (_, fields, expected) => expect(linesOf(fields)).toEqual(expected));

  it("does not exist before the event is announced", () => {
    for (const publication of ["draft", "2026-12-01T17:00:00.000Z"]) expect(linesOf({ publication })).toBeUndefined();
  });

  it("keeps a name of several lines, with half a character, in one line that WhatsApp’s link can contain", () => {
    const name = `Bal\n\u202e${"Noël ".repeat(60)}\ud83c`;
    const [first, second] = linesOf({ name }) ?? [];
    expect(first).toMatch(/^Bal Noël Noël .*Noël \ufffd$/);
    expect(second).toBe("Samedi 12 décembre, dès 20 h");
    expect(whatsAppLink(first ?? "")).toMatch(/^https:\/\/wa\.me\/\?text=Bal%20No%C3%ABl/);
  });
});

describe("the message about the planning", () => {
  it("has a line for each next event: what has changed first, undated events last, no past, no draft", () => {
    const lines = planningLines([
      aParty({ name: "Noël", status: "reporte", previousDates: "2026-12-12" }),
      aParty({ name: "Passé", month: "2026-11", firstDay: "2026-11-14" }),
      aParty({ name: "Brouillon", publication: "draft" }),
      aParty({ name: "Un jour", month: "bientôt", firstDay: "" }),
      aParty({ name: "Carnaval", month: "2027-02", firstDay: "2027-02-05", lastDay: "2027-02-07", startTime: "" }),
      aParty({ name: "Sortie", month: "2027-03", firstDay: "", startTime: "", place: "" }),
      aParty({ name: "Loto", firstDay: "2026-12-05", status: "annule" }),
      aParty({ name: "Souper", firstDay: "2026-12-19", status: "reporte", previousDates: "2026-12-11" }),
      aParty(),
    ]);
    expect(lines).toEqual([
      "Prochains événements de la Jeunesse de Savièse :",
      "Annulé : Loto, sam. 5 déc.",
      "Sam. 12 déc., dès 20 h : Bal de Noël, Halle",
      "Reporté : sam. 19 déc., dès 20 h : Souper, Halle",
      "Ven. 5 – dim. 7 févr. 2027 : Carnaval, Halle",
      "Mars 2027 : Sortie",
      "Reporté, date à venir : Noël",
    ]);
  });

  it("names at most eight events, fewer with long names, and the number of the others", () => {
    const nine = Array.from({ length: 9 }, (_, i) => aParty({ name: `Bal ${i}` }));
    expect(planningLines(nine)).toHaveLength(10);
    expect(planningLines(nine)?.at(-1)).toBe("Et un autre :");
    const long = nine.map((event) => ({ ...event, name: "Très ".repeat(24), place: "Halle ".repeat(20) }));
    expect(planningLines(long)?.at(-1)).toMatch(/^Et [5-7] autres :$/);
    expect(planningMessage(long, URL_OF_PLANNING, NOW)?.text.length).toBeLessThan(950);
  });

  it("does not exist without a next event", () => {
    expect(planningLines([])).toBeUndefined();
    expect(planningLines([aParty({ month: "2026-11", firstDay: "2026-11-14" })])).toBeUndefined();
  });
});

it("the message about the announcement is its text and a link", () =>
  expect(messageWithLink(announcementMessage({ text: "Le car part à 18 h." }, "https://exemple.ch/"))).toBe(
    "Le car part à 18 h.\nhttps://exemple.ch/",
  ));
