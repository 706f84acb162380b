import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { redirectToCard } from "#app/ui/cards/card-actions.server.ts";
import art from "#app/ui/drawings/crete-membre.svg";
import { typedListAction } from "#app/ui/typed-list/typed-list.server.ts";
import { TypedListForm } from "#app/ui/typed-list/typed-list-form.tsx";
import { fullName, MEMBER_ROLES, type MemberFields } from "#domain/committee-member.ts";
import { addMembers, previewMembers } from "#usecases/cards/add-several.ts";
import type { Route } from "./+types/members-create.ts";

export const handle: Handle = { help: "la-page-du-comité" };

export const meta = privateMeta("Plusieurs membres", "Écrire plusieurs membres du comité en une fois, un par ligne.");

export const loader = () => null;

/** Of three words and more, the page says which are the last name: the committee is sorted by it. */
const detailOf = ({ firstName, lastName, role }: MemberFields): string =>
  `${firstName} ${lastName}`.split(" ").length > 2
    ? `${role}. Prénom\u00a0: ${firstName}, nom\u00a0: ${lastName}`
    : role;

export const action = (args: Route.ActionArgs) =>
  typedListAction(args, {
    where: "members create",
    preview: previewMembers,
    add: addMembers,
    describe: (member) => ({ title: fullName(member), detail: detailOf(member) }),
    next: ([first = "", ...others]) =>
      redirectToCard(args.context, "/comite", first, others.length > 0 ? "membres-added" : "membre-added"),
  });

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function MembersCreate({ actionData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Plusieurs membres" />
      <TypedListForm
        answer={actionData ?? {}}
        path="/comite/plusieurs"
        back="/comite"
        label="Une personne par ligne"
        example={"Léa Dubuis, Secrétaire\nLuc Varone, Caissier"}
        counted={(count) => (count > 1 ? `${count} membres` : "1 membre")}
      >
        <p>
          Le prénom, le nom, puis le poste après une virgule&nbsp;: {MEMBER_ROLES.join(", ")}. Sans poste, la personne
          est membre. Elle est tout de suite sur la page du comité&nbsp;; la photo vient plus tard.
        </p>
      </TypedListForm>
    </main>
  );
}
