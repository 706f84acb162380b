/** The round of lost links: as the other rounds of the register, with its own chapter of the guide. */
import type { Handle } from "#app/route-handle.ts";

export const handle: Handle = { help: "renvoyer-un-lien-perdu" };

export { action, clientAction, default, loader, meta } from "./member-round.tsx";
