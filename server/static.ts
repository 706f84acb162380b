/** Files as they are: the build's assets, the public folder, and the committee's pictures. */
import { Readable } from "node:stream";
import { serveStatic } from "@hono/node-server/serve-static";
import { typeDeFichier } from "#domain/variantes.ts";
import type { App, Contexte } from "./app-env.ts";

const IMMUABLE = "public, max-age=31536000, immutable";
const UNE_HEURE = "public, max-age=3600";

/** One file of a picture: its size in bytes, and its content. Its name tells its type. */
export type FichierImage = { taille: number; lire: () => Readable };

/**
 * Finds the file behind `/images/{collection}/{id}/{file}`; the segments are percent-decoded.
 * Resolves with null when there is none.
 */
export type ImageFile = (collection: string, id: string, file: string) => Promise<FichierImage | null>;

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
    const fichier = await imageFile(collection, id, file);
    return fichier ? repondre(c, file, fichier) : next();
  });
}

function repondre(c: Contexte, nom: string, { taille, lire }: FichierImage): Response {
  const enTetes = {
    "content-type": typeDeFichier(nom) ?? "application/octet-stream",
    "content-length": String(taille),
    "cache-control": IMMUABLE,
  };
  if (c.req.method === "HEAD") return c.body(null, 200, enTetes);
  return c.body(Readable.toWeb(lire()) as ReadableStream, 200, enTetes);
}
