import { redirect } from "react-router";
import { jourAZurich } from "#domain/dates.ts";
import type { Args } from "./boite.server.ts";
import { needPassword } from "./confirmation.server.ts";
import { compteContext, servicesContext, siteContext } from "./context.ts";
import { confirmExport } from "./exports.ts";

/**
 * Answers with a table to download, named after today; or leads to the page that asks for the password first.
 * @param nom of the file, without date and ending
 * @param faire gives the table
 */
export async function csvFile(
  { url, context }: Args,
  nom: "inscriptions" | "messages",
  faire: () => Promise<string>,
): Promise<Response> {
  try {
    if (await needPassword(context)) return redirect(confirmExport(url.pathname + url.search));
    context.get(siteContext).record("export", context.get(compteContext)?.id ?? null, { what: nom });
    const jour = jourAZurich(context.get(servicesContext).clock.now());
    return new Response(await faire(), {
      headers: {
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": `attachment; filename="${nom}-${jour}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  } catch (panne) {
    context.get(siteContext).signaler(panne, `${nom} export`);
    return new Response("L’export n’a pas pu être préparé. Réessayez dans un instant.", {
      status: 503,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    });
  }
}
