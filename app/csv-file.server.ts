import type { RouterContextProvider } from "react-router";
import { jourAZurich } from "#domain/dates.ts";
import { servicesContext, siteContext } from "./context.ts";

/**
 * Answers with a table to download, named after today.
 * @param nom of the file, without date and ending
 * @param faire gives the table
 */
export async function csvFile(
  context: Readonly<RouterContextProvider>,
  nom: string,
  faire: () => Promise<string>,
): Promise<Response> {
  try {
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
