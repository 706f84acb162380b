import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { PASSKEY_FIELD } from "#app/session/passkey-button.tsx";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { newPasswordSchema } from "#domain/accounts/password.ts";
import { fieldNames } from "#domain/fields.ts";
import { acceptAccountLink } from "#usecases/accounts/choose-password.ts";
import type { Route } from "./+types/accept-invitation.ts";
import { AccountLinkPage, type AccountLinkResult, INVITATION_REFUSALS } from "./link-page.tsx";
import { signInByLink } from "./start-session.server.ts";

export const handle: Handle = { committee: true, night: true, unlisted: true, secret: true, costly: true };

export const meta = privateMeta("Votre mot de passe", "Choisir le mot de passe de votre compte du comité.");

/** Opening the page does not use up the link: mail scanners open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const link = await context.get(servicesContext).auth.readLink(params.token);
  if (!link.ok) return data({ email: "", refusal: link.reason }, { status: 410 });
  return data({ email: link.value.account.email, refusal: null });
}

const NEW_PASSWORD = newPasswordSchema();
const FIELDS = [...fieldNames(NEW_PASSWORD), PASSKEY_FIELD];
const FORM = { where: "invitation", fields: FIELDS, secrets: FIELDS };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ secrets, services }) => {
    const { request, params, context } = args;
    const userAgent = request.headers.get("user-agent");
    const outcome = await acceptAccountLink(services, params.token, secrets, userAgent);
    if (!outcome.ok) return formResult<AccountLinkResult>(outcome.reason, "link" in outcome.reason ? 410 : 400);
    const { session, kind } = outcome.value;
    context
      .get(siteContext)
      .logSecurity(secrets[PASSKEY_FIELD] ? "passkey-added" : "password-chosen", session.account.id, { what: kind });
    return signInByLink(args, session);
  });

export { clientAction } from "#app/ui/form/client-action.ts";

export default function AcceptInvitationPage({ loaderData, actionData, params: { token } }: Route.ComponentProps) {
  return (
    <AccountLinkPage
      {...loaderData}
      token={token}
      refusals={INVITATION_REFUSALS}
      schema={NEW_PASSWORD}
      result={actionData ?? {}}
    />
  );
}
