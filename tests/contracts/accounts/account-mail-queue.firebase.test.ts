import { createAccountMailQueue } from "#adapters/firebase/accounts/account-mail-queue.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { accountMailQueueContract } from "./account-mail-queue.contract.ts";

describeHosted("the hosted family", () => {
  accountMailQueueContract("mail to accounts in Firestore", async () => {
    const { openOne } = firestoreProject();
    return async () => createAccountMailQueue(openOne());
  });
});
