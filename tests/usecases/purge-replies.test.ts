import { expect, it } from "vitest";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { desk } from "#tests/usecases/desk.ts";
import { deleteCard, eraseForGood, purgeExpiredData, restoreDeleted } from "#usecases/recycle-bin.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const BOB = { id: "bob", name: "Bob" };
const BEFORE = new Date("2027-06-01T10:00:00Z");

/** An event of the night to 13 June 2027, with a slot to which a member and another person come. */
async function nightWithReplies() {
  const services = desk();
  const at = (iso: string) => ({ ...services, clock: { now: () => new Date(iso) } });
  const dates = { month: "2027-06", firstDay: "2027-06-12", startTime: "20:00", endTime: "04:00" };
  await services.events.create("Bal", anEvent({ name: "Bal", ...dates }), null);
  const event = await services.events.get("Bal");
  if (!event) throw new Error("unreachable");
  const hours = { from: { days: 0, time: "21:00" }, until: { days: 1, time: "00:00" } };
  const chosen = await services.slots.add(event.subject, [{ ...EMPTY_SLOT, post: "Bar", needed: 2, ...hours }], BOB);
  for (const [name, member] of [
    ["Zoé Héritier", "zoe"],
    ["Léa Dubuis", ""],
  ] as const) {
    const replier = { name, member, phone: "0791234567", isAdult: false, birthDate: "", door: "member" } as const;
    await replyToSlots({ ...services, clock: { now: () => BEFORE } }, { event, chosen, replier });
  }
  const names = async () => (await services.replies.list(event.subject)).map(({ name }) => name).toSorted();
  const change = async (fields: object) => {
    const {
      id: _,
      version,
      updatedAt: __,
      updatedBy: ___,
      picture: ____,
      subject: _____,
      sequence: ______,
      ...before
    } = (await services.events.get("Bal")) ?? event;
    expect(await services.events.update("Bal", { ...before, ...fields }, version)).toBe("updated");
  };
  return { services, at, event, names, change };
}

const BOTH = ["Léa Dubuis", "Zoé Héritier"];

it("the daily job erases replies six months after the event, those of members after 24 months", async () => {
  const { services, at, event, names } = await nightWithReplies();
  await purgeExpiredData(at("2027-12-13T12:00:00Z"));
  expect(await names()).toEqual(BOTH);
  await purgeExpiredData(at("2027-12-14T12:00:00Z"));
  expect(await names()).toEqual(["Zoé Héritier"]);
  await purgeExpiredData(at("2029-06-13T12:00:00Z"));
  expect(await names()).toEqual(["Zoé Héritier"]);
  await purgeExpiredData(at("2029-06-14T12:00:00Z"));
  expect(await names()).toEqual([]);
  expect(await services.slots.list(event.subject)).toHaveLength(1);
});

it("a message to people who are not members forgets them with their reply, and ends with its erased event", async () => {
  const { services, at, event } = await nightWithReplies();
  const [lea] = (await services.replies.list(event.subject)).filter(({ member }) => member === "");
  const mailings = createMailingStore(
    services.documents,
    async () => "secret",
    () => new Date("2027-12-01T12:00:00Z"),
  );
  const recipients = [
    { member: "zoe", reply: "" },
    { member: "", reply: lea?.id ?? "" },
  ];
  await mailings.create("m", aMailing({ kind: "event", event: event.subject, recipients }), [], BOB);
  const topic = { id: "m", about: "", reply: lea?.id ?? "" };
  const touch = { kind: "mailing", member: "", fees: [], topic, way: "sms", at: BEFORE } as const;
  expect(await services.touches.record(touch, BOB)).toBe(true);
  await purgeExpiredData(at("2027-12-14T12:00:00Z"));
  expect((await mailings.get("m"))?.recipients).toEqual(recipients.slice(0, 1));
  expect(await services.touches.listOfTopic("mailing", "m")).toEqual([]);
  const key = await deleteCard(services, { collection: "evenements", id: "Bal" }, BOB);
  await eraseForGood(services, key ?? "", BOB);
  expect(await mailings.get("m")).toBeNull();
});

it("the time counts from the new date of a postponed event, and without one from the last known day", async () => {
  const { at, names, change } = await nightWithReplies();
  await change({ month: "2027-09", firstDay: "2027-09-18", status: "reporte", previousDates: "2027-06-12" });
  await purgeExpiredData(at("2028-03-01T12:00:00Z"));
  expect(await names()).toEqual(BOTH);
  await change({ previousDates: "2027-06-12 2027-09-18" });
  await purgeExpiredData(at("2028-03-20T12:00:00Z"));
  expect(await names()).toEqual(["Zoé Héritier"]);
});

it("an event in the recycle bin keeps its slots and replies; they are erased once it exists nowhere", async () => {
  const { services, event, names } = await nightWithReplies();
  const key = async () => (await deleteCard(services, { collection: "evenements", id: "Bal" }, BOB)) ?? "";
  const first = await key();
  await purgeExpiredData(services);
  expect(await names()).toEqual(BOTH);
  await restoreDeleted(services, first, BOB);
  expect(await services.events.findBySubject(event.subject)).toMatchObject({ id: "Bal" });
  await purgeExpiredData(services);
  expect(await names()).toEqual(BOTH);
  await eraseForGood(services, await key(), BOB);
  await purgeExpiredData(services);
  expect([await names(), await services.slots.listAll()]).toEqual([[], []]);
});
