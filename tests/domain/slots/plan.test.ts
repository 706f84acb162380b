import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { fieldErrorsOf } from "#domain/fields.ts";
import {
  distanceFromEventInFrench,
  eveningsOfEvent,
  nightAsTyped,
  nightSchema,
  PLAN_LIMITS,
  PLAN_SENTENCES,
  parsePosts,
  plannedSlotSchema,
  slotAsTyped,
  slotDayRefusal,
  slotFieldsInFrench,
  slotFromForm,
  slotsOfNight,
} from "#domain/slots/plan.ts";
import { EMPTY_SLOT, hoursOfSlot, type SlotFields, startOfSlot } from "#domain/slots/slot.ts";
import { slotsByEvening, slotTimesInFrench } from "#domain/slots/slot-hours.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const eventOn = (firstDay: string, fields = {}) => anEvent({ month: firstDay.slice(0, 7), firstDay, ...fields });
const FETE = eventOn("2027-06-12", { startTime: "22:00", endTime: "04:00" });

const NIGHT = {
  posts: "Bar",
  evening: "2027-06-12",
  from: "22:00",
  until: "04:00",
  every: "3",
  needed: "4",
};
const night = (fields = {}, event = FETE) => slotsOfNight(nightSchema().parse({ ...NIGHT, ...fields }), event);

const times = (slots: readonly SlotFields[], event = FETE) =>
  slots.map((slot) => slotTimesInFrench(hoursOfSlot(slot, event) ?? expect.fail()).replaceAll("\u00a0", " "));

describe("the posts of a night", () => {
  it.each([
    ["Bar, entrée, vestiaire", ["Bar", "Entrée", "Vestiaire"]],
    [" bar ,, Bar,BAR ;\n entre\u0301e,Entrée", ["Bar", "Entrée"]],
    ["Bar\u202e, \u200b, —, 🍺", ["Bar", "🍺"]],
  ])("%j", (typed, posts) => expect(parsePosts(typed)).toEqual({ ok: true, value: posts }));

  it.each([
    ["", PLAN_SENTENCES.posts],
    [" , ;\u200b ", PLAN_SENTENCES.posts],
    ["a".repeat(61), PLAN_SENTENCES.longPost(`A${"a".repeat(60)}`)],
    [Array.from({ length: 21 }, (_, i) => `Poste ${i}`).join(), PLAN_SENTENCES.tooManyPosts],
  ])("%j are refused", (typed, sentence) => expect(parsePosts(typed)).toEqual({ ok: false, reason: sentence }));

  it("may have the longest names", () => {
    const posts = Array.from({ length: PLAN_LIMITS.posts }, (_, i) => `${i}`.padEnd(PLAN_LIMITS.text, "x")).join(", ");
    expect(night({ posts })).toHaveLength(2 * PLAN_LIMITS.posts);
  });
});

