import { bankContract } from "#tests/contracts/bank/bank.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

bankContract("the payments of the bank", async () => (await sqliteDocuments())());
