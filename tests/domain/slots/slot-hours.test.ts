import { expect, it } from "vitest";
import { hoursOfSlot, isSlotNow, isSlotOver, type RelativeTime, startOfSlot } from "#domain/slots/slot.ts";
import { slotHoursInFrench, slotsByEvening } from "#domain/slots/slot-hours.ts";
import { aSlot, theEvent } from "./slots.ts";

const hours = (from: RelativeTime, until: RelativeTime, firstDay = "2027-06-12") =>
  hoursOfSlot({ from, until }, theEvent({ firstDay })) ?? expect.unreachable();

const shown = (...args: Parameters<typeof hours>) => slotHoursInFrench(hours(...args)).replaceAll("\u00a0", " ");

it("a slot that starts before 06:00 belongs to the evening before", () => {
  expect(shown({ days: 0, time: "22:00" }, { days: 1, time: "01:00" })).toBe("samedi 12 juin, 22 h à 1 h");
  expect(shown({ days: 1, time: "00:00" }, { days: 1, time: "03:00" })).toBe(
    "nuit de samedi à dimanche 13 juin, 0 h à 3 h",
  );
  expect(shown({ days: 1, time: "05:59" }, { days: 1, time: "09:00" })).toMatch(/^nuit de samedi/);
  expect(shown({ days: 1, time: "06:00" }, { days: 1, time: "09:30" })).toBe("dimanche 13 juin, 6 h à 9 h 30");
  expect(shown({ days: -1, time: "18:00" }, { days: -1, time: "20:00" })).toBe("vendredi 11 juin, 18 h à 20 h");
});

it("slots are listed by evening, with the night that follows, in the order of time and post", () => {
  const slots = [
    aSlot("tidy", 34),
    aSlot("night", 25),
    aSlot("gate", 21, { post: "Entrée" }),
    aSlot("bar", 21),
    aSlot("build", -4),
    aSlot("first", 4),
  ];
  expect(
    slotsByEvening(slots, theEvent()).map(({ evening, slots: all }) => [evening, all.map(({ id }) => id)]),
  ).toEqual([
    ["2027-06-11", ["build", "first"]],
    ["2027-06-12", ["bar", "gate", "night"]],
    ["2027-06-13", ["tidy"]],
  ]);
  expect(slotsByEvening(slots, theEvent({ firstDay: "" }))).toEqual([]);
});

it("slots keep their time in Zurich when the clocks change, and with a new date of the event", () => {
  const [from, until] = [
    { days: 0, time: "22:00" },
    { days: 1, time: "04:00" },
  ];
  for (const [firstDay, start, length] of [
    ["2027-06-12", "2027-06-12T20:00:00Z", 6],
    // The clocks go forward in the night to 28 March, and back in the night to 31 October.
    ["2027-03-27", "2027-03-27T21:00:00Z", 5],
    ["2027-10-30", "2027-10-30T20:00:00Z", 7],
  ] as const) {
    const slot = hours(from, until, firstDay);
    expect(startOfSlot(slot)).toEqual(new Date(start));
    const end = startOfSlot({ ...slot, from: slot.until });
    expect((end.getTime() - startOfSlot(slot).getTime()) / 3_600_000).toBe(length);
    expect([isSlotNow(slot, slot.from), isSlotNow(slot, slot.until), isSlotOver(slot, slot.until)]).toEqual([
      true,
      false,
      true,
    ]);
  }
});
