import type { RouterContextProvider } from "react-router";
import { withoutExampleLinks } from "#domain/example-settings.ts";
import { servicesContext, siteContext } from "./context.ts";

/**
 * @returns the settings as pages show them: a link that is still an example leads nowhere, so it is empty, except where
 * the site only shows itself
 * @throws when the settings cannot be read
 */
export async function shownSettings(context: Readonly<RouterContextProvider>) {
  const settings = await context.get(servicesContext).reglages.get();
  return context.get(siteContext).demo ? settings : withoutExampleLinks(settings);
}
