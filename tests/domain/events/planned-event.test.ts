import { describe, expect, it } from "vitest";
import { EVENT_DAYS_SENTENCES, eventDaysAndTimeInFrench } from "#domain/events/days.ts";
import { EVENT_SENTENCES, eventSchema } from "#domain/events/event-form.ts";
import { compareEvents, isEventOver, newEventId, nextEvent, statusInFrench } from "#domain/events/planned-event.ts";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { errorsByField, FIELD_SENTENCES } from "#domain/fields.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const event = (Nom: string, mois: string) => anEvent({ name: Nom, month: mois });

it("the planning is in order of month, then first day (unknown days last), then name in French order", () => {
  const order = [
    event("Zumba", "2024-12"),
    event("Carnaval", "2025-02"),
    anEvent({ name: "Zumba", firstDay: "2025-08-01" }),
    anEvent({ name: "Bal", firstDay: "2025-08-15" }),
    anEvent({ name: "Loto", firstDay: "2025-08-15", lastDay: "2025-08-16" }),
    event("Bal", "2025-08"),
    event("Éclats", "2025-08"),
    event("Fête", "2025-08"),
    event("Assemblée", "2025-11"),
  ];
  expect([...order].reverse().sort(compareEvents)).toEqual(order);
});

describe("an event is over", () => {
  it.each([
    [{ firstDay: "2025-08-01" }, "2025-08-01", false],
    [{ firstDay: "2025-08-01" }, "2025-08-02", true],
    [{ firstDay: "2025-08-01", lastDay: "2025-08-03" }, "2025-08-03", false],
    [{ firstDay: "2025-08-01", lastDay: "2025-08-03" }, "2025-08-04", true],
    [{}, "2025-08-31", false],
    [{}, "2025-09-01", true],
    [{ month: "été 2025" }, "2099-01-01", false],
    [{ firstDay: "le premier" }, "2025-08-31", false],
    [{ firstDay: "2025-08-01", startTime: "19:00", endTime: "23:00" }, "2025-08-01", true],
    [{ firstDay: "2025-08-01", startTime: "22:00", endTime: "04:00" }, "2025-08-01", false],
    [{ firstDay: "2025-08-01", startTime: "22:00", endTime: "04:00" }, "2025-08-02", true],
    [{ firstDay: "2025-08-01", startTime: "22:00", endTime: "23:59" }, "2025-08-01", false],
    [{ firstDay: "2025-08-01", lastDay: "2025-08-02", startTime: "20:00", endTime: "04:00" }, "2025-08-02", false],
    [{ firstDay: "2025-08-01", lastDay: "2025-08-02", startTime: "20:00", endTime: "17:00" }, "2025-08-02", true],
  ])("with %j in the late evening of %s: %j", (fields, day, past) =>
    expect(isEventOver(anEvent(fields), { day, time: "23:30" })).toBe(past),
  );

  it("at its end in the night of the last day", () => {
    const night = anEvent({ firstDay: "2024-02-29", month: "2024-02", startTime: "22:00", endTime: "04:00" });
    expect(isEventOver(night, { day: "2024-03-01", time: "03:59" })).toBe(false);
    expect(isEventOver(night, { day: "2024-03-01", time: "04:00" })).toBe(true);
  });
});

describe("the next event", () => {
  it("is the nearest public event that is neither past, cancelled nor postponed", () => {
    const ball = anEvent({ name: "Bal", firstDay: "2025-08-15" });
    const list = [
      anEvent({ name: "Loto", month: "2025-11" }),
      anEvent({ name: "Concert", firstDay: "2025-08-10", status: "annule" }),
      anEvent({ name: "Tournoi", firstDay: "2025-08-11", status: "reporte" }),
      ball,
      anEvent({ name: "Carnaval", firstDay: "2025-08-01" }),
      anEvent({ name: "Énigme", month: "été" }),
      anEvent({ name: "Surprise", firstDay: "2025-08-03", publication: "draft" }),
      anEvent({ name: "Surprise", firstDay: "2025-08-03", publication: "2025-08-02T08:00:00.000Z" }),
    ];
    expect(nextEvent(list, { day: "2025-08-02", time: "00:00" })).toBe(ball);
    expect(nextEvent(list, { day: "2025-08-16", time: "00:00" })?.name).toBe("Loto");
    expect(nextEvent(list, { day: "2025-11-30", time: "00:00" })?.name).toBe("Loto");
    expect(nextEvent(list, { day: "2025-12-01", time: "00:00" })).toBeNull();
    expect(nextEvent([], { day: "2025-08-02", time: "00:00" })).toBeNull();
  });
});

