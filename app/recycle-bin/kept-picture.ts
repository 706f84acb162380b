import { adminForFile } from "#app/chrome/session/private-pages.ts";
import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/kept-picture.ts";

export const handle: Handle = { unlisted: true, offeredOn: "/corbeille" };

export const middleware: Route.MiddlewareFunction[] = [adminForFile];

/**
 * The small picture of something that visitors do not see any more, by its path. No browser keeps it: once it is erased, or
 * the session over, nobody finds it there.
 */
export async function loader({ params: { collection, id, file }, context }: Route.LoaderArgs) {
  const bytes = await context.get(servicesContext).images.readJpeg(`${collection}/${id}/${file}`, "small");
  if (!bytes) return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
  return new Response(new Uint8Array(bytes), {
    headers: { "content-type": "image/jpeg", "cache-control": "private, no-store" },
  });
}
