import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { withoutExampleLinks } from "#domain/settings/example-settings.ts";

/**
 * @returns the settings with example links emptied, except in a demonstration
 * @throws when the settings cannot be read
 */
export async function publicSettings(context: Readonly<RouterContextProvider>) {
  const settings = await context.get(servicesContext).settings.get();
  return context.get(siteContext).demo ? settings : withoutExampleLinks(settings);
}
