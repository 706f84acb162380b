/** The committee's page of a large event: 60 slots, 300 replies of 200 members and 100 others. */
import { expect, it } from "vitest";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { setUpSite } from "#tests/http/site.ts";
import { shortestHold } from "#tests/machine.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const HELD_MS = 50;
const SLOTS = 60;
const PEOPLE = 300;
const site = setUpSite({ committee: true });

it("the page of who comes blocks other requests for less than 50 ms", { timeout: 120_000 }, async () => {
  const { services } = site;
  await services.events.create("Fete", anEvent({ month: "2099-06", firstDay: "2099-06-12" }), null);
  const event = (await services.events.get("Fete")) ?? expect.fail();
  const slots = Array.from({ length: SLOTS }, (_, i) => ({
    ...EMPTY_SLOT,
    post: `Poste ${i % 5}`,
    needed: 6,
    from: { days: Math.floor(i / 20), time: `${17 + (i % 4)}:00` },
    until: { days: Math.floor(i / 20), time: `${18 + (i % 4)}:00` },
  }));
  const ids = await services.slots.add(event.subject, slots, null);
  const all = Array.from({ length: 200 }, (_, i) => aMember({ lastName: `Héritier ${i}`, phone: "0791234567" }));
  const members = await saveMembers(services.register, ...all);
  for (let i = 0; i < PEOPLE; i++) {
    const replier = { member: members[i] ?? "", name: `Personne ${i}`, phone: "0791234568", isAdult: false };
    const chosen = [ids[i % SLOTS] ?? ""];
    await replyToSlots(services, { event, chosen, replier: { ...replier, birthDate: "", door: "public" } });
  }
  const page = "/evenement/modify/Fete/coups-de-main/qui-vient";
  for (let i = 0; i < 5; i++) await site.html(page);
  const { held, worked, result } = await shortestHold(HELD_MS, () => site.html(page));
  expect(result.match(/class="list__row/g)).toHaveLength(PEOPLE);
  expect(held).toBeLessThan(HELD_MS);
  writeFigures("who-comes", {
    promise: "The page of who comes opens quickly",
    figures: `${SLOTS} slots and ${PEOPLE} replies: ${worked.toFixed(0)} ms of work`,
  });
});