it.each([
  [{}, ""],
  [{ firstDay: "2025-08-01" }, "ven. 1er août"],
  [{ firstDay: "2025-08-01", startTime: "19:30" }, "ven. 1er août, dès 19 h 30"],
  [{ firstDay: "2025-06-14", month: "2025-06", startTime: "22:00", endTime: "04:00" }, "sam. 14 juin, de 22 h à 4 h"],
  [
    { firstDay: "2025-08-01", lastDay: "2025-08-03", startTime: "19:00", endTime: "17:30" },
    "du ven. 1er au dim. 3 août, dès 19 h, jusqu’à 17 h 30",
  ],
  [{ firstDay: "le premier" }, ""],
])("days and times in French, with %j: « %s »", (fields, expected) =>
  expect(eventDaysAndTimeInFrench(anEvent(fields)).replaceAll("\u00a0", " ")).toBe(expected),
);

it.each([
  ["Fête d’été", "2025-08", "Fête0825"],
  ["100% Rock", "2030-01", "1000130"],
  ["🎉 🎉", "2025-08", "Evenement0825"],
])("the identifier of %s in %s is %s", (Nom, mois, id) => expect(newEventId(event(Nom, mois))).toBe(id));

describe("the event form", () => {
  const typed = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Savièse" };
  const errors = (fields: Record<string, unknown>) => {
    const outcome = eventSchema().safeParse({ ...typed, ...fields });
    return outcome.success ? {} : errorsByField(outcome.error);
  };

  it("returns normalised fields, month and year in one, without unknown fields; empty fields stay empty", () => {
    const more = { AfterMovie: "youtu.be/abc", MinimumAge: "16 ans", Details: "Bal\r\n\r\nRaclette " };
    const empty = { Price: " ", Tickets: " ", Contact: "", EndTime: "" };
    const read = { afterMovie: "https://youtu.be/abc", minimumAge: "16", details: "Bal\n\nRaclette" };
    expect(eventSchema().parse({ ...typed, ...more, ...empty, version: "3", id: "x" })).toStrictEqual(anEvent(read));
  });

  it.each([undefined, "", "13", "00", "8", "août", "2025-08", ["08", "09"]])("refuses the month %j", (mois) =>
    expect(errors({ mois })).toEqual({ mois: "Choisissez un mois de la liste." }),
  );

  it.each(["2000", " 2025 ", "2099"])("accepts the year %j", (annee) =>
    expect(eventSchema().parse({ ...typed, annee }).month).toBe(`${annee.trim()}-08`),
  );

  it.each([
    [undefined, "Indiquez une année."],
    ["", "Indiquez une année à quatre chiffres."],
    ["deux mille", "Indiquez une année à quatre chiffres."],
    ["1999", "Indiquez une année entre 2000 et 2099."],
    ["2100", "Indiquez une année entre 2000 et 2099."],
  ])("refuses the year %j", (annee, sentence) => expect(errors({ annee })).toEqual({ annee: sentence }));

  it.each(["Nom", "Lieu"])("requires %s, with at most 120 characters", (field) => {
    expect(errors({ [field]: "\n" })).toEqual({ [field]: FIELD_SENTENCES.required });
    expect(errors({ [field]: "é".repeat(120) })).toEqual({});
    expect(errors({ [field]: "é".repeat(121) })).toEqual({ [field]: FIELD_SENTENCES.tooLong(120) });
  });

  it.each([
    [{ FirstDay: "2025-08-01" }, "", ""],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-01" }, "", ""],
    [{ FirstDay: "2025-08-01", LastDay: "2025-08-31", StartTime: "00:00" }, "2025-08-31", "00:00"],
    [{ annee: "2024", mois: "02", FirstDay: "2024-02-29" }, "", ""],
    [{ FirstDay: "2025-08-31", LastDay: "2025-09-01" }, "2025-09-01", ""],
    [{ FirstDay: "2025-08-30", LastDay: "2025-10-02", StartTime: "19:30" }, "2025-10-02", "19:30"],
    [{ annee: "2026", mois: "07", FirstDay: "2026-07-31", LastDay: "2026-08-01" }, "2026-08-01", ""],
    [
      {
        annee: "2026",
        mois: "12",
        FirstDay: "2026-12-31",
        LastDay: "2027-01-01",
        StartTime: "22:00",
        EndTime: "04:00",
      },
      "2027-01-01",
      "22:00",
    ],
    [{ annee: "2028", mois: "02", FirstDay: "2028-02-29", LastDay: "2028-03-01" }, "2028-03-01", ""],
    [{ annee: "2099", mois: "12", FirstDay: "2099-12-31", LastDay: "2100-01-01" }, "2100-01-01", ""],
    [{ FirstDay: "2025-08-01", LastDay: "2026-07-31" }, "2026-07-31", ""],
  ])("accepts exact days and a start time: %j", (fields, lastDay, startTime) => {
    const event = eventSchema().parse({ ...typed, ...fields });
    expect(event).toMatchObject({ month: fields.FirstDay.slice(0, 7), firstDay: fields.FirstDay, lastDay, startTime });
  });

  it.each([
    [{ FirstDay: "2025-07-31" }, { FirstDay: "Ce jour n’est pas en août 2025." }],
    [{ FirstDay: "2025-09-01", LastDay: "2025-09-02" }, { FirstDay: "Ce jour n’est pas en août 2025." }],
    [{ FirstDay: "2025-08-31", LastDay: "2025-07-31" }, { LastDay: EVENT_DAYS_SENTENCES.order }],
    [{ FirstDay: "2025-08-30", LastDay: "2024-09-01" }, { LastDay: EVENT_DAYS_SENTENCES.order }],
    [{ FirstDay: "2025-08-01", LastDay: "2026-08-01" }, { LastDay: EVENT_DAYS_SENTENCES.length }],
    [{ FirstDay: "2025-08-31", LastDay: "2052-09-01" }, { LastDay: EVENT_DAYS_SENTENCES.length }],
    [{ FirstDay: "2025-08-31", LastDay: "2025-09-31" }, { LastDay: EVENT_DAYS_SENTENCES.day }],
    [{ FirstDay: "2025-08-32" }, { FirstDay: EVENT_DAYS_SENTENCES.day }],
    [{ FirstDay: "2025-08-01", LastDay: "demain" }, { LastDay: EVENT_DAYS_SENTENCES.day }],
    [{ LastDay: "2025-08-02" }, { FirstDay: EVENT_DAYS_SENTENCES.firstDayToo }],
    [{ FirstDay: "2025-08-03", LastDay: "2025-08-02" }, { LastDay: EVENT_DAYS_SENTENCES.order }],
    [{ StartTime: "19:30" }, { FirstDay: EVENT_DAYS_SENTENCES.dayOfTime }],
    [{ FirstDay: "2025-08-01", StartTime: "24:00" }, { StartTime: EVENT_DAYS_SENTENCES.time }],
    [{ FirstDay: "2025-08-01", StartTime: "19 h 30" }, { StartTime: EVENT_DAYS_SENTENCES.time }],
    [{ FirstDay: "2025-08-01", StartTime: "19:30", EndTime: "4h" }, { EndTime: EVENT_DAYS_SENTENCES.time }],
    [{ FirstDay: "2025-08-01", EndTime: "21:00" }, { StartTime: EVENT_DAYS_SENTENCES.startToo }],
    [{ FirstDay: "2025-08-01", StartTime: "19:30", EndTime: "19:30" }, { EndTime: EVENT_DAYS_SENTENCES.noLength }],
    [{ State: "perdu" }, { State: EVENT_SENTENCES.state }],
    [{ MinimumAge: "0" }, { MinimumAge: EVENT_SENTENCES.minimumAge }],
    [{ MinimumAge: "seize" }, { MinimumAge: EVENT_SENTENCES.minimumAge }],
    [{ Details: "é".repeat(2001) }, { Details: FIELD_SENTENCES.tooLong(2000) }],
    [{ Price: "1".repeat(81) }, { Price: FIELD_SENTENCES.tooLong(80) }],
    [{ Contact: "A".repeat(121) }, { Contact: FIELD_SENTENCES.tooLong(120) }],
    [{ AfterMovie: "javascript:alert(1)" }, { AfterMovie: FIELD_SENTENCES.link }],
    [{ publication: "hier" }, { publication: PUBLICATION_SENTENCES.choice }],
    [
      { Nom: "", State: "perdu" },
      { Nom: FIELD_SENTENCES.required, State: EVENT_SENTENCES.state },
    ],
    [{ mois: "13", FirstDay: "2025-07-31" }, { mois: "Choisissez un mois de la liste." }],
  ])("refuses %j with one error per field", (fields, expected) => expect(errors(fields)).toEqual(expected));
});

