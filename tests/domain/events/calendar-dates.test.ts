import { expect, it } from "vitest";
import { calendarDates, deletedEventDates } from "#domain/events/calendar-dates.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const readable = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

it("an event of one day has an all-day entry", () => {
  const days = { from: "2024-02-29", until: "2024-03-01", hours: null };
  const entry = { title: "Fête", place: "Savièse", details: "", status: "confirmed", ...days };
  expect(calendarDates(anEvent({ firstDay: "2024-02-29", month: "2024-02" }))).toEqual(entry);
});

it("a start time without an end gives hours to an event of one day, and only a sentence to a longer one", () => {
  const oneDay = calendarDates(anEvent({ firstDay: "2025-08-01", startTime: "19:30" }));
  expect(oneDay).toMatchObject({
    from: "2025-08-01",
    hours: { start: { day: "2025-08-01", time: "19:30" }, end: { day: "2025-08-01", time: "22:30" } },
  });
  const threeDays = calendarDates(anEvent({ firstDay: "2025-08-01", lastDay: "2025-08-03", startTime: "19:30" }));
  expect(threeDays).toMatchObject({ from: "2025-08-01", until: "2025-08-04", hours: null });
  expect(readable(threeDays?.details)).toBe("Dès 19 h 30 le premier jour.");
});

it.each([
  [{ firstDay: "2025-08-01", endTime: "21:00" }, "2025-08-01", "21:00"],
  [{ firstDay: "2025-08-01", endTime: "04:00" }, "2025-08-02", "04:00"],
  [{ firstDay: "2025-08-01", lastDay: "2025-08-03", endTime: "04:00" }, "2025-08-04", "04:00"],
  [{ firstDay: "2025-08-01", lastDay: "2025-08-03", endTime: "17:00" }, "2025-08-03", "17:00"],
  [{ firstDay: "2025-08-01", lastDay: "2025-08-03", endTime: "19:30" }, "2025-08-03", "19:30"],
])("an end time before the start time is on the next day: %j from 19:30 ends on %s at %s", (fields, day, time) => {
  const entry = calendarDates(anEvent({ ...fields, startTime: "19:30" }));
  expect(entry?.hours).toEqual({ start: { day: fields.firstDay, time: "19:30" }, end: { day, time } });
  expect(entry?.details).toBe("");
});

it("an event without an end takes three hours, and says so", () => {
  const entry = calendarDates(anEvent({ firstDay: "2025-08-01", startTime: "22:30" }));
  expect(entry?.hours?.end).toEqual({ day: "2025-08-02", time: "01:30" });
  expect(readable(entry?.details)).toBe("La fin n’est pas fixée : l’agenda réserve 3 heures.");
});

it("an event without a day in its month is tentative, on the first day of that month", () => {
  const days = { from: "2025-08-01", until: "2025-08-02", hours: null };
  for (const fields of [{}, { firstDay: "2025-09-01", startTime: "19:30" }]) {
    const expected = { title: "Fête (date à préciser)", status: "tentative", ...days };
    expect(calendarDates(anEvent(fields))).toMatchObject(expected);
  }
});

it.each([
  [{ status: "annule" }, "Annulé : Fête", "confirmed"],
  [{ status: "annule", firstDay: "" }, "Annulé : Fête", "confirmed"],
  [{ status: "reporte" }, "Reporté : Fête", "tentative"],
  [{ status: "reporte", previousDates: "2025-07-04" }, "Fête", "confirmed"],
] as const)("with %j, the title is « %s »", (fields, title, status) => {
  const created = calendarDates(anEvent({ firstDay: "2025-08-01", ...fields }));
  expect(readable(created?.title)).toBe(title);
  expect(created?.status).toBe(status);
});

it("the details start with the notice, and end with the previous date", () => {
  const fields = { firstDay: "2025-08-01", notice: "À la halle", details: "Bal" };
  const details = (more: Partial<EventFields>) => readable(calendarDates(anEvent({ ...fields, ...more }))?.details);
  expect(details({ status: "reporte" })).toBe("À la halle\n\nBal\n\nLa nouvelle date n’est pas encore connue.");
  const moved = details({ status: "reporte", previousDates: "2025-07-04" });
  expect(moved).toBe("À la halle\n\nBal\n\nDate précédente : ven. 4 juillet.");
});

it("the details list price, age, tickets and contact after the description", () => {
  const more = { price: "CHF 15.–", minimumAge: "16", contact: "Ana", tickets: "https://billets.ch/bal" };
  const entry = calendarDates(anEvent({ firstDay: "2025-08-01", details: "Bal", ...more }));
  expect(readable(entry?.details)).toBe(
    "Bal\n\nPrix : CHF 15.–\nDès 16 ans.\nBillets et inscription : https://billets.ch/bal\nContact : Ana",
  );
});

it.each<Partial<EventFields>>([
  {},
  { firstDay: "2025-08-01" },
  { firstDay: "2025-08-01", startTime: "22:00", endTime: "04:00" },
  { firstDay: "2025-08-01", lastDay: "2025-08-03", startTime: "19:30" },
  { firstDay: "2025-09-01", startTime: "19:30" },
])("the entry of a deleted event has its dates, and none of its texts: %j", (fields) => {
  const event = anEvent({ ...fields, details: "Bal", price: "15", minimumAge: "16", contact: "Ana" });
  const { from, until, hours } = calendarDates(event) ?? {};
  const texts = { title: "Annulé", place: "", details: "", status: "deleted" };
  expect(deletedEventDates(event)).toEqual({ from, until, hours, ...texts });
});

it("an event with an invalid month has no entry", () => {
  expect(calendarDates(anEvent({ month: "été 2025" }))).toBeNull();
  expect(deletedEventDates(anEvent({ month: "été 2025" }))).toBeNull();
});
