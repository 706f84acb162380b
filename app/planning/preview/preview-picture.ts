import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { jpegAnswer } from "#app/ui/file-answer.server.ts";
import type { Route } from "./+types/preview-picture.ts";
import { previewedEvent } from "./previewed-event.server.ts";

export const handle: Handle = { unlisted: true, secret: true };

/** The picture of a draft, for whoever has the link to its preview. No browser keeps it. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const picture = (await previewedEvent(context, token))?.picture;
  return jpegAnswer(picture ? await context.get(servicesContext).images.readJpeg(picture, "large") : null);
}
