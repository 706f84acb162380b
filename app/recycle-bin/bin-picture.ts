import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { jpegResponse } from "#app/ui/file-response.server.ts";
import type { Route } from "./+types/bin-picture.ts";

export const handle: Handle = { offeredOn: "/corbeille" };

/** Not cached: the picture must not be visible after sign-out or permanent deletion. */
export const loader = async ({ params: { key }, context }: Route.LoaderArgs) =>
  jpegResponse(await context.get(servicesContext).pictures.readJpeg(key, "small"));