it.each(["complet", "constructor", "__proto__"])(
  "the unknown status %s of an older event is shown unchanged",
  (state) => {
    expect(statusInFrench(state as "")).toBe(state);
  },
);

describe("a text that a map app has shared", () => {
  const MAP = "https://maps.app.goo.gl/Ab1?g_st=ic";
  const SHARED = `Salle polyvalente\nRue du Stade 5, 1965 Savièse\n${MAP}`;
  const EVENT = { Nom: "Fête", mois: "06", annee: "2027", Lieu: "Savièse" };
  const read = (fields: Record<string, string>) => {
    const { data, error } = eventSchema().safeParse({ ...EVENT, ...fields });
    return data ?? error?.issues[0]?.message;
  };

  it("gives its link in each field that takes a link", () => {
    expect(read({ Address: SHARED, Tickets: SHARED, AfterMovie: SHARED })).toMatchObject({
      address: MAP,
      tickets: MAP,
      afterMovie: MAP,
    });
    expect(read({ Address: `${SHARED} https://youtu.be/a` })).toBe(FIELD_SENTENCES.links);
  });

  it("is not cut by the limit of a street", () => {
    const long = `https://www.google.com/maps/place/${"a".repeat(600)}`;
    expect(read({ Address: `Salle ${long}` })).toMatchObject({ address: long });
    expect(read({ Address: "a".repeat(501) })).toBe(FIELD_SENTENCES.tooLong(500));
    expect(read({ Address: "Rue du Stade 5, St.Germain/Savièse" })).toMatchObject({
      address: "Rue du Stade 5, St.Germain/Savièse",
    });
  });
});
