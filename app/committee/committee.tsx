import { Link } from "react-router";
import bannerArt from "#app/committee/drawings/bandeau-comite.svg";
import empty from "#app/committee/drawings/vide-comite.svg";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { UndoNotice } from "#app/layout/toasts/undo-notice.tsx";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdminForWrites } from "#app/session/private-pages.ts";
import { deleteAndRedirect } from "#app/ui/cards/card-actions.server.ts";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { readForm } from "#app/ui/form/read-form.server.ts";
import { picturesOf } from "#app/ui/pictures/pictures.server.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { type CommitteeMember, compareMembers, fullName, rankOfRole } from "#domain/committee-member.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import type { Route } from "./+types/committee.ts";
import { cardName, MemberCard, memberCardSizes, nameSize } from "./member-card.tsx";

/** These portraits can be visible without scrolling: load them at once. */
const EAGER_COUNT = 4;

export const handle: Handle = {
  reading: true,
  cached: ["membres"],
  listed: ["membres"],
  screen: true,
  pendingText: "Chargement en cours...",
};

export const meta = pageMeta({
  title: "Le comité",
  description:
    "Les visages du comité de la Jeunesse de Savièse\u00a0: coprésidence, caisse, secrétariat, réseaux sociaux et membres.",
  path: "/comite",
});

export async function loader({ context }: Route.LoaderArgs) {
  const { committee } = context.get(servicesContext);
  const [list, photos] = await Promise.all([committee.list(), picturesOf(context, "membres")]);
  const admin = context.get(accountContext) !== null;
  return {
    admin,
    members: list
      .filter((member) => admin || fullName(member) !== "")
      .toSorted(compareMembers)
      .map(({ id, firstName, lastName, role }) => ({ id, firstName, lastName, role, photo: photos.get(id) ?? null })),
  };
}

export const middleware: Route.MiddlewareFunction[] = [requireAdminForWrites];

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { typed } = await readForm(args, ["id"]);
  const remove = (id: string) =>
    deleteCard(context.get(servicesContext), { collection: "membres", id }, actingPerson(context));
  const deletion = { where: "member delete", remove, target: "/comite", toast: "membre-deleted" } as const;
  return deleteAndRedirect(context, typed.id ?? "", deletion);
}

export { clientAction } from "#app/ui/cards/change-list.ts";

function Actions({ member: { id, firstName, lastName, role } }: { member: CommitteeMember }) {
  const name = fullName({ firstName, lastName });
  return (
    <>
      <Link className="btn btn--small btn--neige" to={`/comite/modify/${encodeURIComponent(id)}`}>
        <Pencil />
        Modifier<span className="sr-only"> {name}</span>
      </Link>
      <DeleteButton
        action="/comite"
        id={id}
        name={name}
        question="Êtes-vous sûr de vouloir supprimer ce membre ?"
        detail={[name, role].filter(Boolean).join(", ")}
      />
    </>
  );
}

export default function CommitteePage({ loaderData: { admin, members } }: Route.ComponentProps) {
  useKeptFocus();
  const sizes = memberCardSizes(members);
  const leaderLetters = nameSize(members.filter(({ role }) => rankOfRole(role) === 1).map(cardName));
  return (
    <main id="contenu">
      <Banner style="vigne" art={bannerArt} title="Le comité" lowOnPhone>
        Une sonnette, une caisse, un crayon, un téléphone&nbsp;: chacun son outil.
      </Banner>
      <UndoNotice />
      {admin && (
        <div className="page-frame toolbar toolbar--photo">
          <p>{members.length > 1 ? `${members.length} membres au comité` : `${members.length} membre au comité`}</p>
          <Link className="btn" to="/comite/create">
            <Plus />
            Ajouter un membre
          </Link>
          <StrongLink to="/comite/plusieurs">Plusieurs à la fois</StrongLink>
        </div>
      )}
      {members.length === 0 ? (
        <EmptyState image={empty} title="Le nouveau comité arrive">
          <p>Les portraits arrivent après l’assemblée générale.</p>
        </EmptyState>
      ) : (
        <ul role="list" className={admin ? "page-frame committee committee--admin" : "page-frame committee"}>
          {members.map((member, i) => (
            <MemberCard
              key={member.id}
              member={member}
              photo={member.photo}
              size={sizes[i] ?? "small"}
              letters={rankOfRole(member.role) === 1 ? leaderLetters : nameSize([cardName(member)])}
              lazy={i >= EAGER_COUNT}
            >
              {admin && <Actions member={member} />}
            </MemberCard>
          ))}
        </ul>
      )}
    </main>
  );
}
