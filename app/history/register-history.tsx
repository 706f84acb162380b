import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { MEMBER_FIELDS, MEMBER_LABELS, type MemberData, memberName } from "#domain/register/member.ts";
import { fieldInWords } from "#domain/register/proposal.ts";
import { restoreMember } from "#usecases/register/change-register.ts";
import type { Route } from "./+types/register-history.ts";
import { historyResponse, REVISION_FIELDS, viewRevisions } from "./history.server.ts";
import { HistoryPage } from "./history-page.tsx";

export const meta = privateMeta("Historique d’une fiche", "Ce que disait la fiche d’un membre, et qui l’a changée.");

const describe = (member: MemberData) =>
  MEMBER_FIELDS.map((field) => ({ label: MEMBER_LABELS[field], value: fieldInWords(field, member[field]) }));

export async function loader({ params: { recordId: id }, context }: Route.LoaderArgs) {
  const { register } = context.get(servicesContext);
  const [member, revisions] = await Promise.all([register.get(id), register.listRevisions(id)]);
  if (!member) throw data(null, { status: 404 });
  const { version, updatedAt, updatedBy: by } = member;
  return {
    form: `/registre/modify/${id}`,
    name: memberName(member),
    version,
    revisions: viewRevisions({ content: member, at: updatedAt.toISOString(), by }, revisions, describe, describe),
  };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "register restore", fields: REVISION_FIELDS }, async ({ typed, services, by }) => {
    const { context, url, params } = args;
    const { recordId: id } = params;
    const revision = (await services.register.listRevisions(id)).find(({ until }) => until === typed.state);
    if (!revision) return historyResponse({ expired: true }, 409);
    const restored = { id, version: typed.version ?? "", data: revision.content };
    const outcome = await restoreMember(services, restored, by);
    if (outcome.ok) return redirectWithToast(context, url.pathname, "state-restored");
    const current = await services.register.get(id);
    if (!current) return historyResponse({ gone: true }, 404);
    return outcome.reason.is === "same"
      ? historyResponse({ refused: ["Une autre fiche a ce nom et cette date de naissance."] }, 409)
      : historyResponse({ changedBy: current.updatedBy?.name ?? null }, 409);
  });

export { clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function RegisterHistory({ loaderData, actionData }: Route.ComponentProps) {
  return <HistoryPage {...loaderData} noun="cette fiche" answer={actionData ?? {}} />;
}
