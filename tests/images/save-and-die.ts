/**
 * A process that saves a picture and is killed at the very moment at which the store has answered:
 * `node save-and-die.ts DATABASE DIRECTORY PICTURE`
 */
import { readFileSync } from "node:fs";
import { openFiles } from "#adapters/disk/files.ts";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createPictureStore } from "#stores/pictures/picture-store.ts";
import { createPictures } from "#stores/pictures/pictures.ts";

const [database = "", directory = "", picture = ""] = process.argv.slice(2);
openDatabase(database).close();
const store = createPictureStore({ documents: openDocuments(database), files: openFiles(directory) });
const images = createPictures({ store, imageProcessor: createImageProcessor() });
await images.save({ collection: "evenements", id: "Fête0825" }, { name: "affiche.jpg", bytes: readFileSync(picture) });
process.kill(process.pid, "SIGKILL");
