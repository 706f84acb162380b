/**
 * The progress of the e-mails of a mailing, as JSON. The page reads it while letters wait: reloading the whole page would
 * move rows under a finger, and lose the page if the network fails.
 */
import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { SENT_MAILINGS_URL } from "#app/ui/mailing-url.ts";
import { readMailProgressOf } from "#usecases/mailings/sent-mailing.ts";
import type { Route } from "./+types/mail-progress-data.ts";

export const handle: Handle = { offeredOn: SENT_MAILINGS_URL };

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const progress = await readMailProgressOf(context.get(servicesContext), params.mailingId);
  if (!progress) throw data(null, { status: 404 });
  return Response.json(progress, { headers: { "cache-control": "no-store" } });
}
