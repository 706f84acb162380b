import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { redirectToCard } from "#app/ui/cards/card-actions.server.ts";
import art from "#app/ui/drawings/crete-membre.svg";
import { typedListAction } from "#app/ui/typed-list/typed-list.server.ts";
import { TypedListForm } from "#app/ui/typed-list/typed-list-form.tsx";
import { type CommitteeMemberFields, committeeMemberFullName, shownRole } from "#domain/committee-member.ts";
import { COMMITTEE_ROLES } from "#domain/member-role.ts";
import { addCommitteeMembers, previewCommitteeMembers } from "#usecases/cards/add-several.ts";
import type { Route } from "./+types/members-create.ts";

export const handle: Handle = { help: "la-page-du-comité" };

export const meta = privateMeta("Plusieurs au comité", "Écrire plusieurs membres du comité en une fois, un par ligne.");

export const loader = () => null;

/**
 * For a name of three words or more, the page shows which words are the last name, because the committee is sorted by
 * it.
 */
function detailOf(member: CommitteeMemberFields): string {
  const { firstName, lastName, role } = member;
  const shown = shownRole(member);
  const post = shown === role ? role : `${shown} (poste\u00a0: ${role})`;
  const isLong = `${firstName} ${lastName}`.split(" ").length > 2;
  return isLong ? `${post}. Prénom\u00a0: ${firstName}, nom\u00a0: ${lastName}` : post;
}

export const action = (args: Route.ActionArgs) =>
  typedListAction(args, {
    where: "members create",
    preview: previewCommitteeMembers,
    add: addCommitteeMembers,
    describe: (member) => ({ title: committeeMemberFullName(member), detail: detailOf(member) }),
    next: ([first = "", ...others]) =>
      redirectToCard(args.context, "/comite", first, others.length > 0 ? "membres-added" : "membre-added"),
  });

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function CommitteeMembersCreatePage({ actionData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Plusieurs au comité" />
      <TypedListForm
        result={actionData ?? {}}
        path="/comite/plusieurs"
        back="/comite"
        label="Une personne par ligne"
        example={"Léa Dubuis, Secrétaire\nLuc Varone, Caissier"}
        counted={(count) => (count > 1 ? `${count} membres` : "1 membre")}
      >
        <p>
          Le prénom, le nom, puis le poste après une virgule&nbsp;: {COMMITTEE_ROLES.join(", ")}.
          «&nbsp;Caissière&nbsp;» s’affiche ainsi. Sans poste, la personne est membre. Elle est tout de suite sur la
          page du comité&nbsp;; la photo vient plus tard.
        </p>
      </TypedListForm>
    </main>
  );
}
