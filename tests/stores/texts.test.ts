import { createTextStore } from "#stores/revised/texts.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { textStoreContract } from "#tests/contracts/stores/text-store.contract.ts";

textStoreContract("texts", async () => {
  const openOne = await sqliteDocuments();
  return async () => createTextStore(await openOne());
});
