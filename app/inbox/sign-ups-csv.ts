import type { Handle } from "#app/route-handle.ts";
import { exportSignUps } from "#usecases/inbox/export-csv.ts";
import type { Route } from "./+types/sign-ups-csv.ts";
import { inboxCsvFile } from "./inbox-list.server.ts";

export const handle: Handle = { costly: true, offeredOn: "/inscriptions" };

export const loader = (args: Route.LoaderArgs) => inboxCsvFile(args, "inscription", exportSignUps);
