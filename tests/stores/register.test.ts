import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { registerContract } from "#tests/contracts/members/register.contract.ts";

registerContract("the register and the fees", async () => (await sqliteDocuments())());
