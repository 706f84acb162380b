import { expect, it } from "vitest";
import { EMPTY_SLOT, hoursOfSlot } from "#domain/slots/slot.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { copyEventsToYear } from "#usecases/cards/copy-to-year.ts";
import { publishDueDrafts } from "#usecases/cards/publish-drafts.ts";
import { deleteCard, eraseForGood } from "#usecases/recycle-bin.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import { desk } from "./desk.ts";
import { ANA, BOB, type Desk, EVENT, named, preceded, seen, versionOf, withEvent } from "./posters.ts";

const NEXT = { collection: "evenements", id: "Fête0826" } as const;

const copy = (services: Desk, ids: readonly string[] = [EVENT.id]) =>
  copyEventsToYear(services, ids, ({ month }) => Number(month.slice(0, 4)) + 1, BOB);

const datesOf = async ({ events }: Desk, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await events.get(id))?.firstDay));

it("copying to another year copies an event as a draft with its picture, which is not public there, and writes a journal entry", async () => {
  const services = await withEvent({ firstDay: "2025-08-02", startTime: "18:00", status: "annule", price: "CHF 5.–" });
  expect(await copy(services)).toEqual({ drafts: [NEXT.id], alreadyThere: 0, gone: 0 });
  expect(await services.events.get(NEXT.id)).toMatchObject({
    ...anEvent({ month: "2026-08", firstDay: "2026-08-01", startTime: "18:00", price: "CHF 5.–" }),
    status: "",
    publication: "draft",
    updatedBy: BOB,
    picture: await named(services),
  });
  expect([await seen(services), await seen(services, NEXT)]).toEqual(["affiche.jpg", null]);
  const { entries } = await services.journal.list({ by: BOB.id }, { start: 0, count: 5 });
  expect(entries).toMatchObject([{ action: "added", subject: "evenement", by: BOB }]);
});

it("copying to another year copies the slots, which count from the new first day, without replies", async () => {
  const services = await withEvent({ firstDay: "2025-08-02", startTime: "18:00" });
  const event = (await services.events.get(EVENT.id)) ?? expect.fail();
  const montage = {
    ...EMPTY_SLOT,
    post: "Montage",
    from: { days: -1, time: "18:00" },
    until: { days: -1, time: "20:00" },
    note: "Gants",
  };
  const ids = await services.slots.add(event.subject, [montage, { ...montage, post: "Bar" }], ANA);
  const person = {
    name: "Zoé",
    phone: "0791234567",
    member: "",
    isAdult: true,
    birthDate: "",
    door: "public",
  } as const;
  expect(await replyToSlots(services, { event, chosen: ids.slice(0, 1), replier: person }, ANA)).toMatchObject({
    is: "added",
  });
  const outcomes = await Promise.all([copy(services), copy(services)]);
  expect(outcomes.flatMap(({ drafts }) => drafts)).toEqual([NEXT.id]);
  const draft = (await services.events.get(NEXT.id)) ?? expect.fail();
  const slots = await services.slots.list(draft.subject);
  expect(slots).toMatchObject([{ ...montage, post: "Bar" }, montage]);
  expect(slots.map((slot) => hoursOfSlot(slot, draft)?.from.day)).toEqual(["2026-07-31", "2026-07-31"]);
  expect(await services.replies.list(draft.subject)).toEqual([]);
  expect(await services.slots.list(event.subject)).toHaveLength(2);
});

it("copying to another year keeps the picture of the copy when the original is erased", async () => {
  const services = await withEvent();
  await copy(services);
  await eraseForGood(services, (await deleteCard(services, EVENT, ANA)) ?? "", ANA);
  const fields = anEvent({ month: "2026-08" });
  await changeCard(services, { ...NEXT, fields, version: await versionOf(services, NEXT.id) }, ANA);
  expect(await seen(services, NEXT)).toBe("affiche.jpg");
});

it("copying to another year copies an event once, also if its copy has another day and is public", async () => {
  const services = await withEvent({ firstDay: "2025-08-02" });
  await copy(services);
  const again = { drafts: [], alreadyThere: 1, gone: 0 };
  expect(await copy(services)).toEqual(again);
  const fields = anEvent({ month: "2026-08", firstDay: "2026-08-15", publication: "2026-01-01T00:00:00.000Z" });
  await changeCard(services, { ...NEXT, fields, version: await versionOf(services, NEXT.id) }, ANA);
  await publishDueDrafts(services);
  expect(await copy(services)).toEqual(again);
  expect(await services.events.list()).toHaveLength(2);
});

it("copying to another year copies an event once for concurrent requests", async () => {
  const services = await withEvent({ firstDay: "2025-08-02" });
  const outcomes = await Promise.all([copy(services), copy(services), copy(services)]);
  expect(outcomes.flatMap(({ drafts }) => drafts)).toEqual([NEXT.id]);
  expect(await services.events.list()).toHaveLength(2);
});

it("copying to another year copies several events with one read of the list, each once, and counts missing ones", async () => {
  const services = await withEvent({ firstDay: "2025-08-02" });
  await services.events.create("Loto1125", anEvent({ name: "Loto", month: "2025-11" }), null, null);
  const ids = [EVENT.id, "Loto1125", "Jamais", EVENT.id];
  let lists = 0;
  const events = preceded(services.events, "list", async () => lists++);
  const outcome = await copy({ ...services, events }, ids);
  expect([outcome, lists]).toEqual([{ drafts: [NEXT.id, "Loto1126"], alreadyThere: 0, gone: 1 }, 1]);
  expect((await services.events.get("Loto1126"))?.picture).toBeNull();
  expect(await copy(services, ids)).toEqual({ drafts: [], alreadyThere: 2, gone: 1 });
});

it("copying to another year copies both of two events with the same name and month", async () => {
  for (const calls of [[["A", "B"]], [["A"], ["B"]], [["B"], ["A"], ["A", "B"]]]) {
    const services = desk();
    await services.events.create("A", anEvent({ firstDay: "2025-08-02" }));
    await services.events.create("B", anEvent({ firstDay: "2025-08-16" }));
    const drafts = [];
    for (const ids of calls) drafts.push(...(await copy(services, ids)).drafts);
    expect((await datesOf(services, drafts)).toSorted()).toEqual(["2026-08-01", "2026-08-15"]);
  }
});

it("copying to another year continues after a failure", async () => {
  const services = await withEvent();
  await services.events.create("Loto1125", anEvent({ name: "Loto", month: "2025-11" }), null, null);
  let calls = 0;
  const events = preceded(services.events, "create", async () => {
    if (++calls === 2) throw new Error("panne");
  });
  const ids = ["Loto1125", EVENT.id];
  await expect(copy({ ...services, events }, ids)).rejects.toThrow("panne");
  expect(await copy(services, ids)).toEqual({ drafts: [NEXT.id], alreadyThere: 1, gone: 0 });
  expect(await services.events.list()).toHaveLength(4);
  expect(await named(services, NEXT.id)).toBe(await named(services));
});
