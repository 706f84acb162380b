/** The contract tests of accounts, on Firestore and Google's identity provider. */
import { beforeAll } from "vitest";
import { createAccountStore } from "#stores/accounts.ts";
import { accountsContract } from "#tests/contracts/accounts/accounts.contract.ts";
import { passkeysContract } from "#tests/contracts/accounts/passkeys.contract.ts";
import { SECRET } from "#tests/contracts/accounts/place.ts";
import { firestoreDocuments } from "#tests/contracts/documents/firestore-place.ts";
import { identityProject } from "#tests/contracts/identity/google-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";

const make = async () => {
  const { openOne } = firestoreDocuments();
  const { identities } = identityProject();
  return async () => createAccountStore({ documents: openOne(), identities: identities(), secret: async () => SECRET });
};

describeHosted("the accounts of a Firebase project", () => {
  beforeAll(warmUp);
  accountsContract("accounts in Firestore", make);
  passkeysContract("accounts in Firestore", make);
});
