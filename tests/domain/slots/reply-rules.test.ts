import { describe, expect, it } from "vitest";
import type { Reply } from "#domain/slots/reply.ts";
import {
  findFreeSlotAtSameHours,
  findReplyRefusals,
  isSameSubmission,
  mayWithdrawByLink,
  type Replier,
} from "#domain/slots/reply-rules.ts";
import { hoursOfSlot, type Slot } from "#domain/slots/slot.ts";
import { aReplier, aReply, aSlot, theEvent } from "./slots.ts";

const NOW = { day: "2027-05-01", time: "12:00" };

/** @returns the refusals of a person who chooses all of these slots */
const refused = (slots: readonly Slot[], replier: Partial<Replier> = {}, event = theEvent(), now = NOW) =>
  findReplyRefusals({ chosen: slots.map(({ id }) => id), slots, replies: [] }, aReplier(replier), event, now).map(
    ({ is }) => is,
  );

describe("a person who wants to come to a slot", () => {
  it("is refused if it was deleted, is full, or the event is cancelled or has no date", () => {
    const [bar, gate] = [aSlot("bar", 18), aSlot("gate", 21)];
    expect(refused([bar, gate])).toEqual([]);
    expect(refused([bar], {}, theEvent({ status: "annule" }))).toEqual(["cancelled"]);
    expect(refused([bar], {}, theEvent({ status: "reporte", previousDates: "2027-06-12" }))).toEqual(["closed"]);
    expect(refused([bar], {}, theEvent({ firstDay: "" }))).toEqual(["closed"]);
    const question = { chosen: ["bar", "x"], slots: [bar, gate], replies: [aReply("bar", "ana")] };
    expect(findReplyRefusals(question, aReplier(), theEvent(), NOW)).toEqual([
      { slot: "bar", is: "full" },
      { slot: "x", is: "gone" },
    ]);
    const replies = [aReply("bar", "ana", { withdrawnAt: new Date() })];
    expect(findReplyRefusals({ ...question, chosen: ["bar"], replies }, aReplier(), theEvent(), NOW)).toEqual([]);
  });

  it("may come until its end", () => {
    const night = aSlot("night", 24);
    const at = (day: string, time: string) => refused([night], {}, theEvent(), { day, time });
    expect(at("2027-06-12", "23:59")).toEqual([]);
    expect(at("2027-06-13", "02:59")).toEqual([]);
    expect(at("2027-06-13", "03:00")).toEqual(["over"]);
  });

  it("may not come to two at the same time, but to one that starts when the other ends", () => {
    expect(refused([aSlot("a", 18), aSlot("b", 21)])).toEqual([]);
    expect(refused([aSlot("a", 18), aSlot("b", 20)])).toEqual(["overlap"]);
    expect(refused([aSlot("a", 18, {}, 30), aSlot("b", 25)])).toEqual(["overlap"]);
    // With the slot to which the person comes already, and again to that one.
    const slots = [aSlot("a", 18, { needed: 2 }), aSlot("b", 19)];
    const question = { chosen: ["b", "a"], slots, replies: [aReply("a", "zoe")] };
    expect(findReplyRefusals(question, aReplier(), theEvent(), NOW)).toEqual([
      { slot: "b", is: "overlap", other: "a" },
    ]);
    expect(findReplyRefusals(question, aReplier({ person: "ana" }), theEvent(), NOW)).toMatchObject([{ other: "b" }]);
    expect(findReplyRefusals({ ...question, chosen: ["a"] }, aReplier(), theEvent({ status: "annule" }), NOW)).toEqual(
      [],
    );
  });

  it("may come to a slot for members only on the personal page", () => {
    const slot = aSlot("a", 18, { membersOnly: true });
    expect(refused([slot])).toEqual(["members-only"]);
    expect(refused([slot], { member: "m", door: "member" })).toEqual([]);
  });

  it("is not told on the event's page that this name and number come to a slot for members", () => {
    const slots = [aSlot("a", 18, { membersOnly: true, needed: 2 }), aSlot("b", 21)];
    const question = { chosen: ["a"], slots, replies: [aReply("a", "zoe")] };
    expect(findReplyRefusals(question, aReplier(), theEvent(), NOW)).toEqual([{ slot: "a", is: "members-only" }]);
    expect(findReplyRefusals(question, aReplier({ door: "member" }), theEvent(), NOW)).toEqual([]);
  });

  it("may not come again after the committee removed the person, but after withdrawing", () => {
    const [at, later] = [new Date("2027-04-01T12:00:00Z"), new Date("2027-04-02T12:00:00Z")];
    const removed = aReply("a", "zoe", { at, withdrawnAt: at, withdrawnBy: "committee" });
    const withdrawn = aReply("a", "zoe", { at: later, withdrawnAt: later, withdrawnBy: "person" });
    const ask = (replies: readonly Reply[], person = "zoe") =>
      findReplyRefusals({ chosen: ["a"], slots: [aSlot("a", 18)], replies }, aReplier({ person }), theEvent(), NOW);
    expect(ask([removed])).toEqual([{ slot: "a", is: "removed" }]);
    expect(ask([removed], "ana")).toEqual([]);
    // The committee added the person again.
    expect(ask([withdrawn, removed])).toEqual([]);
    expect(ask([{ ...removed, slot: "b" }])).toEqual([]);
  });

  it("is an adult according to the register, on the day of the slot; on the event’s page, and without a birth date, by a tick", () => {
    const [evening, night] = [aSlot("a", 21, { adultsOnly: true }), aSlot("b", 24, { adultsOnly: true })];
    const member = (birthDate: string, isAdult = false) =>
      refused([evening, night], { member: "m", door: "member", birthDate, isAdult });
    expect(member("2009-06-12")).toEqual([]);
    // 18 on the Sunday: after midnight, but not in the evening before.
    expect(member("2009-06-13")).toEqual(["minor"]);
    expect(member("2009-06-14", true)).toEqual(["minor", "minor"]);
    expect(member("")).toEqual(["age", "age"]);
    expect(member("", true)).toEqual([]);
    for (const birthDate of ["1990-01-01", "2015-01-01"]) {
      expect(refused([evening], { birthDate })).toEqual(["age"]);
      expect(refused([evening], { birthDate, isAdult: true })).toEqual([]);
    }
  });
});

