import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { storesContract } from "#tests/contracts/stores/stores.contract.ts";

storesContract(sqliteDocuments);
