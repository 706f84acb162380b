import { expect, it } from "vitest";
import { visitorSlotOffer } from "#domain/slots/slot-offer.ts";
import { aSlot, theEvent } from "./slots.ts";

const NOW = { day: "2027-05-01", time: "12:00" };
const SLOTS = [
  aSlot("bar", 18),
  aSlot("gate", 18, { post: "Entrée", needed: 2 }),
  aSlot("late", 21),
  aSlot("night", 24),
  aSlot("till", 21, { post: "Caisse", membersOnly: true, needed: 3 }),
];

const offer = (coming: Record<string, number> = {}, event = theEvent(), now = NOW, slots = SLOTS) =>
  visitorSlotOffer(slots, new Map(Object.entries(coming)), event, now);

const listed = (...args: Parameters<typeof offer>) =>
  offer(...args).evenings.map(({ title, slots }) => [
    title.replaceAll("\u00a0", " "),
    ...slots.map(({ id, missing }) => `${id} ${missing}`),
  ]);

it("slots that lack people come first in each evening and night, without those for members", () => {
  expect(listed({ bar: 1, gate: 1 })).toEqual([
    ["samedi 12 juin", "gate 1", "late 1", "bar 0"],
    ["nuit de samedi à dimanche 13 juin", "night 1"],
  ]);
  expect(offer({ till: 1 })).toMatchObject({ is: "open", missingMembers: 2 });
});

it("slots that have ended are not offered, until none is left", () => {
  expect(listed({}, theEvent(), { day: "2027-06-12", time: "21:00" })).toEqual([
    ["samedi 12 juin", "late 1"],
    ["nuit de samedi à dimanche 13 juin", "night 1"],
  ]);
  expect(offer().until).toEqual(new Date("2027-06-12T21:00:00+02:00"));
  expect(offer({}, theEvent(), { day: "2027-06-13", time: "03:00" })).toMatchObject({ is: "over", until: null });
});

it("an event that offers no slot says why", () => {
  const all = { bar: 1, gate: 2, late: 1, night: 1 };
  expect(offer(all).is).toBe("members");
  expect(offer({ ...all, till: 3 }).is).toBe("full");
  // More people than needed: the committee added them, or needs fewer now.
  expect(offer({ ...all, till: 5 }).is).toBe("full");
  expect(offer({}, theEvent({ status: "annule" }))).toMatchObject({ is: "cancelled", evenings: [] });
  expect(offer({}, theEvent({ status: "reporte", previousDates: "2027-06-12" }))).toMatchObject({ is: "closed" });
  expect(offer({}, theEvent({ firstDay: "" })).is).toBe("closed");
  expect(offer({}, theEvent(), NOW, []).is).toBe("none");
});
