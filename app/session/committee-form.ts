/**
 * Layout of the committee's long forms (app/routes.ts). A submission after the end of the session is answered with the
 * form and its values, so these pages need the committee's styles even without a session (`committee`).
 */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-form.ts";
import { requireAdminForForm } from "./private-pages.ts";

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];
