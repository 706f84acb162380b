/** Files as they are: the build's assets, the public folder, and the committee's pictures. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { serveStatic } from "@hono/node-server/serve-static";
import type { App, Contexte } from "./app-env.ts";

const IMMUABLE = "public, max-age=31536000, immutable";
const UNE_HEURE = "public, max-age=3600";

const TYPES: Record<string, string> = { ".avif": "image/avif", ".webp": "image/webp", ".jpg": "image/jpeg" };

/** Where a picture lies on disk; null when no picture can have that address. */
export type ImageFile = (collection: string, id: string, file: string) => string | null;

/** Hashed assets for ever, the few files with a fixed name for an hour. @param root the client build */
export function serveBuild(app: App, root: string): void {
  app.use(
    "/assets/*",
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header("cache-control", IMMUABLE) }),
  );
  app.get(
    "/:fichier{[a-z0-9-]+\\.(?:svg|png|ico|webmanifest|txt)}",
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header("cache-control", UNE_HEURE) }),
  );
}

/** Pictures; their address changes with their content. */
export function serveImages(app: App, imageFile: ImageFile): void {
  app.get("/images/:collection/:id/:file", async (c, next) => {
    const { collection, id, file } = c.req.param();
    const chemin = imageFile(collection, id, file);
    if (!chemin) return next();
    const infos = await stat(chemin).catch(() => null);
    return infos?.isFile() ? repondre(c, chemin, infos.size) : next();
  });
}

function repondre(c: Contexte, chemin: string, taille: number): Response {
  const enTetes = {
    "content-type": TYPES[extname(chemin)] ?? "application/octet-stream",
    "content-length": String(taille),
    "cache-control": IMMUABLE,
  };
  if (c.req.method === "HEAD") return c.body(null, 200, enTetes);
  return c.body(Readable.toWeb(createReadStream(chemin)) as ReadableStream, 200, enTetes);
}
