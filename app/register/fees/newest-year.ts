import { redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import type { Route } from "./+types/newest-year.ts";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** Leads to the newest open year, or to opening the first one. */
export async function loader({ context }: Route.LoaderArgs) {
  const [latest] = await context.get(servicesContext).fees.listYears();
  throw redirect(latest ? `/cotisations/${latest.year}` : "/cotisations/ouvrir");
}
