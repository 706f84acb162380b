import { type RouterContextProvider, redirect } from "react-router";
import { type ExportName, type Services, servicesContext, siteContext } from "#app/contexts.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { withErrorSentence } from "#app/ui/file-response.server.ts";
import { dayInZurich } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { actingPerson } from "./acting-person.ts";

const ERROR_SENTENCE = "L’export n’a pas pu être préparé. Réessayez dans un instant.";

/** Makes the content of a file. `by`: the signed-in person, for the journal. */
type Make<Content> = (services: Services, by: Person | null) => Promise<Content>;

type Args = { readonly url: URL; readonly context: Readonly<RouterContextProvider> };

/**
 * Without a confirmed password, redirects to the page that asks for the password.
 * @param name kind of export, for the log
 */
export function exportFile({ url, context }: Args, name: ExportName, make: Make<Response>): Promise<Response> {
  return withErrorSentence(context, `${name} export`, ERROR_SENTENCE, async () => {
    if (await requirePassword(context))
      return redirect(`/confirmer?suite=${encodeURIComponent(url.pathname + url.search)}`);
    const by = actingPerson(context);
    context.get(siteContext).logSecurity("export", by?.id ?? null, { what: name });
    return make(context.get(servicesContext), by);
  });
}

export const exportCsvFile = (args: Args, name: ExportName, make: Make<string>): Promise<Response> =>
  exportFile(args, name, async (services, by) =>
    csvResponse(await make(services, by), `${name}-${dayInZurich(services.clock.now())}`),
  );

export const csvResponse = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "private, no-store",
    },
  });
