import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { jpegAnswer } from "#app/ui/file-answer.server.ts";
import type { Route } from "./+types/bin-picture.ts";

export const handle: Handle = { offeredOn: "/corbeille" };

/** Not cached: the picture must not be visible after sign-out or permanent deletion. */
export const loader = async ({ params: { key }, context }: Route.LoaderArgs) =>
  jpegAnswer(await context.get(servicesContext).images.readJpeg(key, "small"));
