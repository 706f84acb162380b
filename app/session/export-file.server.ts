import { type RouterContextProvider, redirect } from "react-router";
import { accountContext, type ExportName, servicesContext, siteContext } from "#app/contexts.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { withErrorSentence } from "#app/ui/file-answer.server.ts";
import { dayInZurich } from "#domain/dates.ts";

const ERROR_SENTENCE = "L’export n’a pas pu être préparé. Réessayez dans un instant.";

type Args = { readonly url: URL; readonly context: Readonly<RouterContextProvider> };

/**
 * Without a confirmed password, redirects to the page that asks for the password.
 * @param name kind of export, for the log
 */
export function exportFile({ url, context }: Args, name: ExportName, make: () => Promise<Response>): Promise<Response> {
  return withErrorSentence(context, `${name} export`, ERROR_SENTENCE, async () => {
    if (await requirePassword(context))
      return redirect(`/confirmer?suite=${encodeURIComponent(url.pathname + url.search)}`);
    context.get(siteContext).record("export", context.get(accountContext)?.id ?? null, { what: name });
    return make();
  });
}

export const exportCsvFile = (args: Args, name: ExportName, make: () => Promise<string>): Promise<Response> =>
  exportFile(args, name, async () => {
    const day = dayInZurich(args.context.get(servicesContext).clock.now());
    return csvAnswer(await make(), `${name}-${day}`);
  });

export const csvAnswer = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "private, no-store",
    },
  });
