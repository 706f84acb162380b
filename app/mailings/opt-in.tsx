import { redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { optOutUrl } from "#domain/mailings/reader-urls.ts";
import { findOptOutMember } from "#usecases/mailings/read-mailings.ts";
import type { Route } from "./+types/opt-in.ts";
import { viewOptOut } from "./opt-out.server.ts";
import { OptOutScreen } from "./opt-out-screen.tsx";

export const handle: Handle = {
  reading: true,
  committee: true,
  unlisted: true,
  secret: true,
  costly: true,
};

export const meta = privateMeta("Informations de la Jeunesse", "Recevoir les informations, ou ne plus les recevoir.");

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  viewOptOut(context.get(servicesContext), token);

/** An address of its own, so that no form of a mail program can ever end an opt-out. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "opt-in", fields: [] }, async ({ services }) => {
    const { token } = args.params;
    const member = await findOptOutMember(services, token);
    if (member === null) return formResult({}, 404);
    await services.optOuts.set(member, false, null);
    return redirect(optOutUrl(token));
  });

export default function OptInPage({ loaderData, actionData, params: { token } }: Route.ComponentProps) {
  return <OptOutScreen state={loaderData} result={actionData ?? {}} token={token} />;
}
