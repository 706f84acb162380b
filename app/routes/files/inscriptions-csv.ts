import { rechercheDe } from "#app/boite.server.ts";
import { CHOIX_INSCRIPTIONS } from "#app/boite.ts";
import { servicesContext } from "#app/context.ts";
import { csvFile } from "#app/csv-file.server.ts";
import type { Handle } from "#app/handle.ts";
import { adminForFile } from "#app/require-admin.ts";
import { exporterInscriptions } from "#usecases/exporter.ts";
import type { Route } from "./+types/inscriptions-csv.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/inscriptions" };

export const middleware: Route.MiddlewareFunction[] = [adminForFile];

export async function loader(args: Route.LoaderArgs) {
  const { recherche } = await rechercheDe(args, "inscription", CHOIX_INSCRIPTIONS);
  return csvFile(args, "inscriptions", () => exporterInscriptions(args.context.get(servicesContext), recherche));
}
