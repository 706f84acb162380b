/** The mailings of a large association: how long their end, and the erasure of a member, hold other requests. */
import { expect, it } from "vitest";
import { createMailingStore } from "#stores/mailings.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { slowness } from "#tests/machine.ts";
import { desk } from "../desk.ts";

const MAILINGS = 12;
const RECIPIENTS = 2_000;
const HELD_MAX_MS = 100;
const AT = new Date("2026-01-15T12:00:00Z");
const LATER = new Date("2027-02-01T12:00:00Z");

/** Every recipient was shared to in the group, and has a touch. */
async function fill(member: string, { documents }: ReturnType<typeof desk>) {
  const mailings = createMailingStore(
    documents,
    async () => "secret",
    () => AT,
  );
  const members = [member, ...Array.from({ length: RECIPIENTS - 1 }, (_, i) => `member-with-a-long-id-${i}`)];
  for (let m = 0; m < MAILINGS; m++) {
    const id = `mailing-${m}`;
    await mailings.create(id, aMailing({ recipients: members.map((one) => ({ member: one, reply: "" })) }), [], null);
    await mailings.share(id, "group", members, null);
    await documents.transaction(async (transaction) => {
      for (const one of members)
        transaction.create("touches", `${id}-${one}`, {
          kind: "mailing",
          kindAndTopic: `mailing ${id}`,
          topic: id,
          about: "",
          person: one,
          member: one,
          touches: [{ way: "email", at: AT.toISOString(), sentAt: AT.toISOString(), by: null }],
          order: `mailing ${AT.toISOString()}`,
        });
    });
  }
  return mailings;
}

/** Erased data cannot be erased again, so a busy machine counts by its speed. */
async function measureOnce(work: () => Promise<unknown>) {
  const { held, worked } = await holding(work);
  const slower = slowness();
  return { held: held / slower, worked: worked / slower };
}

it(`${MAILINGS} mailings to ${RECIPIENTS} members end, and lose an erased member, in slices of ${HELD_MAX_MS} ms`, async () => {
  const services = desk();
  const { documents, bin } = services;
  const register = createRegisterStore(documents);
  const id = await saveMember(register, aMember());
  const mailings = await fill(id, services);
  const { version = "" } = (await register.get(id)) ?? {};
  const deletion = aDeletion();
  await register.moveToBin(id, version, deletion);
  const erasure = await measureOnce(() => bin.erase(deletion.key));
  expect((await mailings.get("mailing-0"))?.recipients).toHaveLength(RECIPIENTS - 1);
  const purge = await measureOnce(() => mailings.purge(LATER));
  expect([await documents.count("mailings"), await documents.count("touches")]).toEqual([0, 0]);
  const [atErasure, atPurge] = [erasure, purge].map(({ held, worked }) => [held, worked].map(Math.round).join(" of "));
  process.stdout.write(`At most ms at once, of ms of work: erasure ${atErasure}, purge ${atPurge}\n`);
  expect(Math.max(erasure.held, purge.held)).toBeLessThanOrEqual(HELD_MAX_MS);
  writeFigures("mailings-end", {
    promise: `${MAILINGS} mailings to ${RECIPIENTS} members end`,
    figures: `${Math.round(purge.worked)} ms of work, at most ${Math.round(purge.held)} ms at once`,
  });
});
