/**
 * A process that saves a picture and is killed at the very moment at which the store has answered:
 * `node save-and-die.ts DATABASE DIRECTORY PICTURE`
 */
import { readFileSync } from "node:fs";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createPictureStore } from "#adapters/embedded/picture-store.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";

const [database = "", directory = "", picture = ""] = process.argv.slice(2);
const store = createPictureStore({ db: openDatabase(database), directory });
const images = createImageStore({ store, imageProcessor: createImageProcessor() });
await images.save({ collection: "evenements", id: "Fête0825" }, { name: "affiche.jpg", bytes: readFileSync(picture) });
process.kill(process.pid, "SIGKILL");
