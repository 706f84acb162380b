/** What a data folder holds, by name; a backup takes all of it but the backups themselves. */
import { join } from "node:path";

/** @param dataDir `DATA_DIR` */
export const placesOf = (dataDir: string) => ({
  database: join(dataDir, "site.db"),
  images: join(dataDir, "images"),
  outbox: join(dataDir, "outbox"),
  secret: join(dataDir, "secret"),
});
