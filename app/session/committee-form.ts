/** Layout of the committee's long forms: they stay visible with their values when the session ends. */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-form.ts";
import { requireAdminForForm } from "./private-pages.ts";

export const handle: Handle = { committee: true, screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];
