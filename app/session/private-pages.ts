import { type MiddlewareFunction, redirect } from "react-router";
import { accountContext, sessionEndedContext, siteContext } from "#app/contexts.ts";

/** Sends a visitor to the login and, after it, back to the page that was asked for (docs/specification.md section 2). */
export const requireAdmin: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(accountContext)) return;
  throw redirect(`/login?suite=${encodeURIComponent(url.pathname + url.search)}`);
};

/**
 * For a form that takes a while to fill in: when the session has ended meanwhile, its action gives back what was typed
 * (`sessionEnded` of its answer) instead of losing it.
 */
export const requireAdminForForm: MiddlewareFunction<Response> = (args, next) => {
  const typed = args.request.method === "POST" && args.context.get(sessionEndedContext);
  if (!typed) return requireAdmin(args, next);
};

/** For a page that everybody may read, and on which the committee changes something. */
export const requireAdminForWrites: MiddlewareFunction<Response> = (args, next) => {
  if (args.request.method !== "GET" && args.request.method !== "HEAD") return requireAdmin(args, next);
};

/** For a file: after the login comes the page that offers it, with the same part of the list. */
export const requireAdminForFiles: MiddlewareFunction<Response> = ({ url, context }) => {
  if (context.get(accountContext)) return;
  const { offeredOn = "" } = context.get(siteContext).routes.find(url.pathname).handle;
  throw redirect(`/login?suite=${encodeURIComponent(offeredOn + url.search)}`);
};
