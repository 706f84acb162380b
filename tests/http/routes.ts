/** Every route of the site as the build has it, so that a new one is tested without anybody thinking of it. */
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { siteRoutes } from "#server/site-routes.ts";

const built = async () => (await import(join(import.meta.dirname, "../../build/server/index.js"))) as ServerBuild;

/** @returns what the server reads from the build */
export const siteRoutesOfBuild = async () => siteRoutes((await built()).routes);

export type RouteDuSite = { chemin: string; ecrit: boolean };

/** Far below what there is: a build that is read wrongly would have nothing to test. */
const ROUTES_MIN = 20;

/** @param remplir gives what fills a place of an address: `:membreId` → `DupontMembre` */
export async function routesDuSite(remplir: (place: string) => string): Promise<RouteDuSite[]> {
  const routes = Object.values((await built()).routes)
    .filter((route) => route !== undefined && route.id !== "root")
    .map((route) => ({
      chemin: `/${(route?.path ?? "").replace(/:(\w+)|\*/g, (_, place: string | undefined) => remplir(place ?? "*"))}`,
      ecrit: route?.module.action !== undefined,
    }));
  if (routes.length < ROUTES_MIN) throw new Error(`The build has ${routes.length} routes only.`);
  return routes;
}
