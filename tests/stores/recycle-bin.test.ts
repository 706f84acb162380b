import { binOf, recycleBinContract } from "#tests/contracts/bin/recycle-bin.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

const make = async () => {
  const openOne = await sqliteDocuments();
  return async () => binOf(await openOne());
};
recycleBinContract("the recycle bin", make);
