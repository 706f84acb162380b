import { useEffect, useMemo, useRef } from "react";
import { data, Form, redirectDocument } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { AnnouncedToast } from "#app/layout/toasts/toast-zone.tsx";
import type { Handle } from "#app/route-handle.ts";
import {
  expiredSearchesCookie,
  expiredSessionCookie,
  readSession,
  setCookieHeaders,
  toastCookie,
} from "#app/session/cookies.ts";
import { type ClientActionArgs, clientAction as callServer } from "#app/ui/form/client-action.ts";
import { deleteDrafts } from "#app/ui/form/drafts.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { Route } from "./+types/sign-out.ts";

export const handle: Handle = { committee: true, unlisted: true };

export const meta = privateMeta("Déconnexion", "Fermer votre session du comité sur cet appareil.");

const SIGN_OUT_FAILED = { type: "error", text: "Impossible de déconnecter l'utilisateur" } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const { publicUrl, report, logSecurity } = context.get(siteContext);
  const token = await readSession(request);
  if (!token) throw redirectDocument("/");
  try {
    await context.get(servicesContext).auth.signOut(token);
  } catch (error) {
    report(error, "logout");
    return data({ failed: true } as const, { status: 503 });
  }
  const account = context.get(accountContext);
  if (account) logSecurity("sign-out", account.id);
  const headers = await setCookieHeaders(
    expiredSessionCookie(publicUrl),
    expiredSearchesCookie(publicUrl),
    toastCookie(publicUrl, "signedOut"),
  );
  throw redirectDocument("/", { headers });
}

export async function clientAction(args: ClientActionArgs) {
  try {
    return await callServer(args);
  } catch (redirection) {
    // The next user of this tab may be another person.
    deleteDrafts();
    throw redirection;
  }
}

/** A GET must not sign out: the page posts the form (docs/specification.md section 2). */
export default function SignOutPage({ actionData }: Route.ComponentProps) {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.requestSubmit(), []);
  const toast = useMemo(() => (actionData ? { ...SIGN_OUT_FAILED } : null), [actionData]);
  return (
    <main id="contenu">
      <div className="page-frame empty">
        <h1>Déconnexion</h1>
        <p>Votre session va être fermée sur cet appareil.</p>
        {/* Replace this page in the history. Otherwise, « back » would sign out again and lead to the home page. */}
        <Form method="post" replace ref={formRef}>
          <SubmitButton className="btn btn--large" label="Déconnexion" />
        </Form>
      </div>
      <AnnouncedToast toast={toast} />
    </main>
  );
}
