import { data } from "react-router";
import { confirmPassword } from "#usecases/accounts/confirm-password.ts";
import type { Route } from "./+types/root.ts";
import {
  accountContext,
  confirmPasswordContext,
  rateLimiterContext,
  servicesContext,
  sessionEndedContext,
  siteContext,
  toastReadContext,
} from "./contexts.ts";
import { expiredToastCookie, readBrowserTokens, readSession } from "./session/cookies.ts";

/** @throws a 503 if the session store is unavailable: a signed-in user must not become a visitor */
async function accountOf(token: string, context: Parameters<Route.MiddlewareFunction>[0]["context"]) {
  try {
    return await context.get(servicesContext).auth.findSession(token);
  } catch (error) {
    context.get(siteContext).report(error, "session");
    throw data(SESSION_LOST, { status: 503 });
  }
}

const SESSION_LOST =
  "Le site n’arrive pas à retrouver votre session. Rien n’a été enregistré\u00a0: réessayez dans un instant.";

export const readSignedInAccount: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const token = await readSession(request);
  const account = token ? await accountOf(token, context) : null;
  context.set(accountContext, account);
  context.set(
    sessionEndedContext,
    account === null && (token !== null || (await readBrowserTokens(request)).length > 0),
  );
  const limiter = context.get(rateLimiterContext);
  const countAttempt = () => limiter.passwordIn(token ?? "", account?.email ?? "");
  context.set(confirmPasswordContext, (typed) =>
    confirmPassword(context.get(servicesContext), token ?? "", typed, countAttempt),
  );
  if (account) limiter.recognise(account.email);
  const response = await next();
  const isShown = context.get(toastReadContext) && response.ok && !response.headers.has("set-cookie");
  if (isShown) response.headers.append("set-cookie", await expiredToastCookie(context.get(siteContext).publicUrl));
  return response;
};
