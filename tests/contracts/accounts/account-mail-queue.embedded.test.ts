import { expect, it } from "vitest";
import { createAccountMailQueue } from "#adapters/embedded/accounts/account-mail-queue.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { accountMailQueueContract } from "./account-mail-queue.contract.ts";

accountMailQueueContract("mail to accounts in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createAccountMailQueue(open());
});

it("mail to accounts is kept for all of them or for none", async () => {
  const db = embeddedFile().open();
  const queue = createAccountMailQueue(db);
  const mail = { id: "a", recipient: "a@exemple.ch", subject: "Un", text: "Deux", html: "<p>Deux</p>" };
  await expect(queue.add([mail, mail], new Date())).rejects.toThrow();
  expect(await queue.nextDue()).toBeNull();
});
