/** The routes of the build, so that tests of all routes include new ones by themselves. */
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { siteRoutes } from "#server/http/site-routes.ts";

const built = async () => (await import(join(import.meta.dirname, "../../build/server/index.js"))) as ServerBuild;

/** @returns the routes as the server reads them from the build */
export const siteRoutesOfBuild = async () => siteRoutes((await built()).routes, []);

export type ListedRoute = { path: string; writes: boolean };

/** Far below the number of routes: without them, the tests would pass without testing anything. */
const ROUTES_MIN = 20;

/** @param fill returns the value of a parameter: `memberId` → `DupontMembre` */
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
