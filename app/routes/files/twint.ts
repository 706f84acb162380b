import { servicesContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import { imageAnswer, phraseAnswer } from "#app/image-answer.server.ts";
import { shownSettings } from "#app/shown-settings.server.ts";
import type { Route } from "./+types/twint.ts";

export const handle: Handle = { costly: true };

/** The code that brings a phone from a desktop's screen to the Twint page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { twint } = await shownSettings(context);
  return twint === ""
    ? phraseAnswer("Ce fichier n’existe pas.", 404)
    : imageAnswer(context.get(servicesContext).facturier.codeQr(twint), "image/svg+xml", "twint.svg");
}
