import { type MiddlewareFunction, redirect } from "react-router";
import { accountContext, sessionEndedContext, siteContext } from "#app/contexts.ts";

/** Redirects visitors to the login, which later returns to the requested URL (docs/specification.md section 2). */
export const requireAdmin: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(accountContext)) return;
  throw redirect(`/login?suite=${encodeURIComponent(url.pathname + url.search)}`);
};

/** For a long form: a POST after the end of a session reaches the action, which refuses it with the typed values. */
export const requireAdminForForm: MiddlewareFunction<Response> = (args, next) => {
  const isFromEndedSession = args.request.method === "POST" && args.context.get(sessionEndedContext);
  if (!isFromEndedSession) return requireAdmin(args, next);
};

/** For a public page with actions of the committee: requires a session for methods other than GET and HEAD. */
export const requireAdminForWrites: MiddlewareFunction<Response> = (args, next) => {
  if (args.request.method !== "GET" && args.request.method !== "HEAD") return requireAdmin(args, next);
};

/** For a file: the login redirects to the page that links to the file, with the query of the file's URL. */
export const requireAdminForFiles: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(accountContext)) return;
  const { offeredOn = "" } = context.get(siteContext).routes.find(url.pathname).handle;
  throw redirect(`/login?suite=${encodeURIComponent(offeredOn + url.search)}`);
};
