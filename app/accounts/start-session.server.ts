import { redirectDocument } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import {
  readBrowserTokens,
  readSession,
  rememberBrowserCookie,
  sessionCookie,
  toastCookie,
} from "#app/session/cookies.ts";
import { COMMITTEE_START, signedInUrl } from "#app/session/safe-redirect.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import type { Session } from "#stores/account-types.ts";
import { recogniseBrowser } from "#usecases/accounts/recognise-browser.ts";

/**
 * Ends the previous session: an attacker may have planted its cookie.
 * @param where name of the caller, for the log
 * @returns headers with the cookies of the new session
 */
export async function startSession(
  { request, context }: FormRequestArgs,
  session: Session,
  where: string,
): Promise<Headers> {
  const { publicUrl, report } = context.get(siteContext);
  const services = context.get(servicesContext);
  const previous = await readSession(request);
  if (previous) await services.auth.signOut(previous).catch((error: unknown) => report(error, where));
  const headers = new Headers();
  headers.append("set-cookie", await sessionCookie(publicUrl, session.token));
  const recognised = recogniseBrowser(services, session.account, await readBrowserTokens(request));
  const browser = await recognised.catch((error: unknown) => report(error, "browser of an account"));
  if (browser) headers.append("set-cookie", await rememberBrowserCookie(publicUrl, browser));
  return headers;
}

export async function signInByLink(args: FormRequestArgs, session: Session): Promise<Response> {
  const headers = await startSession(args, session, "invitation");
  headers.append("set-cookie", await toastCookie(args.context.get(siteContext).publicUrl, "signedIn"));
  const start = (await isNewSite(args.context)) ? "/premiers-pas" : COMMITTEE_START;
  return redirectDocument(signedInUrl(start), { headers });
}

/** True if the setup checklist is still shown and only one account can sign in. */
async function isNewSite(context: FormRequestArgs["context"]): Promise<boolean> {
  const { auth, firstSteps } = context.get(servicesContext);
  try {
    if (await firstSteps.areOver()) return false;
    return (await auth.listAccounts()).filter(({ canSignIn }) => canSignIn).length === 1;
  } catch (error) {
    context.get(siteContext).report(error, "first steps");
    return false;
  }
}
