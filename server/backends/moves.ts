/** The back doors of both families, for `npm run transfer`. */
import { existsSync } from "node:fs";
import { openFiles as openBucket } from "#adapters/cloud-storage/files.ts";
import { openFiles as openFolder } from "#adapters/disk/files.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { createDocuments } from "#adapters/firestore/documents.ts";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import type { TransferStore } from "#ports/transfer-store.ts";
import { formatProblem } from "#stores/format.ts";
import { createImageMove } from "#stores/pictures/image-move.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { createTransferStore } from "#stores/transfer-store.ts";
import type { Config, Firebase } from "../config.ts";
import { openForSite } from "./data-folder.ts";

/**
 * Opens the back door of the family that the configuration names. Nothing else works on a data folder until it is
 * closed; a hosted site may go on.
 * @param create whether a data folder may be a new one
 * @throws with one line when a site runs on the data folder, when there is none, or when it cannot be opened, or
 * another version wrote it
 */
export async function openMove(config: Config, create: boolean): Promise<TransferStore> {
  if (config.backend.by === "firebase") return openProject(config.backend);
  const { database, images: directory } = placesOf(config.dataDir);
  if (!create && !existsSync(database)) throw new Error(`There is no site in ${config.dataDir}.`);
  const { db, release } = openForSite(config);
  const documents = openDocuments(database);
  return {
    ...createTransferStore(documents, async () => {
      documents.close();
      db.close();
      release();
    }),
    ...createImageMove({ documents, files: openFolder(directory) }),
  };
}

async function openProject({ projectId, bucket }: Firebase): Promise<TransferStore> {
  const db = openFirestore({ projectId });
  const documents = createDocuments(db);
  const problem = await formatProblem(documents);
  if (problem) throw new Error(`FIREBASE_PROJECT_ID=${projectId}: ${problem}`);
  const files = openBucket({ projectId, bucket });
  const store = createTransferStore(documents, () => db.terminate());
  const images = createPictures({ documents, files, imageProcessor: createImageProcessor(), olderSite: true });
  return {
    ...store,
    ...createImageMove({ documents, files }),
    async read(kind) {
      const found = await store.read(kind);
      if (kind !== "membres" && kind !== "evenements") return found;
      // A card of the older site names its picture where it goes: there is no folder of files.
      const named = found.map(async ({ id, content }) => {
        const picture = content.picture === undefined ? await images.adopt({ collection: kind, id }) : null;
        return { id, content: picture ? { ...content, picture } : content };
      });
      return Promise.all(named);
    },
  };
}
