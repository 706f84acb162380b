/**
 * Layout of the committee's long forms: if the session has ended, the page shows the submitted form again with its
 * values.
 */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-form.ts";
import { requireAdminForForm } from "./private-pages.ts";

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];
