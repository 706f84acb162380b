import { actingPerson } from "#app/chrome/session/acting-person.ts";
import { adminForFile } from "#app/chrome/session/private-pages.ts";
import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { exportInscriptions } from "#usecases/inbox/export-csv.ts";
import type { Route } from "./+types/inscriptions-csv.ts";
import { csvFile } from "./csv-file.server.ts";
import { searchFrom } from "./inbox-list.server.ts";
import { INSCRIPTION_CHOICES } from "./inbox-list.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/inscriptions" };

export const middleware: Route.MiddlewareFunction[] = [adminForFile];

export async function loader(args: Route.LoaderArgs) {
  const { search } = await searchFrom(args, "inscription", INSCRIPTION_CHOICES);
  return csvFile(args, "inscriptions", () =>
    exportInscriptions(args.context.get(servicesContext), search, actingPerson(args.context)),
  );
}
