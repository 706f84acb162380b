import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { sentenceResponse } from "#app/ui/file-response.server.ts";
import { drawTwintCode } from "#usecases/draw-qr-codes.ts";
import type { Route } from "./+types/twint-code.ts";
import { imageResponse } from "./image-response.server.ts";

export const handle: Handle = { costly: true };

export async function loader({ context }: Route.LoaderArgs) {
  const code = drawTwintCode((await readPublicSettings(context)).twint);
  return code === null
    ? sentenceResponse("Ce fichier n’existe pas.", 404)
    : imageResponse(code, "image/svg+xml", "twint.svg");
}
