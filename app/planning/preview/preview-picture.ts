import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { jpegAnswer } from "#app/ui/file-answer.server.ts";
import type { Route } from "./+types/preview-picture.ts";
import { findPreviewedEvent } from "./preview.server.ts";

export const handle: Handle = { unlisted: true, secret: true };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const picture = (await findPreviewedEvent(context, token))?.picture;
  return jpegAnswer(picture ? await context.get(servicesContext).images.readJpeg(picture, "large") : null);
}
