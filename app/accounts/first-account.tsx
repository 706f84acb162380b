import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { PASSKEY_FIELD } from "#app/session/passkey-button.tsx";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { firstAccountSchema } from "#domain/accounts/account-forms.ts";
import { fieldNames } from "#domain/fields.ts";
import { createFirstAccountByLink } from "#usecases/accounts/choose-password.ts";
import type { Route } from "./+types/first-account.ts";
import { AccountLinkPage, type AccountLinkResult, FIRST_LINK_REFUSALS } from "./link-page.tsx";
import { signInByLink } from "./start-session.server.ts";

export const handle: Handle = { committee: true, night: true, unlisted: true, secret: true, costly: true };

export const meta = privateMeta("Premier compte", "Créer le premier compte du comité.");

export async function loader({ params, context }: Route.LoaderArgs) {
  const link = await context.get(servicesContext).auth.readFirstLink(params.token);
  return link.ok ? data({ refusal: null }) : data({ refusal: link.reason }, { status: 410 });
}

const FIRST_ACCOUNT = firstAccountSchema();
const SECRETS = ["newPassword", PASSKEY_FIELD];
const FORM = { where: "first account", fields: [...fieldNames(FIRST_ACCOUNT), PASSKEY_FIELD], secrets: SECRETS };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, secrets, services }) => {
    const { request, params, context } = args;
    const entered = { ...typed, ...secrets };
    const outcome = await createFirstAccountByLink(services, params.token, entered, request.headers.get("user-agent"));
    if (!outcome.ok)
      return formResult<AccountLinkResult>({ ...outcome.reason, typed }, "link" in outcome.reason ? 410 : 400);
    const event = secrets[PASSKEY_FIELD] ? "passkey-added" : "password-chosen";
    context.get(siteContext).logSecurity(event, outcome.value.account.id, { what: "invitation" });
    return signInByLink(args, outcome.value);
  });

export { clientAction } from "#app/ui/form/client-action.ts";

export default function FirstAccountPage({ loaderData, actionData, params: { token } }: Route.ComponentProps) {
  return (
    <AccountLinkPage
      {...loaderData}
      token={token}
      email={null}
      refusals={FIRST_LINK_REFUSALS}
      schema={FIRST_ACCOUNT}
      result={actionData ?? {}}
    />
  );
}
