/** Another process at work on the inbox of a file. Usage: node inbox.worker.ts FILE deposer COUNT | FILE livrer */
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { doWork } from "./inbox-work.ts";

const [file = "", ...task] = process.argv.slice(2);
await doWork(createInbox(openDatabase(file)), task);
