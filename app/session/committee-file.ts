/** Layout of the committee's files (app/routes.ts): requires a session, see `requireAdminForFiles`. */
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/committee-file.ts";
import { requireAdminForFiles } from "./private-pages.ts";

export const handle: Handle = { unlisted: true, secret: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];
