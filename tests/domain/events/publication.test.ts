import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayInZurich, timeInZurich } from "#domain/dates.ts";
import {
  isPublicationDue,
  isPublished,
  PUBLICATION_SENTENCES,
  publicationAsTyped,
  publicationErrors,
  publicationFromForm,
  publicationInFrench,
} from "#domain/events/publication.ts";

const later = (publishDay: string, publishTime: string) => ({ publication: "later" as const, publishDay, publishTime });
const twoDigits = (n: number) => String(n).padStart(2, "0");
const MINUTE_MS = 60_000;

/** Every quarter of an hour of a day. */
const QUARTERS = Array.from({ length: 24 * 4 }, (_, n) => `${twoDigits(Math.floor(n / 4))}:${twoDigits((n % 4) * 15)}`);

describe("a scheduled publication", () => {
  it.each([
    ["2026-03-29", "01:59", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29", "03:00", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25", "01:59", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25", "02:00", "2026-10-25T00:00:00.000Z"],
    ["2026-10-25", "03:00", "2026-10-25T02:00:00.000Z"],
  ])("%s, %s in Zurich is the instant %s", (day, time, instant) =>
    expect(publicationFromForm(later(day, time))).toBe(instant),
  );

  it("is refused only at the times that the clock change skips", () => {
    const refused = ["2026-03-29", "2026-10-25"].flatMap((day) =>
      QUARTERS.filter((time) => publicationErrors(later(day, time)).publishTime).map((time) => `${day} ${time}`),
    );
    expect(refused).toEqual(["02:00", "02:15", "02:30", "02:45"].map((time) => `2026-03-29 ${time}`));
    expect(publicationErrors(later("2026-03-29", "02:30"))).toEqual({
      publishTime: PUBLICATION_SENTENCES.noSuchTime,
    });
  });

  it("is the first instant at which Zurich’s clock shows this time, and is read back as it was typed", () => {
    const days = fc
      .date({ min: new Date("2020-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, fc.nat(23), fc.nat(59), (day, hour, minute) => {
        const typed = later(day, `${twoDigits(hour)}:${twoDigits(minute)}`);
        fc.pre(Object.keys(publicationErrors(typed)).length === 0);
        const instant = new Date(publicationFromForm(typed));
        expect([dayInZurich(instant), timeInZurich(instant)]).toEqual([day, typed.publishTime]);
        expect(publicationAsTyped({ publication: publicationFromForm(typed) })).toEqual(typed);
        const hourBefore = new Date(instant.getTime() - 60 * MINUTE_MS);
        expect(timeInZurich(hourBefore)).not.toBe(typed.publishTime);
      }),
    );
  });

  it.each([
    [later("", ""), { publishDay: PUBLICATION_SENTENCES.day, publishTime: PUBLICATION_SENTENCES.time }],
    [later("2027-02-29", "18:00"), { publishDay: PUBLICATION_SENTENCES.day }],
    [later("29.02.2028", "18:00"), { publishDay: PUBLICATION_SENTENCES.day }],
    [later("2028-02-29", "24:00"), { publishTime: PUBLICATION_SENTENCES.time }],
    [{ ...later("demain", "soir"), publication: "now" as const }, {}],
    [{ ...later("demain", "soir"), publication: "draft" as const }, {}],
  ])("requires a day and a time only if it is scheduled: %j", (typed, refusals) =>
    expect(publicationErrors(typed)).toEqual(refusals),
  );
});

describe("a stored publication", () => {
  const NOW = new Date("2026-06-12T16:00:00.000Z");

  it.each([
    ["", true, false, "Publié"],
    ["draft", false, false, "Brouillon"],
    ["2026-06-12T16:00:00.000Z", false, true, "Publié le 12.06.2026, 18:00"],
    ["2026-06-12T16:00:00.001Z", false, false, "Publié le 12.06.2026, 18:00"],
    ["2026-10-25T01:30:00.000Z", false, false, "Publié le 25.10.2026, 02:30"],
    ["demain", false, false, "Brouillon"],
    ["2026-13-45T99:00:00.000Z", false, false, "Brouillon"],
    ["0", false, false, "Brouillon"],
    [" ", false, false, "Brouillon"],
  ])("%j: public %j, due %j, « %s »", (Publication, publicNow, due, words) => {
    expect(isPublished({ publication: Publication })).toBe(publicNow);
    expect(isPublicationDue({ publication: Publication }, NOW)).toBe(due);
    expect(publicationInFrench({ publication: Publication }).replaceAll("\u00a0", " ")).toBe(words);
  });

  it.each(["now", "draft"] as const)("is read back as it was typed: %s", (publication) => {
    const typed = { publication, publishDay: "", publishTime: "" };
    expect(publicationAsTyped({ publication: publicationFromForm(typed) })).toEqual(typed);
  });
});
