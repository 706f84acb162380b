import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { withoutExampleSettings } from "#domain/settings/example-settings.ts";

/**
 * Removes example values, except in the demonstration.
 * @throws if the settings cannot be read
 */
export async function readPublicSettings(context: Readonly<RouterContextProvider>) {
  const settings = await context.get(servicesContext).settings.get();
  return context.get(siteContext).demo ? settings : withoutExampleSettings(settings);
}
