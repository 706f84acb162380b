import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { Field } from "#app/ui/form/field.tsx";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import { firstAccountSchema } from "#domain/accounts/account-forms.ts";
import { deviceLabel } from "#domain/accounts/device.ts";
import { fieldNames } from "#domain/fields.ts";
import { makeFirstAccount } from "#usecases/accounts/choose-password.ts";
import type { Route } from "./+types/first-account.ts";
import { FIRST_REFUSALS, type LinkAnswer, LinkPage } from "./link-page.tsx";
import { signInByLink } from "./start-session.server.ts";

export const handle: Handle = { committee: true, night: true, unlisted: true, secret: true, costly: true };

export const meta = privateMeta("Premier compte", "Créer le premier compte du comité.");

export async function loader({ params, context }: Route.LoaderArgs) {
  const link = await context.get(servicesContext).auth.readFirstLink(params.token);
  return link.ok ? data({ refusal: null }) : data({ refusal: link.reason }, { status: 410 });
}

const FIRST_ACCOUNT = firstAccountSchema();
const FORM = { where: "first account", fields: fieldNames(FIRST_ACCOUNT), secrets: ["newPassword"] };

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, secrets, services }) => {
    const { request, params, context } = args;
    const device = deviceLabel(request.headers.get("user-agent"));
    const entered = { ...typed, ...secrets };
    const outcome = await makeFirstAccount(services, params.token, entered, device);
    if (!outcome.ok)
      return formResponse<LinkAnswer>({ ...outcome.reason, typed }, "link" in outcome.reason ? 410 : 400);
    context.get(siteContext).record("password-chosen", outcome.value.account.id, { what: "invitation" });
    return signInByLink(args, outcome.value);
  });

export { clientAction } from "#app/ui/form/client-action.ts";

export default function FirstAccountPage({ loaderData: { refusal }, actionData }: Route.ComponentProps) {
  const answer: LinkAnswer = actionData ?? {};
  return (
    <LinkPage
      refusal={refusal}
      refusals={FIRST_REFUSALS}
      title="Créez le premier compte"
      lead="Il ouvre l’espace du comité. Vous inviterez ensuite les autres personnes."
      schema={FIRST_ACCOUNT}
      answer={answer}
    >
      <Field
        name="email"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={answer.typed?.email}
      />
    </LinkPage>
  );
}
