/**
 * A process that saves a picture and is killed at the very moment at which the store has answered:
 * `node save-and-die.ts DATABASE DIRECTORY PICTURE`
 */
import { readFileSync } from "node:fs";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createImageStore } from "#adapters/embedded/image-store.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";

const [database = "", directory = "", picture = ""] = process.argv.slice(2);
const images = createImageStore({ db: openDatabase(database), directory, imagerie: createImagerie() });
await images.save({ collection: "evenements", id: "Fête0825" }, { nom: "affiche.jpg", octets: readFileSync(picture) });
process.kill(process.pid, "SIGKILL");
