import { servicesContext, siteContext } from "#app/contexts.ts";
import type { IsPage } from "#domain/text/site-page.ts";
import type { FormRequestArgs } from "./read-form.server.ts";

export async function readSitePages(context: FormRequestArgs["context"]): Promise<IsPage> {
  const events = await context.get(servicesContext).events.listWithPage();
  const addresses = new Set(events.map(({ pageAddress }) => pageAddress));
  const { routes } = context.get(siteContext);
  return (path) => {
    const { exact, handle } = routes.find(path);
    // The route `:address` matches any path of one segment, but only addresses of events have a page.
    return handle.segment ? addresses.has(path.slice(1)) : exact;
  };
}
