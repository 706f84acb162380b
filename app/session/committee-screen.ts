/** Layout of the committee's screens: requires a session. The `handle` applies to every screen. */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-screen.ts";
import { requireAdmin } from "./private-pages.ts";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];