describe("a night", () => {
  it.each([
    ["22:00", "04:00", "3", ["22 h à 1 h", "1 h à 4 h"]],
    ["20:00", "04:00", "3", ["20 h à 23 h", "23 h à 2 h", "2 h à 4 h"]],
    ["20:00", "03:00", "3", ["20 h à 23 h", "23 h à 3 h"]],
    ["20:00", "00:30", "3", ["20 h à 23 h", "23 h à 0 h 30"]],
    ["20:00", "00:29", "3", ["20 h à 0 h 29"]],
    ["20:00", "21:00", "12", ["20 h à 21 h"]],
    ["08:00", "08:00", "12", ["8 h à 20 h", "20 h à 8 h"]],
    ["23:30", "00:30", "1", ["23 h 30 à 0 h 30"]],
  ])("from %s to %s, every %s hours", (from, until, every, expected) => {
    expect(times(night({ from, until, every }))).toEqual(expected);
  });

  it("covers its hours without gaps, whatever they are", () => {
    for (let from = 0; from < 24; from += 1)
      for (let length = 15; length <= 1440; length += 105)
        for (const every of ["1", "3", "7", "12"]) {
          const end = (from * 60 + length) % 1440;
          const until = `${String(Math.floor(end / 60)).padStart(2, "0")}:${String(end % 60).padStart(2, "0")}`;
          const slots = night({ from: `${String(from).padStart(2, "0")}:00`, until, every });
          expect(slots.at(-1)?.until.time).toBe(until);
          const step = Number(every) * 60;
          const lengths = slots.map(
            (slot) =>
              (slot.until.days - slot.from.days) * 1440 +
              (Date.parse(`2000-01-01T${slot.until.time}Z`) - Date.parse(`2000-01-01T${slot.from.time}Z`)) / 60_000,
          );
          expect(lengths.reduce((sum, one) => sum + one)).toBe(length);
          for (const [i, one] of lengths.entries()) {
            expect(one === step || i === lengths.length - 1).toBe(true);
            expect(one < step * 1.5 && (one * 2 >= step || lengths.length === 1)).toBe(true);
            expect(slots[i + 1]?.from ?? slots[i]?.until).toEqual(slots[i]?.until);
          }
        }
  });

  it("that starts before 06:00 belongs to the evening before", () => {
    const [slot] = night({ from: "00:00", until: "03:00" });
    expect(slot?.from).toEqual({ days: 1, time: "00:00" });
    expect(slotsByEvening([{ ...EMPTY_SLOT, ...slot, id: "a", event: "e", version: "1" }], FETE)).toMatchObject([
      { evening: "2027-06-12" },
    ]);
  });

  it("of several posts lists all posts at the same hours together", () => {
    const slots = night({ posts: "Bar, entrée, vestiaire", from: "20:00", until: "08:00" });
    expect(slots).toHaveLength(12);
    expect(slots.slice(0, 4).map(({ post, from }) => [post, from.time])).toEqual([
      ["Bar", "20:00"],
      ["Entrée", "20:00"],
      ["Vestiaire", "20:00"],
      ["Bar", "23:00"],
    ]);
  });

  it.each([
    ["2027-03-27", "2027-03-27T21:00:00.000Z 2027-03-28T01:00:00.000Z"],
    ["2027-10-30", "2027-10-30T20:00:00.000Z 2027-10-31T01:00:00.000Z"],
  ])("of a clock change, %s, has the hours of the wall clock", (evening, instants) => {
    const event = eventOn(evening);
    const slots = night({ evening, from: "22:00", until: "06:00", every: "4" }, event);
    expect(times(slots, event)).toEqual(["22 h à 2 h", "2 h à 6 h"]);
    const starts = slots.map((slot) => startOfSlot(hoursOfSlot(slot, event) ?? expect.fail()).toISOString());
    expect(starts.join(" ")).toBe(instants);
  });

  it.each([
    ["needed", "0", PLAN_SENTENCES.needed],
    ["needed", "100", PLAN_SENTENCES.needed],
    ["needed", "-1", PLAN_SENTENCES.needed],
    ["needed", "1.5", PLAN_SENTENCES.needed],
    ["every", "0", PLAN_SENTENCES.step],
    ["every", "13", PLAN_SENTENCES.step],
    ["from", "25:00", expect.stringContaining("19:30")],
    ["until", "", expect.stringContaining("obligatoire")],
    ["evening", "2027-02-30", expect.stringContaining("jour qui existe")],
  ])("with %s %j is refused", (field, typed, sentence) =>
    expect(fieldErrorsOf(nightSchema(), { ...NIGHT, [field]: typed })).toEqual({ [field]: sentence }),
  );

  it("accepts « 3 h » and « 4 personnes » as numbers", () =>
    expect(nightSchema().parse({ ...NIGHT, every: "3 h", needed: "4 personnes" })).toMatchObject({
      every: 3,
      needed: 4,
    }));
});

