/** Another process at work on the inbox of a file. Usage: node inbox.worker.ts FILE deposer COUNT | FILE livrer */
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createInbox } from "#stores/inbox.ts";
import { doWork } from "./inbox-work.ts";

const [file = "", ...task] = process.argv.slice(2);
const documents = await openDocuments(file);
await doWork(createInbox(documents), task);
documents.close();
