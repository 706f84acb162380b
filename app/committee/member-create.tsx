import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { createCardAction } from "#app/ui/cards/card-actions.server.ts";
import art from "#app/ui/drawings/crete-membre.svg";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { committeeMemberSchema } from "#domain/committee-member.ts";
import { fieldNames } from "#domain/fields.ts";
import { addCommitteeMember } from "#usecases/cards/add-card.ts";
import type { Route } from "./+types/member-create.ts";
import { CommitteeMemberForm } from "./committee-member-form.tsx";

export const handle: Handle = { help: "la-page-du-comité", takesFile: true };

export const meta = privateMeta("Ajouter au comité", "Ajouter un membre du comité, avec son poste et sa photo.");

export const loader = () => null;

export const action = (args: Route.ActionArgs) =>
  createCardAction(args, {
    where: "member create",
    fields: fieldNames(committeeMemberSchema()),
    fileField: "photo",
    add: addCommitteeMember,
    next: { target: () => "/comite", toast: "membre-added", form: "/comite/create" },
  });

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function CommitteeMemberCreatePage({ actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Ajouter au comité" />
      <CommitteeMemberForm initial={{}} photo={null} result={result} />
    </main>
  );
}
