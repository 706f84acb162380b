/**
 * Saves a picture, then kills its own process: `node save-and-die.ts DATABASE PICTURE`
 */
import { readFileSync } from "node:fs";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import { createEventStore } from "#stores/events.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const [database = "", picture = ""] = process.argv.slice(2);
openDatabase(database).close();
const documents = openSqliteDocuments(database);
const pictures = createPictureStore({ documents, files: openSqliteFiles(database, { onErased: () => {} }) });
const poster = await prepared({ pictures }, "evenements", "affiche.jpg", readFileSync(picture));
await createEventStore(documents).create("Fête0825", anEvent(), null, poster);
process.kill(process.pid, "SIGKILL");
