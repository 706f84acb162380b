/** Contents of a data folder, all of which a backup holds. */
import { join } from "node:path";

export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, "site.db"),
  images: join(dataDir, "images"),
  outbox: join(dataDir, "outbox"),
  secret: join(dataDir, "secret"),
});
