import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { jpegResponse } from "#app/ui/file-response.server.ts";
import type { Route } from "./+types/preview-picture.ts";
import { findPreviewedEvent } from "./preview.server.ts";

export const handle: Handle = { unlisted: true, secret: true };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const picture = (await findPreviewedEvent(context, token))?.picture;
  return jpegResponse(picture ? await context.get(servicesContext).pictures.readJpeg(picture, "large") : null);
}
