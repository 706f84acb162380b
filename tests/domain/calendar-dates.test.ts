import { expect, it } from "vitest";
import { calendarDates, deletedDates } from "#domain/calendar-dates.ts";
import type { EvenementFields } from "#domain/evenement.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";

const readable = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

it("an event of one day takes up that day", () => {
  expect(calendarDates(anEvenement({ FirstDay: "2024-02-29", Date: "2024-02" }))).toEqual({
    title: "Fête",
    place: "Savièse",
    details: "",
    from: "2024-02-29",
    until: "2024-03-01",
    hours: null,
    status: "confirmed",
  });
});

it("an hour counts on one day, and is only told where an event lasts several", () => {
  const oneDay = calendarDates(anEvenement({ FirstDay: "2025-08-01", StartTime: "19:30" }));
  expect(oneDay).toMatchObject({
    from: "2025-08-01",
    hours: { start: { day: "2025-08-01", time: "19:30" }, end: { day: "2025-08-01", time: "22:30" } },
  });
  const threeDays = calendarDates(anEvenement({ FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:30" }));
  expect(threeDays).toMatchObject({ from: "2025-08-01", until: "2025-08-04", hours: null });
  expect(readable(threeDays?.details)).toBe("Dès 19 h 30 le premier jour.");
});

it.each([
  [{ FirstDay: "2025-08-01", EndTime: "21:00" }, "2025-08-01", "21:00"],
  [{ FirstDay: "2025-08-01", EndTime: "04:00" }, "2025-08-02", "04:00"],
  [{ FirstDay: "2025-08-31", EndTime: "00:00" }, "2025-09-01", "00:00"],
  [{ FirstDay: "2025-08-01", LastDay: "2025-08-03", EndTime: "04:00" }, "2025-08-04", "04:00"],
  [{ FirstDay: "2025-08-01", LastDay: "2025-08-03", EndTime: "17:00" }, "2025-08-03", "17:00"],
  [{ FirstDay: "2025-08-01", LastDay: "2025-08-03", EndTime: "19:30" }, "2025-08-03", "19:30"],
])("an end is an end, also after midnight: %j from 19:30 ends on %s at %s", (fields, day, time) => {
  const entry = calendarDates(anEvenement({ ...fields, StartTime: "19:30" }));
  expect(entry?.hours).toEqual({ start: { day: fields.FirstDay, time: "19:30" }, end: { day, time } });
  expect(entry?.details).toBe("");
});

it("says how long it takes up where nobody said when it ends", () => {
  const entry = calendarDates(anEvenement({ FirstDay: "2025-08-01", StartTime: "22:30" }));
  expect(entry?.hours?.end).toEqual({ day: "2025-08-02", time: "01:30" });
  expect(readable(entry?.details)).toBe("La fin n’est pas fixée : l’agenda réserve 3 heures.");
});

it("an event of which only the month is known waits on its first day", () => {
  expect(calendarDates(anEvenement())).toMatchObject({
    title: "Fête (date à préciser)",
    from: "2025-08-01",
    until: "2025-08-02",
    status: "tentative",
  });
});

it.each([
  [{ State: "annule" }, "Annulé : Fête", "confirmed"],
  [{ State: "annule", FirstDay: "" }, "Annulé : Fête", "confirmed"],
  [{ State: "reporte" }, "Reporté : Fête", "tentative"],
] as const)("with %j, it says %s", (fields, title, status) => {
  const created = calendarDates(anEvenement({ FirstDay: "2025-08-01", ...fields }));
  expect(readable(created?.title)).toBe(title);
  expect(created?.status).toBe(status);
});

it.each<Partial<EvenementFields>>([
  {},
  { FirstDay: "2025-08-01" },
  { FirstDay: "2025-08-01", StartTime: "22:00" },
  { FirstDay: "2025-08-01", StartTime: "22:00", EndTime: "04:00" },
  { FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:30" },
  { FirstDay: "2025-09-01", StartTime: "19:30" },
])("a deleted event keeps its dates and loses every word: %j", (fields) => {
  const evenement = anEvenement({ ...fields, Details: "Bal", Price: "15", MinimumAge: "16", Contact: "Ana" });
  const { from, until, hours } = calendarDates(evenement) ?? {};
  expect(deletedDates(evenement)).toEqual({
    ...{ from, until, hours, title: "Annulé", place: "", details: "", status: "deleted" },
  });
});

it("an event whose month is none has no day to stand on", () => {
  expect(calendarDates(anEvenement({ Date: "été 2025" }))).toBeNull();
  expect(deletedDates(anEvenement({ Date: "été 2025" }))).toBeNull();
});

it("days that do not fit together count as unknown", () => {
  expect(calendarDates(anEvenement({ FirstDay: "2025-09-01", StartTime: "19:30" }))).toMatchObject({
    from: "2025-08-01",
    hours: null,
    status: "tentative",
  });
});
