import { expect, it } from "vitest";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { setUpSite } from "#tests/http/site.ts";
import { slowness } from "#tests/machine.ts";

const WORK_MAX_MS = 50;
const [SLOTS, REPLIES, TIMES] = [60, 300, 9];

const site = setUpSite({ committee: true });

it(`a plan of ${SLOTS} slots and ${REPLIES} replies takes at most ${WORK_MAX_MS} ms of work`, async () => {
  const { events, slots, replies } = site.services;
  await events.create("Fete0627", anEvent({ month: "2027-06", firstDay: "2027-06-12" }));
  const event = (await events.get("Fete0627")) ?? expect.fail();
  const fields = Array.from({ length: SLOTS }, (_, i) => ({
    ...EMPTY_SLOT,
    post: `Poste ${i % 15}`,
    from: { days: Math.floor(i / 15), time: "20:00" },
    until: { days: Math.floor(i / 15), time: "23:00" },
    needed: 8,
    note: "Prenez des gants.",
  }));
  const ids = await slots.add(event.subject, fields, null);
  for (let i = 0; i < REPLIES; i++) {
    const name = `Zoé Héritier ${i}`;
    const replier = { name, phone: "0791234567", member: "", person: name, isAdult: true };
    const moment = { day: "2027-06-12", time: "20:00" };
    const agreed = () => ({ post: "", from: moment, until: moment });
    await replies.add({ event: event.subject, slots: [ids[i % SLOTS] ?? ""], replier, agreed }, () => [], null);
  }
  const worked: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const measured = await holding(() => site.html("/evenement/modify/Fete0627/coups-de-main"));
    expect(measured.result.match(/list__row/g)?.length).toBe(SLOTS);
    worked.push(measured.worked);
  }
  const median = worked.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
  writeFigures("slots-plan", {
    promise: "The plan of an event’s slots is fast",
    figures: `${SLOTS} slots and ${REPLIES} replies: ${Math.round(median)} ms of work`,
  });
  expect(median).toBeLessThan(WORK_MAX_MS * slowness());
});
