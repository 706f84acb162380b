import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import type { StoredEvent } from "#stores/events.ts";
import { readPreviewToken } from "./preview-token.server.ts";

/** Asked for where there is none to ask for: an answer takes as long for a wrong link as for an event that is gone. */
const NOBODY = "apercu";

/** @returns the event that a preview link opens, be it public by now; null for a link that opens nothing */
export async function previewedEvent(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<StoredEvent | null> {
  const services = context.get(servicesContext);
  const id = await readPreviewToken(services, token);
  const event = await services.events.get(id ?? NOBODY);
  return id === null ? null : event;
}
