import { expect, it } from "vitest";
import { createAccountMailQueue } from "#stores/account-mail.ts";
import { accountMailQueueContract } from "#tests/contracts/accounts/account-mail-queue.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

const make = async () => {
  const openOne = await sqliteDocuments();
  return async () => createAccountMailQueue(await openOne());
};
accountMailQueueContract("mail to accounts", make);

const NOON = new Date("2025-08-01T12:00:00.000Z");
const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);
const MAIL = { id: "a", recipient: "a@exemple.ch", subject: "Un", text: "Deux", html: "<p>Deux</p>" };

it("mail to accounts is kept for all of them or for none", async () => {
  const queue = await (await make())();
  await expect(queue.add([MAIL, MAIL], NOON)).rejects.toThrow();
  expect(await queue.nextDue()).toBeNull();
  await queue.add([MAIL], NOON);
  await expect(queue.add([{ ...MAIL, id: "b" }, MAIL], NOON)).rejects.toThrow("Exists already");
  expect(await queue.claimDue(NOON, MINUTE_MS)).toMatchObject({ id: "a" });
  expect(await queue.claimDue(NOON, MINUTE_MS)).toBeNull();
});

it("the late report of a worker whose claim has ended changes nothing for the one that has the mail", async () => {
  const open = await make();
  const [slow, fast] = [await open(), await open()];
  await slow.add([MAIL], NOON);
  await slow.claimDue(NOON, MINUTE_MS);
  expect(await fast.claimDue(later(1), MINUTE_MS)).toMatchObject({ attempts: 0 });
  await slow.retry("a", later(1));
  expect(await slow.claimDue(later(1), MINUTE_MS)).toBeNull();
  await fast.retry("a", later(5));
  expect(await slow.claimDue(later(5), MINUTE_MS)).toMatchObject({ attempts: 1 });
});
