import { describe, expect, it } from "vitest";
import { eventAsTyped, eventSchema } from "#domain/events/event-form.ts";
import { type EventFields, isEventOver, mapUrl, nextEvent } from "#domain/events/planned-event.ts";
import {
  isPostponedWithoutDate,
  isRescheduled,
  previousDateInFrench,
  rescheduledDateInFrench,
} from "#domain/events/postponement.ts";
import {
  type QuickChange,
  quickChangeSchema,
  quickChangeValues,
  SAME_DAY_REFUSAL,
} from "#domain/events/quick-change.ts";
import { eventsMovedFrom } from "#domain/events/years.ts";
import { errorsByField } from "#domain/fields.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const PLANNED = anEvent({ month: "2025-11", firstDay: "2025-11-28", startTime: "19:00" });

function change(event: EventFields, typed: Record<string, string>, kind: QuickChange = "reporter"): EventFields {
  return quickChangeSchema(kind, event).parse({ ...quickChangeValues(event), ...typed });
}
const edit = (event: EventFields, typed: Record<string, string>) =>
  eventSchema(event).parse({ ...eventAsTyped(event, ""), ...typed });

describe("a postponed event", () => {
  it("without a new date keeps its month and days, is never past and never the next event", () => {
    const open = change(PLANNED, { NewDay: "", Notice: "La salle est inondée" });
    const changed = { status: "reporte", previousDates: "2025-11-28", notice: "La salle est inondée" };
    expect(open).toEqual({ ...PLANNED, ...changed });
    expect([isPostponedWithoutDate(open), isRescheduled(open)]).toEqual([true, false]);
    expect(isEventOver(open, { day: "2030-01-01", time: "00:00" })).toBe(false);
    expect(nextEvent([open], { day: "2025-11-01", time: "00:00" })).toBeNull();
    // The older site and earlier versions store no previous dates.
    expect(isPostponedWithoutDate(anEvent({ status: "reporte" }))).toBe(true);
  });

  it("with a new date has that date, and keeps all previous dates", () => {
    const once = change(PLANNED, { NewDay: "2025-12-05" });
    expect(once).toMatchObject({ month: "2025-12", firstDay: "2025-12-05", startTime: "19:00" });
    expect(once.previousDates).toBe("2025-11-28");
    expect(nextEvent([once], { day: "2025-11-01", time: "00:00" })).toBe(once);
    expect(isEventOver(once, { day: "2025-12-06", time: "00:00" })).toBe(true);
    const undated = change(once, { NewDay: "" });
    expect([undated.previousDates, isPostponedWithoutDate(undated)]).toEqual(["2025-11-28 2025-12-05", true]);
    const twice = change(undated, { NewDay: "2026-01-09" });
    expect([twice.previousDates, isRescheduled(twice)]).toEqual(["2025-11-28 2025-12-05", true]);
    const back = change(twice, { NewDay: "2025-11-28" });
    expect([back.previousDates, isRescheduled(back)]).toEqual(["2025-12-05 2026-01-09", true]);
  });

  it("is moved with all its days, and keeps its new date if only the notice changes", () => {
    const long = anEvent({ month: "2025-08", firstDay: "2025-08-01", lastDay: "2025-08-03" });
    const moved = change(long, { NewDay: "2025-08-30" });
    const days = { month: "2025-08", firstDay: "2025-08-30", lastDay: "2025-09-01" };
    expect(moved).toMatchObject({ ...days, previousDates: "2025-08-01/2025-08-03" });
    expect(change(moved, { Notice: "À la halle" })).toEqual({ ...moved, notice: "À la halle" });
    const again = change(moved, { NewDay: "2025-12-31" });
    expect(again).toMatchObject({ month: "2025-12", firstDay: "2025-12-31", lastDay: "2026-01-02" });
    expect(again.previousDates).toBe("2025-08-01/2025-08-03 2025-08-30/2025-09-01");
  });

  it("is also moved by the full form, and loses its previous dates when it is as planned again", () => {
    const open = change(PLANNED, { NewDay: "" });
    const moved = edit(open, { mois: "03", annee: "2026", FirstDay: "", StartTime: "" });
    expect([moved.previousDates, isRescheduled(moved)]).toEqual(["2025-11-28", true]);
    expect(edit(PLANNED, { State: "reporte", mois: "12", FirstDay: "2025-12-05" }).previousDates).toBe("2025-11-28");
    expect(edit(moved, { Lieu: "Halle" }).previousDates).toBe("2025-11-28");
    expect(edit(moved, { State: "annule" }).previousDates).toBe("2025-11-28");
    expect(edit(moved, { State: "" }).previousDates).toBe("");
    expect(edit(PLANNED, { mois: "12", FirstDay: "2025-12-05" }).previousDates).toBe("");
  });

  it.each([
    ["2025-11-28", SAME_DAY_REFUSAL],
    ["demain", "Indiquez un jour qui existe, par exemple 14.06.2025."],
    ["0025-12-05", "Indiquez un jour qui existe, par exemple 14.06.2025."],
  ])("cannot get the new date %s", (NewDay, sentence) => {
    const { error } = quickChangeSchema("reporter", PLANNED).safeParse({ NewDay });
    expect(error && errorsByField(error)).toEqual({ NewDay: sentence });
  });

  it.each([
    [
      { previousDates: "2025-11-28", month: "2025-12", firstDay: "2025-12-05" },
      "ven. 28 novembre",
      "reporté au ven. 5 décembre 2025",
    ],
    [{ previousDates: "2025-11", month: "2026-03" }, "novembre 2025", "reporté à mars 2026"],
    [
      { previousDates: "x 2025-08-01/2025-08-03", month: "2025-09", firstDay: "2025-09-05", lastDay: "2025-09-07" },
      "du ven. 1er au dim. 3 août",
      "reporté : du ven. 5 au dim. 7 septembre 2025",
    ],
    [
      { previousDates: "2026-07-31/2026-08-01", month: "2026-12", firstDay: "2026-12-31", lastDay: "2027-01-01" },
      "du ven. 31 juillet au sam. 1er août",
      "reporté : du jeu. 31 décembre 2026 au ven. 1er janvier 2027",
    ],
    [
      { previousDates: "2026-12-31/2027-01-01", month: "2027-01", firstDay: "2027-01-30", lastDay: "2027-02-01" },
      "du jeu. 31 décembre 2026 au ven. 1er janvier 2027",
      "reporté : du sam. 30 janvier au lun. 1er février 2027",
    ],
  ])("names its dates in French: %j", (fields, before, to) => {
    const event = anEvent({ status: "reporte", ...fields });
    const plain = (text: string) => text.replaceAll("\u00a0", " ");
    expect([plain(previousDateInFrench(event)), plain(rescheduledDateInFrench(event))]).toEqual([before, to]);
  });

  it("is listed in its former year until the former date is past", () => {
    const moved = anEvent({ status: "reporte", previousDates: "2025-11-28", month: "2026-01", firstDay: "2026-01-09" });
    const lines = (year: number, day: string) => eventsMovedFrom([moved, PLANNED], year, { day, time: "12:00" });
    expect(lines(2025, "2025-11-28")).toEqual([moved]);
    expect([lines(2025, "2025-11-29"), lines(2026, "2025-11-01"), lines(2024, "2025-11-01")]).toEqual([[], [], []]);
  });
});

