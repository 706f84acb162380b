import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { identityContract } from "./identity.contract.ts";

identityContract("passwords that the site checks", async () => {
  const openOne = await sqliteDocuments();
  return async () => createScryptIdentities(await openOne());
});
