import { rechercheDe } from "#app/boite.server.ts";
import { CHOIX_MESSAGES } from "#app/boite.ts";
import { servicesContext } from "#app/context.ts";
import { csvFile } from "#app/csv-file.server.ts";
import type { Handle } from "#app/handle.ts";
import { adminForFile } from "#app/require-admin.ts";
import { exporterMessages } from "#usecases/exporter.ts";
import type { Route } from "./+types/messages-csv.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/messages" };

export const middleware: Route.MiddlewareFunction[] = [adminForFile];

export async function loader(args: Route.LoaderArgs) {
  const { recherche } = await rechercheDe(args, "message", CHOIX_MESSAGES);
  return csvFile(args, "messages", () => exporterMessages(args.context.get(servicesContext), recherche));
}
