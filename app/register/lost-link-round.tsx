/**
 * The page of the round that sends lost links. It is the same page as for the other rounds of the register
 * (member-round.tsx), with its own chapter of the guide.
 */
import type { Handle } from "#app/route-handle.ts";

export const handle: Handle = { help: "renvoyer-un-lien-perdu" };

export { action, clientAction, default, loader, meta } from "./member-round.tsx";
