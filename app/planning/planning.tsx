import { readShownAnnouncement } from "#app/layout/announcement.server.ts";
import { PLANNING_SHARE_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdminForWrites } from "#app/session/private-pages.ts";
import type { Route } from "./+types/planning.ts";
import { readPlanningYear } from "./years/year.server.ts";
import { planningAction } from "./years/year-actions.server.ts";
import { PlanningYearContent } from "./years/year-page.tsx";

export const handle: Handle = {
  help: "ajouter-un-événement-depuis-un-téléphone",
  reading: true,
  share: true,
  cached: ["evenements"],
  listed: ["settings", "evenements"],
  screen: true,
  pendingText: "Chargement en cours...",
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData ? `Planning ${loaderData.year}` : "Planning",
    description:
      "Les fêtes, sorties et coups de main de la Jeunesse de Savièse, mois par mois\u00a0: dates, lieux et after movies.",
    path: "/planning",
    image: PLANNING_SHARE_PICTURE,
    data: loaderData?.data,
  })({ matches });

export async function loader({ url, context }: Route.LoaderArgs) {
  const planning = await readPlanningYear(context, null, url);
  if (!planning) throw new Error("unreachable: the year that the planning shows has a page");
  return { ...planning, announcement: await readShownAnnouncement(context) };
}

export const middleware: Route.MiddlewareFunction[] = [requireAdminForWrites];

export const action = (args: Route.ActionArgs) => planningAction(args);

export { clientAction } from "#app/ui/cards/change-list.ts";

/** The settings select the year (docs/specification.md section 2). */
export default function PlanningPage({ loaderData }: Route.ComponentProps) {
  return <PlanningYearContent {...loaderData} />;
}
