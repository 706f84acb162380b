import { PLANNING_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import { yearUrl } from "#app/ui/event-url.ts";
import type { PlanningYear } from "./year.server.ts";

/** Title and address of the page of a year; that of the year which the planning shows is `/planning`. */
export const yearMeta = ({ year, shownYear, data }: PlanningYear, matches: Parameters<typeof pageMeta>[0]["matches"]) =>
  pageMeta({
    title: `Planning ${year}`,
    description: `Toutes les affiches de la Jeunesse de Savièse en ${year}\u00a0: fêtes, sorties, coups de main et after movies.`,
    path: yearUrl(year, shownYear),
    image: PLANNING_PICTURE,
    data,
    matches,
  });
