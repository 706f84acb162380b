import { sentenceAnswer } from "#app/chrome/file-answer.server.ts";
import { shownSettings } from "#app/chrome/shown-settings.server.ts";
import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/twint-code.ts";
import { imageAnswer } from "./image-answer.server.ts";

export const handle: Handle = { costly: true };

/** The code that brings a phone from a desktop's screen to the Twint page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { twint } = await shownSettings(context);
  return twint === ""
    ? sentenceAnswer("Ce fichier n’existe pas.", 404)
    : imageAnswer(context.get(servicesContext).qrBillPrinter.drawQrCode(twint), "image/svg+xml", "twint.svg");
}
