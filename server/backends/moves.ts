/** The back doors of both families, for `npm run transfer`. */
import { existsSync } from "node:fs";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { createDemenagement as ofDataFolder } from "#adapters/embedded/demenagement.ts";
import { createPictureStore as picturesOfFolder } from "#adapters/embedded/picture-store.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import { createDemenagement as ofProject } from "#adapters/firebase/demenagement.ts";
import { announceImages } from "#adapters/firebase/listeners.ts";
import { createPictureStore as picturesOfProject } from "#adapters/firebase/picture-store.ts";
import { createImageMove } from "#adapters/pictures/image-move.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import type { Collection } from "#domain/stored-image.ts";
import type { Demenagement } from "#ports/demenagement.ts";
import type { Config, Firebase } from "../config.ts";
import { openForSite } from "./data-folder.ts";

/**
 * Opens the back door of the family that the configuration names. Nothing else works on a data folder until it is
 * closed; a hosted site may go on.
 * @param creer whether a data folder may be a new one
 * @throws with one line when a site runs on the data folder, when there is none, or when it cannot be opened
 */
export function openMove(config: Config, creer: boolean): Demenagement {
  if (config.backend.by === "firebase") return openProject(config.backend);
  const { database, images: directory } = placesOf(config.dataDir);
  if (!creer && !existsSync(database)) throw new Error(`There is no site in ${config.dataDir}.`);
  const { db, release } = openForSite(config);
  const documents = ofDataFolder({ db });
  return {
    ...documents,
    ...createImageMove({ store: picturesOfFolder({ db, directory }), imagerie: createImagerie() }),
    async close() {
      await documents.close();
      release();
    },
  };
}

function openProject({ projectId, bucket }: Firebase): Demenagement {
  const db = openFirestore({ projectId });
  const documents = ofProject({ db });
  const store = picturesOfProject({ projectId, bucket });
  const changed = new Set<Collection>();
  return {
    ...documents,
    ...createImageMove({ store, imagerie: createImagerie(), onChange: (collection) => changed.add(collection) }),
    async close() {
      for (const collection of changed) await announceImages(db, collection);
      await documents.close();
    },
  };
}
