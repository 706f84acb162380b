/** Layout of the committee's long forms: if the session has ended, a submitted form comes back with its values. */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-form.ts";
import { requireAdminForForm } from "./private-pages.ts";

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];
