import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { sentenceResponse } from "#app/ui/file-answer.server.ts";
import { drawTwintCode } from "#usecases/draw-qr-codes.ts";
import type { Route } from "./+types/twint-code.ts";
import { imageAnswer } from "./image-answer.server.ts";

export const handle: Handle = { costly: true };

/** The code that brings a phone from a desktop's screen to the Twint page. */
export async function loader({ context }: Route.LoaderArgs) {
  const code = drawTwintCode((await publicSettings(context)).twint);
  return code === null
    ? sentenceResponse("Ce fichier n’existe pas.", 404)
    : imageAnswer(code, "image/svg+xml", "twint.svg");
}
