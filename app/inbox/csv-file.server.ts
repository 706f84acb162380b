import { redirect } from "react-router";
import { orSentence } from "#app/chrome/file-answer.server.ts";
import { needPassword } from "#app/chrome/session/confirm-password.server.ts";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { dayInZurich } from "#domain/dates.ts";
import { confirmExport } from "./export-urls.ts";
import type { Args } from "./inbox-list.server.ts";

/**
 * Answers with a table to download, named after today; or leads to the page that asks for the password first.
 * @param name of the file, without date and ending
 * @param run gives the table
 */
export const csvFile = (
  { url, context }: Args,
  name: "inscriptions" | "messages",
  run: () => Promise<string>,
): Promise<Response> =>
  orSentence(context, `${name} export`, "L’export n’a pas pu être préparé. Réessayez dans un instant.", async () => {
    if (await needPassword(context)) return redirect(confirmExport(url.pathname + url.search));
    context.get(siteContext).record("export", context.get(accountContext)?.id ?? null, { what: name });
    const day = dayInZurich(context.get(servicesContext).clock.now());
    return new Response(await run(), {
      headers: {
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": `attachment; filename="${name}-${day}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  });
