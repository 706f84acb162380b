import { type MiddlewareFunction, redirect } from "react-router";
import { accountContext, sessionEndedContext, siteContext } from "#app/contexts.ts";

/** After the login, the site redirects to the requested URL (docs/specification.md section 2). */
export const requireAdmin: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(accountContext)) return;
  throw redirect(`/login?suite=${encodeURIComponent(url.pathname + url.search)}`);
};

/** If the session has ended, lets a POST through: the action returns the typed values, so that no text is lost. */
export const requireAdminForForm: MiddlewareFunction<Response> = (args, next) => {
  const isFromEndedSession = args.request.method === "POST" && args.context.get(sessionEndedContext);
  if (!isFromEndedSession) return requireAdmin(args, next);
};

export const requireAdminForWrites: MiddlewareFunction<Response> = (args, next) => {
  if (args.request.method !== "GET" && args.request.method !== "HEAD") return requireAdmin(args, next);
};

/** A file has no page of its own: the login redirects to the page that links to the file. */
export const requireAdminForFiles: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(accountContext)) return;
  const { offeredOn = "" } = context.get(siteContext).routes.find(url.pathname).handle;
  throw redirect(`/login?suite=${encodeURIComponent(offeredOn + url.search)}`);
};
