import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { currentPicture } from "#app/ui/pictures/pictures.server.ts";
import {
  COMMITTEE_MEMBER_LABELS,
  committeeMemberAsTyped,
  committeeMemberSchema,
  fullName,
  type MemberFields,
} from "#domain/committee-member.ts";
import type { Route } from "./+types/member-history.ts";
import { type HistoryAnswer, restoreCard, revisionPicture, viewRevisions } from "./history.server.ts";
import { HistoryPage } from "./history-page.tsx";

export const meta = privateMeta(
  "Historique d’un membre",
  "Ce que disait la fiche d’un membre du comité, et qui l’a changée.",
);

const LABELS = committeeMemberAsTyped(COMMITTEE_MEMBER_LABELS);

const describe = ({ firstName, lastName, role }: MemberFields) => [
  { label: LABELS.Prenom, value: firstName },
  { label: LABELS.Nom, value: lastName },
  { label: LABELS.Poste, value: role },
];

export async function loader({ params: { memberId: id }, context }: Route.LoaderArgs) {
  const { committee } = context.get(servicesContext);
  const [member, revisions] = await Promise.all([committee.get(id), committee.listRevisions(id)]);
  if (!member) throw data(null, { status: 404 });
  const { version, updatedAt: at, updatedBy: by, firstName, lastName, role } = member;
  const photo = await currentPicture(context, { collection: "membres", id }, member.picture);
  return {
    form: `/comite/modify/${encodeURIComponent(id)}`,
    name: fullName(member) || "Sans nom",
    photo: photo?.url ?? null,
    version,
    revisions: viewRevisions(
      { content: { firstName, lastName, role }, ...revisionPicture(member), at, by },
      revisions,
      describe,
    ),
  };
}

export const action = (args: Route.ActionArgs) =>
  restoreCard<MemberFields>(args, {
    where: "member restore",
    collection: "membres",
    id: args.params.memberId,
    store: args.context.get(servicesContext).committee,
    read: (fields, current) => committeeMemberSchema(current.role).safeParse(committeeMemberAsTyped(fields)),
    labels: LABELS,
  });

export { clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function MemberHistory({ loaderData: { photo, ...history }, actionData }: Route.ComponentProps) {
  const answer: HistoryAnswer = actionData ?? {};
  return (
    <HistoryPage {...history} noun="cette fiche" answer={answer}>
      {photo && <img className="history-picture" src={photo} width="400" height="480" alt="" />}
    </HistoryPage>
  );
}