it("another post at the same hours with a free place is offered for a full one", () => {
  const full = aSlot("bar", 21);
  const slots = [full, aSlot("later", 22), aSlot("gate", 21, { post: "Entrée" }), aSlot("coats", 21)];
  expect(findFreeSlotAtSameHours(full, slots, ({ id }) => id !== "gate")?.id).toBe("coats");
  expect(findFreeSlotAtSameHours(full, slots, ({ id }) => id === "later")).toBeNull();
});

it("a person withdraws by link until 24 hours before, also when the clocks change in between", () => {
  const hours = (firstDay: string) => hoursOfSlot(aSlot("a", 22), theEvent({ firstDay })) ?? expect.unreachable();
  const may = (firstDay: string, now: string) => mayWithdrawByLink(hours(firstDay), new Date(now));
  expect(may("2027-06-12", "2027-06-11T22:00:00+02:00")).toBe(true);
  expect(may("2027-06-12", "2027-06-11T22:00:01+02:00")).toBe(false);
  // The clocks go forward on 28 March, and back on 31 October.
  expect(may("2027-03-28", "2027-03-27T21:00:00+01:00")).toBe(true);
  expect(may("2027-03-28", "2027-03-27T21:00:01+01:00")).toBe(false);
  expect(may("2027-10-31", "2027-10-30T23:00:00+02:00")).toBe(true);
  expect(may("2027-10-31", "2027-10-30T23:00:01+02:00")).toBe(false);
});

it("the same reply within ten minutes is the same submission", () => {
  const at = new Date("2027-05-01T12:00:00Z");
  expect(isSameSubmission({ at }, new Date("2027-05-01T12:09:59Z"))).toBe(true);
  expect(isSameSubmission({ at }, new Date("2027-05-01T12:10:00Z"))).toBe(false);
});
