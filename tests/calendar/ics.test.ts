import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type CalendarEntry, writeIcs } from "#calendar/ics.ts";
import { calendarDates, deletedEventDates } from "#domain/events/calendar-dates.ts";
import { type EventFields, hasEventName } from "#domain/events/planned-event.ts";
import { toMultiline } from "#domain/fields.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

/** @returns the entry of an event */
function entry(fields: Partial<EventFields> = {}, rest: Partial<CalendarEntry> = {}): CalendarEntry {
  const created = calendarDates(anEvent(fields));
  if (!created) throw new Error("There is no day for this event.");
  return {
    ...created,
    uid: "F%C3%AAte0825@exemple.ch",
    address: "https://exemple.ch/planning/F%C3%AAte0825",
    updatedAt: "2025-07-01T06:07:08.000Z",
    sequence: 3,
    ...rest,
  };
}

/** Reads a calendar with another library. */
function read(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[]);
  const events = calendar.getAllSubcomponents("vevent");
  const first = events[0] as ICAL.Component;
  const zone = calendar.getFirstSubcomponent("vtimezone");
  const value = (name: string) => first.getFirstPropertyValue(name);
  const start = new ICAL.Event(first).startDate;
  const end = new ICAL.Event(first).endDate;
  return { calendar, events, first, zone, value, start, end };
}

const bytes = (line: string) => Buffer.byteLength(line);

