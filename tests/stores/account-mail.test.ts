import { createAccountMailQueue } from "#stores/account-mail.ts";
import { accountMailQueueContract } from "#tests/contracts/accounts/account-mail-queue.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

accountMailQueueContract("mail to accounts", async () => {
  const openOne = await sqliteDocuments();
  return async () => createAccountMailQueue(await openOne());
});
