/**
 * Layout of the committee's long forms. After the session has ended, a submission still returns the form, which needs
 * the committee's styles.
 */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-form.ts";
import { requireAdminForForm } from "./private-pages.ts";

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];
