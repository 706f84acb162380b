import type { Handle } from "#app/route-handle.ts";
import { exportMessages } from "#usecases/inbox/export-csv.ts";
import type { Route } from "./+types/messages-csv.ts";
import { inboxCsvFile } from "./inbox-list.server.ts";

export const handle: Handle = { costly: true, offeredOn: "/messages" };

export const loader = (args: Route.LoaderArgs) => inboxCsvFile(args, "message", exportMessages);
