import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { withoutExampleLinks } from "#domain/settings/example-settings.ts";

/**
 * @returns the settings as pages show them: a link that is still an example leads nowhere, so it is empty, except where
 * the site only shows itself
 * @throws when the settings cannot be read
 */
export async function shownSettings(context: Readonly<RouterContextProvider>) {
  const settings = await context.get(servicesContext).settings.get();
  return context.get(siteContext).demo ? settings : withoutExampleLinks(settings);
}
