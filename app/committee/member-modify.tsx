import { data } from "react-router";
import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { updateCardAction } from "#app/ui/cards/card-actions.server.ts";
import { PictureNotice } from "#app/ui/cards/picture-notice.tsx";
import art from "#app/ui/drawings/crete-membre.svg";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { readCurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import {
  type CommitteeMemberFields,
  committeeMemberAsTyped,
  committeeMemberFullName,
  committeeMemberSchema,
  shownRole,
} from "#domain/committee-member.ts";
import { fieldNames } from "#domain/fields.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import type { Route } from "./+types/member-modify.ts";
import { CommitteeMemberForm } from "./committee-member-form.tsx";

export const handle: Handle = { help: "la-page-du-comité" };

export const meta = privateMeta("Modifier un membre", "Corriger le prénom, le nom ou le poste d’un membre du comité.");

export async function loader({ params, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the document may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return { member: null, photo: null };
  const { committee } = context.get(servicesContext);
  const member = await committee.get(params.memberId);
  if (!member) throw data(null, { status: 404 });
  const photo = await readCurrentPicture(context, { collection: "membres", id: member.id }, member.picture);
  return { member, photo: photo?.url ?? null };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { memberId: id } = args.params;
  return updateCardAction<CommitteeMemberFields>(args, {
    where: "member update",
    fields: fieldNames(committeeMemberSchema()),
    get: () => services.committee.get(id),
    update: (fields, version) =>
      changeCard(services, { collection: "membres", id, fields, version }, actingPerson(args.context)),
    read: (typed, current) => committeeMemberSchema(current.role).safeParse(typed),
    describe: (member) => [committeeMemberFullName(member), ...new Set([shownRole(member), member.role])],
    next: () => redirectWithToast(args.context, "/comite", "membre-updated"),
  });
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function CommitteeMemberModifyPage({ loaderData: { member, photo }, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  const initial = member ? committeeMemberAsTyped(member) : (result.typed ?? {});
  const version = member?.version ?? result.typed?.version ?? "";
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Modifier un membre" />
      <PictureNotice />
      <CommitteeMemberForm initial={initial} photo={photo} result={result} version={version} />
    </main>
  );
}
