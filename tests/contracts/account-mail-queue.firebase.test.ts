import { createAccountMailQueue } from "#adapters/firebase/account-mail-queue.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { accountMailQueueContract } from "./account-mail-queue.contract.ts";
import { projetFirestore } from "./projet-firestore.ts";

describeHosted("the hosted family", () => {
  accountMailQueueContract("mail to accounts in Firestore", async () => {
    const { ouvrir } = projetFirestore();
    return async () => createAccountMailQueue(ouvrir());
  });
});
