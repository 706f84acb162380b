/** The number of documents that « À faire » reads from Firestore: Google charges more than 50,000 a day. */
import { beforeAll, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { testProject, withServices } from "#tests/transfer/providers.ts";
import { failOnReport } from "#tests/usecases/desk.ts";
import { findToDos } from "#usecases/to-do/find-to-dos.ts";
import { countReads } from "./count-reads.ts";

const NOW = new Date("2027-05-20T10:00:00Z");
const MEMBERS = 134;
const EVENTS = 60;
const SLOTS = 12;
/**
 * Each event once, each slot of a near event twice (with the number of people who come), and single reads of the other
 * sources.
 */
const READS = EVENTS + 2 * SLOTS + 50;
/** The first time in a process, and after each change of the register or the fees: each member and each fee, too. */
const FIRST_READS = READS + 2 * MEMBERS;

describeHosted("what is to do on Firestore", () => {
  beforeAll(warmUp);

  it("reads few documents", { timeout: 300_000 }, async () => {
    const { env } = testProject();
    await withServices(env, async (services) => {
      const { register, fees, events, slots } = services;
      await saveMembers(register, ...Array.from({ length: MEMBERS }, (_, n) => aMember({ lastName: `N${n}` })));
      await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
      for (let n = 0; n < EVENTS; n++) {
        const firstDay = addDays("2027-05-29", (n - 10) * 7);
        await events.create(`Fete${n}`, anEvent({ name: `Fête ${n}`, month: firstDay.slice(0, 7), firstDay }));
      }
      const { subject = "" } = (await events.get("Fete10")) ?? {};
      const hours = { from: { days: 0, time: "18:00" }, until: { days: 0, time: "21:00" } };
      const night = Array.from({ length: SLOTS }, (_, n) => ({ ...EMPTY_SLOT, post: `Bar ${n}`, ...hours }));
      await slots.add(subject, night, null);
      const reads = countReads();
      const spent: number[] = [];
      for (const max of [FIRST_READS, READS]) {
        const before = reads();
        const found = await findToDos(services, NOW, failOnReport);
        spent.push(reads() - before);
        expect(found.map(({ text }) => text.replaceAll("\u00a0", " "))).toEqual(
          expect.arrayContaining([`Envoyer ${MEMBERS} factures 2027`, `Fête 10 : il manque ${SLOTS} personnes`]),
        );
        expect(spent.at(-1)).toBeLessThanOrEqual(max);
      }
      process.stdout.write(`${spent.join(", then ")} reads\n`);
      writeFigures("to-do-reads", {
        promise: `What is to do among ${MEMBERS} members and ${EVENTS} events reads few documents of Firestore`,
        figures: `${spent.join(", then ")} reads`,
      });
    });
  });
});
