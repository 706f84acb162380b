/** « À faire » of a large association: how much work finding it takes, and how long it holds other requests. */
import { expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { EMPTY_TASK } from "#domain/dossier/task.ts";
import { DRAFT_PUBLICATION } from "#domain/events/publication.ts";
import { memberName, memberSortKey } from "#domain/register/member.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { createTaskStore } from "#stores/dossiers/tasks.ts";
import { aMember } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { shortestHold } from "#tests/machine.ts";
import { findToDos } from "#usecases/to-do/find-to-dos.ts";
import { desk, failOnReport } from "./desk.ts";

const MEMBERS = 2_000;
const EVENTS = 60;
const TASKS = 300;
const SLOTS_PER_EVENT = 24;
const SLICE_MAX_MS = 50;
/** Of all sources together: they read each member and each fee once. */
const WORK_MAX_MS = 250;
const NOW = new Date("2027-05-20T10:00:00Z");
const AT = "2027-01-05T12:00:00.000Z";
const BY = { id: "a", name: "Élodie" };

async function fill() {
  const services = desk();
  const { documents, events, slots } = services;
  await documents.transaction(async (transaction) => {
    transaction.create("fee-years", "2026", { amount: 5000, joinedBy: "2026-10-01", openedAt: AT, openedBy: BY });
    for (let i = 0; i < MEMBERS; i++) {
      // A third are minors without an authorisation.
      const data = aMember({ lastName: `Héritier ${i}`, ...(i % 3 === 0 && { birthDate: "2012-05-01" }) });
      transaction.create("register", `m${i}`, { ...data, signUps: [], updatedAt: AT, updatedBy: BY });
      transaction.create("fees", `2026-m${i}`, {
        year: "2026",
        member: `m${i}`,
        name: memberName(data),
        sortKey: memberSortKey(data),
        amount: 5000,
        lines: [],
        sendings: i % 2 === 0 ? [] : [{ way: "sms", reminder: false, at: AT, by: BY }],
      });
    }
    for (let i = 0; i < TASKS; i++)
      transaction.create("tasks", `t${i}`, {
        ...EMPTY_TASK,
        text: `Tâche ${i}`,
        due: { days: -i },
        event: `e${i % EVENTS}`,
      });
  });
  for (let i = 0; i < EVENTS; i++) {
    const firstDay = addDays("2027-05-01", i * 5);
    const publication = i % 2 === 0 ? "" : DRAFT_PUBLICATION;
    await events.create(`Fete${i}`, anEvent({ name: `Fête ${i}`, month: firstDay.slice(0, 7), firstDay, publication }));
    const { subject = "" } = (await events.get(`Fete${i}`)) ?? {};
    const hours = Array.from({ length: SLOTS_PER_EVENT }, (_, n) => ({
      ...EMPTY_SLOT,
      post: `Bar ${n}`,
      needed: 4,
      from: { days: 0, time: "18:00" },
      until: { days: 0, time: "21:00" },
    }));
    await slots.add(subject, hours, BY);
  }
  return services;
}

it(`what is to do among ${MEMBERS} members, ${EVENTS} events and ${TASKS} tasks is found in slices of ${SLICE_MAX_MS} ms`, async () => {
  const services = await fill();
  const tasks = createTaskStore(services.documents);
  const { held, worked, result } = await shortestHold(SLICE_MAX_MS, async () => {
    // With another store of the fees, nothing is known from the measurement before.
    const fresh = { ...services, fees: { ...services.fees } };
    const [open, found] = await Promise.all([tasks.listOpen(), findToDos(fresh, NOW, failOnReport)]);
    return { open, found };
  });
  expect(result.open).toHaveLength(TASKS);
  expect(result.found.filter(({ id }) => id.startsWith("slots-")).length).toBeGreaterThan(1);
  expect(result.found.filter(({ id }) => id.startsWith("poster-")).length).toBeGreaterThan(3);
  const counted = result.found.filter(({ id }) => /^(?:bills|reminders|consents|fees)/.test(id));
  expect(counted.map(({ text }) => text.replaceAll("\u00a0", " "))).toEqual([
    "Ouvrir la cotisation 2027 : 2000 membres",
    "Envoyer 1000 factures 2026",
    "Envoyer 1000 rappels 2026",
    "Demander 667 autorisations parentales",
  ]);
  process.stdout.write(`${Math.round(worked)} ms of work, at most ${Math.round(held)} ms at once\n`);
  expect(held).toBeLessThanOrEqual(SLICE_MAX_MS);
  expect(worked).toBeLessThanOrEqual(WORK_MAX_MS);
  writeFigures("to-do", {
    promise: `What is to do among ${MEMBERS} members, ${EVENTS} events and ${TASKS} tasks is found`,
    figures: `${Math.round(worked)} ms of work, at most ${Math.round(held)} ms at once`,
  });
});
