/** Lets somebody in who has just chosen a password with a link. */
import { redirectDocument } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { openSession, readBrowser, readSession, rememberBrowserCookie, saveToast } from "#app/session/cookies.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import type { Session } from "#stores/account-types.ts";
import { recogniseBrowser } from "#usecases/accounts/recognise-browser.ts";

export async function completeSignIn({ request, context }: Args, session: Session): Promise<Response> {
  const { publicUrl, report } = context.get(siteContext);
  const services = context.get(servicesContext);
  // The session that this browser had ends with the new one, be it somebody else's.
  const old = await readSession(request);
  if (old) await services.auth.signOut(old).catch((error: unknown) => report(error, "invitation"));
  const headers = new Headers();
  headers.append("set-cookie", await openSession(publicUrl, session.token));
  const known = recogniseBrowser(services, session.account, await readBrowser(request));
  const marks = await known.catch((error: unknown) => report(error, "browser of an account"));
  if (marks) headers.append("set-cookie", await rememberBrowserCookie(publicUrl, marks));
  headers.append("set-cookie", await saveToast(publicUrl, "signedIn"));
  return redirectDocument("/planning", { headers });
}
