/** Layout of the committee's screens (app/routes.ts). It checks the session; its handle is added to theirs. */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-screen.ts";
import { requireAdmin } from "./private-pages.ts";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];
