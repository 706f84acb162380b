import { describe } from "vitest";
import { describeDocuments } from "./documents.contract.ts";
import { sqliteDocuments } from "./places.ts";

describeDocuments("documents in SQLite", sqliteDocuments, describe);
