import { expect, it } from "vitest";
import { calendarDates } from "#domain/calendar-dates.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";

const readable = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

it("an event of one day takes up that day", () => {
  expect(calendarDates(anEvenement({ FirstDay: "2024-02-29", Date: "2024-02" }))).toEqual({
    title: "Fête",
    place: "Savièse",
    details: "",
    from: "2024-02-29",
    until: "2024-03-01",
    time: null,
    status: "confirmed",
  });
});

it("an hour counts on one day, and is only told where an event lasts several", () => {
  const oneDay = calendarDates(anEvenement({ FirstDay: "2025-08-01", StartTime: "19:30" }));
  expect(oneDay).toMatchObject({ from: "2025-08-01", time: "19:30" });
  const threeDays = calendarDates(anEvenement({ FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:30" }));
  expect(threeDays).toMatchObject({ from: "2025-08-01", until: "2025-08-04", time: null });
  expect(readable(threeDays?.details)).toBe("Dès 19 h 30 le premier jour.");
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
  [{ State: "annule" }, false, "Annulé : Fête", "confirmed"],
  [{ State: "annule", FirstDay: "" }, false, "Annulé : Fête", "confirmed"],
  [{ State: "reporte" }, false, "Reporté : Fête", "tentative"],
  [{ State: "annule" }, true, "Annulé : Fête", "deleted"],
  [{ State: "" }, true, "Annulé : Fête", "deleted"],
  [{ State: "reporte" }, true, "Annulé : Fête", "deleted"],
] as const)("with %j, deleted %j, it says %s", (fields, deleted, title, status) => {
  const created = calendarDates(anEvenement({ FirstDay: "2025-08-01", ...fields }), deleted);
  expect(readable(created?.title)).toBe(title);
  expect(created?.status).toBe(status);
});

it("an event whose month is none has no day to stand on", () => {
  expect(calendarDates(anEvenement({ Date: "été 2025" }))).toBeNull();
});

it("days that do not fit together count as unknown", () => {
  expect(calendarDates(anEvenement({ FirstDay: "2025-09-01", StartTime: "19:30" }))).toMatchObject({
    from: "2025-08-01",
    time: null,
    status: "tentative",
  });
});
