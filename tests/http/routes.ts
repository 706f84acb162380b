/** Every route of the site as the build has it, so that a new one is tested without anybody thinking of it. */
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { siteRoutes } from "#server/http/site-routes.ts";

const built = async () => (await import(join(import.meta.dirname, "../../build/server/index.js"))) as ServerBuild;

/** @returns what the server reads from the build */
export const siteRoutesOfBuild = async () => siteRoutes((await built()).routes);

export type ListedRoute = { path: string; writes: boolean };

/** Far below what there is: a build that is read wrongly would have nothing to test. */
const ROUTES_MIN = 20;

/** @param fill gives what fills a place of an address: `:memberId` → `DupontMembre` */
export async function listRoutes(fill: (place: string) => string): Promise<ListedRoute[]> {
  const routes = Object.values((await built()).routes)
    .filter((route) => route !== undefined && route.id !== "root")
    .map((route) => ({
      path: `/${(route?.path ?? "").replace(/:(\w+)|\*/g, (_, place: string | undefined) => fill(place ?? "*"))}`,
      writes: route?.module.action !== undefined,
    }));
  if (routes.length < ROUTES_MIN) throw new Error(`The build has ${routes.length} routes only.`);
  return routes;
}
