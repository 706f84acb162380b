/** Another process at work on the inbox of a file. Usage: node inbox.worker.ts FILE deposer COUNT | FILE livrer */
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { travailler } from "./inbox-work.ts";

const [file = "", ...tache] = process.argv.slice(2);
await travailler(createInbox(openDatabase(file)), tache);