it("cancelling an event, or adding its after movie, changes nothing else", () => {
  const cancelled = change(PLANNED, { Notice: "Faute de neige" }, "annuler");
  expect(cancelled).toEqual({ ...PLANNED, status: "annule", notice: "Faute de neige" });
  expect(change(PLANNED, { AfterMovie: "film.ch/1" }, "film")).toEqual({ ...PLANNED, afterMovie: "https://film.ch/1" });
});

const SEARCH = "https://www.google.com/maps/search/?api=1&query=";

it.each([
  [{ place: "Halle" }, `${SEARCH}Halle%2C%20Savi%C3%A8se`],
  [{ place: "Savièse, halle" }, `${SEARCH}Savi%C3%A8se%2C%20halle`],
  [{ place: "Halle", address: "Rue du Stade 4, Sion" }, `${SEARCH}Rue%20du%20Stade%204%2C%20Sion`],
  [{ place: "Halle", address: "javascript:alert(1)" }, `${SEARCH}javascript%3Aalert(1)`],
  [{ place: "Halle", address: "https://maps.app.goo.gl/x1" }, "https://maps.app.goo.gl/x1"],
  [{ place: "Halle", address: "maps.app.goo.gl/x1" }, "https://maps.app.goo.gl/x1"],
])("the map link of an event with %j is %s", (fields, address) => expect(mapUrl(anEvent(fields))).toBe(address));
