/** The back doors of both families, for `npm run transfer`. */
import { existsSync } from "node:fs";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { createDemenagement as ofDataFolder } from "#adapters/embedded/demenagement.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import { createDemenagement as ofProject } from "#adapters/firebase/demenagement.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import type { Demenagement } from "#ports/demenagement.ts";
import type { Config } from "../config.ts";
import { openForSite } from "./data-folder.ts";

/**
 * Opens the back door of the family that the configuration names. Nothing else works on a data folder until it is
 * closed; a hosted site may go on.
 * @param creer whether a data folder may be a new one
 * @throws with one line when a site runs on the data folder, when there is none, or when it cannot be opened
 */
export function openMove(config: Config, creer: boolean): Demenagement {
  if (config.backend.by === "firebase") {
    const { projectId, bucket } = config.backend;
    return ofProject({ db: openFirestore({ projectId }), projectId, bucket });
  }
  const { database, images: directory } = placesOf(config.dataDir);
  if (!creer && !existsSync(database)) throw new Error(`There is no site in ${config.dataDir}.`);
  const { db, release } = openForSite(config);
  const demeure = ofDataFolder({ db, directory, imagerie: createImagerie() });
  return {
    ...demeure,
    async close() {
      await demeure.close();
      release();
    },
  };
}