describe("a calendar", () => {
  it("has a name and an interval for reloading, and is valid without events", () => {
    const { calendar } = read(writeIcs([entry()]));
    const names = ["x-wr-calname", "method", "version", "refresh-interval", "x-published-ttl"];
    const values = names.map((name) => String(calendar.getFirstPropertyValue(name)));
    expect(values).toEqual(["La jeunesse de Savièse", "PUBLISH", "2.0", "PT4H", "PT4H"]);
    expect(new ICAL.Component(ICAL.parse(writeIcs([])) as unknown[]).getAllSubcomponents("vevent")).toEqual([]);
  });

  it("has the id, last change, address and texts of an event", () => {
    const { value } = read(writeIcs([entry({ afterMovie: "https://exemple.ch/film?a=1,2;b" })]));
    expect(value("uid")).toBe("F%C3%AAte0825@exemple.ch");
    expect(value("sequence")).toBe(3);
    expect(value("dtstamp")?.toString()).toBe("2025-07-01T06:07:08Z");
    expect(value("last-modified")?.toString()).toBe("2025-07-01T06:07:08Z");
    expect(value("url")).toBe("https://exemple.ch/planning/F%C3%AAte0825");
    expect(value("location")).toBe("Savièse");
    expect(value("description")).toContain("https://exemple.ch/film?a=1,2;b");
  });

  it.each([
    [{ month: "2024-02", firstDay: "2024-02-29" }, "2024-02-29", "2024-03-01"],
    [{ month: "2025-03", firstDay: "2025-03-29", lastDay: "2025-03-30" }, "2025-03-29", "2025-03-31"],
  ])("writes whole days as dates, to the day after the last one: %j", (fields, from, until) => {
    const { start, end, zone } = read(writeIcs([entry(fields)]));
    expect([start.isDate, start.toString(), end.isDate, end.toString()]).toEqual([true, from, true, until]);
    expect(zone).toBeNull();
  });

  it.each([
    ["2025-03-30", "", "19:30", "", "2025-03-30T17:30:00.000Z", 3],
    ["2025-10-26", "", "19:30", "", "2025-10-26T18:30:00.000Z", 3],
    ["2026-06-12", "2026-06-14", "18:30", "02:00", "2026-06-12T16:30:00.000Z", 55.5],
    ["2026-03-28", "", "22:00", "04:00", "2026-03-28T21:00:00.000Z", 5],
    ["2026-10-24", "", "22:00", "04:00", "2026-10-24T20:00:00.000Z", 7],
    ["2028-02-29", "", "00:00", "04:00", "2028-02-28T23:00:00.000Z", 4],
  ])("writes times in Zurich’s zone: from %s to « %s », %s to « %s », starts at %s and lasts %d hours", (...row) => {
    const [from, to, startTime, endTime, ...expected] = row;
    const days = { month: from.slice(0, 7), firstDay: from, lastDay: to, startTime, endTime };
    const { start, end, first, zone } = read(writeIcs([entry(days)]));
    expect(first.getFirstProperty("dtstart")?.getParameter("tzid")).toBe("Europe/Zurich");
    const timeZone = new ICAL.Timezone(zone as ICAL.Component);
    start.zone = timeZone;
    end.zone = timeZone;
    const [begins, ends] = [start.toJSDate(), end.toJSDate()];
    expect([begins.toISOString(), (ends.getTime() - begins.getTime()) / 3_600_000]).toEqual(expected);
  });

  it("keeps the lines and the special characters of the description", () => {
    const details = "Bal, raclette; et \\ fanfare.\n\nEntrée par la cour.";
    const { value } = read(writeIcs([entry({ firstDay: "2025-08-01", details, price: "CHF 15.–" })]));
    expect(String(value("description")).replaceAll("\u00a0", " ")).toBe(`${details}\n\nPrix : CHF 15.–`);
  });

  it("does not depend on the time zone of the process", () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const written = ["UTC", "America/New_York", "Pacific/Kiritimati"].map((zone) => {
      vi.stubEnv("TZ", zone);
      const offset = new Date("2025-01-01T00:00:00Z").getTimezoneOffset();
      const ics = writeIcs([entry({ month: "2025-03", firstDay: "2025-03-09", startTime: "02:30" }), entry()]);
      return { offset, ics };
    });
    expect(written.map(({ offset }) => offset)).toEqual([0, 300, -840]);
    expect(new Set(written.map(({ ics }) => ics)).size).toBe(1);
    expect(written[0]?.ics).toContain("DTSTART;TZID=Europe/Zurich:20250309T023000");
  });

  it.each([
    ["confirmed", "CONFIRMED"],
    ["tentative", "TENTATIVE"],
    ["deleted", "CANCELLED"],
  ] as const)("writes the status %s as %s", (status, expected) =>
    expect(read(writeIcs([entry({}, { status })])).value("status")).toBe(expected),
  );

  it("writes no empty property for a deleted event", () => {
    const deleted = deletedEventDates(anEvent({ firstDay: "2025-08-01" })) ?? undefined;
    const { first } = read(writeIcs([entry({}, { ...deleted, address: "" })]));
    for (const name of ["location", "description", "url"]) expect(first.hasProperty(name), name).toBe(false);
  });

  it.each([
    ["", "2026-12-11T09:00:00", "-PT15H"],
    ["20:00", "2026-12-11T20:00:00", "-P1D"],
    ["09:00", "2026-12-11T09:00:00", "-P1D"],
    ["06:30", "2026-12-11T09:00:00", "-PT21H30M"],
    ["22:15", "2026-12-11T20:00:00", "-P1DT2H15M"],
  ])("reminds of an event at « %s » the day before, at a sensible hour: %s", (startTime, expected, trigger) => {
    const party = entry({ month: "2026-12", firstDay: "2026-12-12", startTime }, { hasAlarm: true });
    const { first, start } = read(writeIcs([party]));
    const [alarm, ...others] = first.getAllSubcomponents("valarm");
    const before = alarm?.getFirstPropertyValue("trigger") as ICAL.Duration;
    expect([others.length, alarm?.getFirstPropertyValue("action"), before.toString()]).toEqual([0, "DISPLAY", trigger]);
    expect(alarm?.getFirstPropertyValue("description")).toBe("Fête");
    start.isDate = false;
    start.addDuration(before);
    expect(start.toString()).toBe(expected);
    expect(writeIcs([{ ...party, hasAlarm: false }])).not.toContain("VALARM");
  });

  it("has the rules of daylight saving time for all years, after its properties and before its events", () => {
    const ics = writeIcs([entry({ firstDay: "2025-08-01", startTime: "19:30" })]);
    const rules = read(ics)
      .zone?.getAllSubcomponents()
      .map((half) => [half.name, half.getFirstPropertyValue("rrule")?.toString()]);
    expect(rules).toEqual([
      ["daylight", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
      ["standard", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
    ]);
    expect(ics.indexOf("BEGIN:VTIMEZONE")).toBeGreaterThan(ics.indexOf("X-PUBLISHED-TTL"));
    expect(ics.indexOf("BEGIN:VEVENT")).toBeGreaterThan(ics.indexOf("END:VTIMEZONE"));
  });

  it("keeps any name and place, in lines of 75 octets at most", { timeout: 120_000 }, () => {
    const pieces = [",", ";", "\\", "\n", "\r\n", "\r", "🎺", "é", "\u202e", "\u0000", "\u2028", "END:VEVENT"];
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 500 }),
      fc.string({ unit: "grapheme", maxLength: 500 }),
      fc.array(fc.constantFrom(...pieces)).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(
        hostile.filter((Nom) => hasEventName({ name: Nom })),
        hostile,
        (Nom, Lieu) => {
          const ics = writeIcs([
            entry({ name: Nom, place: Lieu, firstDay: "2025-08-01" }, { hasAlarm: true }),
            entry(),
          ]);
          const lines = ics.split("\r\n");
          expect(lines.pop()).toBe("");
          for (const line of lines) expect(bytes(line)).toBeLessThanOrEqual(75);
          expect(lines.join("")).not.toMatch(/[\r\n]/);
          const { events, value } = read(ics);
          expect(events).toHaveLength(2);
          expect(value("summary")).toBe(toMultiline(Nom));
          expect(value("location") ?? "").toBe(toMultiline(Lieu));
        },
      ),
    );
  });
});
