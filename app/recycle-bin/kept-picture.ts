import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { jpegAnswer } from "#app/ui/file-answer.server.ts";
import type { Route } from "./+types/kept-picture.ts";

export const handle: Handle = { unlisted: true, offeredOn: "/corbeille" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

/**
 * The small picture of something that visitors do not see any more, by its key. No browser keeps it: once it is erased, or
 * the session over, nobody finds it there.
 */
export const loader = async ({ params: { key }, context }: Route.LoaderArgs) =>
  jpegAnswer(await context.get(servicesContext).images.readJpeg(key, "small"));
