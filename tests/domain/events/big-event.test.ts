import { describe, expect, it } from "vitest";
import { EVENT_PAGE_SENTENCES, eventSchema } from "#domain/events/event-form.ts";
import { hasEventPage } from "#domain/events/planned-event.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const read = (typed: string) => {
  const event = { Nom: "Fête", mois: "06", annee: "2027", Lieu: "Savièse", PageAddress: typed };
  const outcome = eventSchema().safeParse(event);
  return outcome.success ? outcome.data.pageAddress : outcome.error.issues[0]?.message;
};

describe("the address of a big event", () => {
  it.each([
    ["fete", "fete"],
    [" /Fete-2027 ", "fete-2027"],
    ["", ""],
    ["fête", EVENT_PAGE_SENTENCES.address],
    ["fete 2027", EVENT_PAGE_SENTENCES.address],
    ["-fete", EVENT_PAGE_SENTENCES.address],
    ["fete.ics", EVENT_PAGE_SENTENCES.address],
    ["//fete", EVENT_PAGE_SENTENCES.address],
    ["x".repeat(41), FIELD_SENTENCES.tooLong(40)],
  ])("is read from the typed text %j as %j", (typed, expected) => expect(read(typed)).toBe(expected));
});

describe("the page of a big event", () => {
  const event = anEvent({ month: "2027-06", firstDay: "2027-06-12", pageAddress: "fete" });

  it.each([
    ["2027-01-01", {}, true],
    ["2027-06-12", {}, true],
    ["2027-06-13", {}, false],
    ["2027-01-01", { pageFrom: "2027-01-02" }, false],
    ["2027-01-02", { pageFrom: "2027-01-02" }, true],
    ["2027-07-31", { pageUntil: "2027-07-31" }, true],
    ["2027-08-01", { pageUntil: "2027-07-31" }, false],
    ["2027-01-01", { publication: "draft" }, false],
    ["2027-01-01", { pageAddress: "" }, false],
  ])("on %s with %j is shown: %s", (day, fields, shown) =>
    expect(hasEventPage({ ...event, ...fields }, { day, time: "12:00" })).toBe(shown),
  );
});
