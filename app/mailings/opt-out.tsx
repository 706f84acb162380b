import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { dayInFrench, dayInZurich } from "#domain/dates.ts";
import { findOptOutMember } from "#usecases/mailings/read-mailings.ts";
import type { Route } from "./+types/opt-out.ts";
import { OptOutScreen } from "./opt-out-screen.tsx";

export const handle: Handle = {
  reading: true,
  committee: true,
  unlisted: true,
  secret: true,
  costly: true,
  oneClick: true,
};

export const meta = privateMeta("Informations de la Jeunesse", "Recevoir les informations, ou ne plus les recevoir.");

/** Names nobody. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = await findOptOutMember(services, token);
  if (member === null) return data(null, { status: 404 });
  const since = await services.optOuts.get(member);
  return data({ since: since && dayInFrench(dayInZurich(since)) });
}

/**
 * A form of a mail program has one field, `List-Unsubscribe=One-Click`, which needs no answer. It and the button of the
 * page do the same: this address can only opt out.
 */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "opt-out", fields: [] }, async ({ services }) => {
    const member = await findOptOutMember(services, args.params.token);
    const isThere = member !== null && (await services.optOuts.set(member, true, null));
    return formResult({}, isThere ? 200 : 404);
  });

export default function OptOutPage({ loaderData, actionData, params: { token } }: Route.ComponentProps) {
  return <OptOutScreen state={loaderData} result={actionData ?? {}} token={token} />;
}
