import { serveStatic } from "@hono/node-server/serve-static";
import { pictureMediaType } from "#domain/pictures/picture-variants.ts";
import type { AppContext, SiteApp } from "./request-context.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";

/** Takes segments of the path, decoded. @returns null if no file exists; `later` while the file is being created */
export type ReadPictureFile = (collection: string, id: string, file: string) => Promise<Uint8Array | null | "later">;

export function serveBuildFiles(app: SiteApp, root: string): void {
  app.use(
    "/assets/*",
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header("cache-control", IMMUTABLE) }),
  );
  app.get(
    "/:file{[a-z0-9-]+\\.(?:svg|png|ico|webmanifest|txt)}",
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header("cache-control", ONE_HOUR) }),
  );
}

/** Browsers may cache pictures forever, because the URL of a picture changes with its content. */
export function servePictures(app: SiteApp, readPictureFile: ReadPictureFile): void {
  app.get("/images/:collection/:id/:file", async (c, next) => {
    const { collection, id, file } = c.req.param();
    const found = await readPictureFile(collection, id, file);
    if (found === "later") return c.body(null, 503, { "retry-after": "20", "cache-control": "no-store" });
    return found ? reply(c, file, found) : next();
  });
}

function reply(c: AppContext, name: string, bytes: Uint8Array): Response {
  const headers = {
    "content-type": pictureMediaType(name) ?? "application/octet-stream",
    "content-length": String(bytes.byteLength),
    "cache-control": IMMUTABLE,
  };
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  return c.body(new Uint8Array(bytes), 200, headers);
}