describe("the form of a night", () => {
  it("has the hours of the event, and its first evening without slots", () => {
    expect(nightAsTyped(FETE, [])).toMatchObject({ evening: "2027-06-12", from: "22:00", until: "04:00", every: "3" });
    const long = eventOn("2027-06-11", { lastDay: "2027-06-13", startTime: "20:00", endTime: "03:00" });
    expect(eveningsOfEvent(long).map(({ label }) => label.replaceAll("\u00a0", " "))).toEqual([
      "vendredi 11 juin",
      "samedi 12 juin",
      "dimanche 13 juin",
    ]);
    expect(nightAsTyped(long, ["2027-06-11"]).evening).toBe("2027-06-12");
    expect(nightAsTyped(long, ["2027-06-11", "2027-06-12", "2027-06-13"]).evening).toBe("2027-06-11");
  });

  it("has empty hours if the event has none, and no evening without a day", () => {
    expect(nightAsTyped(eventOn("2027-06-12"), [])).toMatchObject({ evening: "2027-06-12", from: "", until: "" });
    expect([eveningsOfEvent(anEvent()), nightAsTyped(anEvent(), []).evening]).toEqual([[], ""]);
    expect(nightAsTyped(eventOn("2027-06-12", { startTime: "20:00" }), [])).toMatchObject({ from: "20:00", until: "" });
  });

  it("begins with the evening before an event that starts in the small hours", () =>
    expect(eveningsOfEvent(eventOn("2027-06-12", { startTime: "05:00" })).map(({ day }) => day)).toEqual([
      "2027-06-11",
    ]));
});

describe("a single slot", () => {
  const TYPED = { post: "Montage", day: "2027-06-11", from: "18:00", until: "21:00", needed: "6", note: "Gants" };
  const slot = slotFromForm(plannedSlotSchema().parse(TYPED), FETE);

  it("is kept as a distance from the first day, and moves with the event", () => {
    expect(slot).toEqual({
      post: "Montage",
      from: { days: -1, time: "18:00" },
      until: { days: -1, time: "21:00" },
      needed: 6,
      adultsOnly: false,
      membersOnly: false,
      note: "Gants",
    });
    expect(slotAsTyped(slot, FETE)).toEqual({ ...TYPED, adultsOnly: "", membersOnly: "" });
    expect(slotAsTyped(slot, eventOn("2028-03-01")).day).toBe("2028-02-29");
    expect(slotAsTyped(slot, anEvent())).toMatchObject({ day: "", from: "", post: "Montage" });
    expect(slotFieldsInFrench(slot, FETE).join(" | ").replaceAll("\u00a0", " ")).toBe(
      "Montage | vendredi 11 juin, 18 h à 21 h | 6 personnes | « Gants »",
    );
  });

  it("ends on the next day if its end is before its start", () =>
    expect(slotFromForm(plannedSlotSchema().parse({ ...TYPED, from: "22:00", until: "01:00" }), FETE).until).toEqual({
      days: 0,
      time: "01:00",
    }));

  it("needs an end after its start, and a day near the event", () => {
    expect(fieldErrorsOf(plannedSlotSchema(), { ...TYPED, until: "18:00" })).toEqual({
      until: "La fin est à la même heure que le début.",
    });
    const day = (distance: number) => slotDayRefusal(addDays("2027-06-12", distance), FETE);
    expect([-32, -31, 31, 32].map(day)).toEqual([PLAN_SENTENCES.far, null, null, PLAN_SENTENCES.far]);
  });

  it("says its distance from the event", () => {
    const long = eventOn("2027-06-11", { lastDay: "2027-06-13" });
    const days = ["2027-06-09", "2027-06-10", "2027-06-11", "2027-06-13", "2027-06-14", "2027-06-15"];
    expect(days.map((day) => distanceFromEventInFrench(day, long).replaceAll("\u00a0", " "))).toEqual([
      "2 jours avant",
      "la veille",
      "",
      "",
      "le lendemain",
      "2 jours après",
    ]);
  });
});
