import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import bannerArt from "#app/committee/drawings/bandeau-comite.svg";
import empty from "#app/committee/drawings/vide-comite.svg";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdminForWrites } from "#app/session/private-pages.ts";
import { UndoDeletion } from "#app/ui/cards/undo-deletion.tsx";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { readForm } from "#app/ui/form/read-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { committeePicture, readPublicPictures } from "#app/ui/pictures/pictures.server.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import {
  type CommitteeMember,
  committeeMemberFullName,
  compareCommitteeMembers,
  shownRole,
} from "#domain/committee-member.ts";
import { rankOfRole } from "#domain/member-role.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { cardReplacedBy, type ReplacedCard, undoReplacement } from "#usecases/cards/replace-member.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import type { Route } from "./+types/committee.ts";
import Swap from "./drawings/sign-swap.svg?drawing";
import {
  CommitteeMemberCard,
  committeeMemberCardName,
  committeeMemberCardSizes,
  nameFontSize,
} from "./member-card.tsx";

/** These portraits can be visible without scrolling: load them at once. */
const EAGER_COUNT = 4;

export const handle: Handle = {
  help: "la-page-du-comité",
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

/**
 * Keeps a deleted member in place until the list is opened again. If a card has replaced another one, the row says so.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { committee, bin } = context.get(servicesContext);
  const [list, photos] = await Promise.all([committee.list(), readPublicPictures(context, "membres")]);
  const admin = context.get(accountContext) !== null;
  const acted = admin ? actedRows(url.searchParams) : [];
  const entries = acted.length > 0 ? await bin.list() : [];
  const present = list.map((member) => ({
    ...member,
    binKey: null,
    replaced: acted.includes(member.id) ? cardReplacedBy(member, entries) : null,
  }));
  const deleted = deletedMembers(acted, list, entries);
  return {
    admin,
    count: list.length,
    members: [...present, ...deleted]
      .filter((member) => admin || committeeMemberFullName(member) !== "")
      .toSorted(compareCommitteeMembers)
      .map(({ id, firstName, lastName, role, displayedRole, picture, binKey, replaced }) => ({
        id,
        firstName,
        lastName,
        role,
        displayedRole,
        binKey,
        replaced,
        photo: photos.get(id) ?? (binKey && picture ? committeePicture(picture) : null),
      })),
  };
}

function deletedMembers(acted: readonly string[], list: readonly CommitteeMember[], entries: readonly BinEntry[]) {
  const missing = new Set(acted.filter((id) => !list.some((member) => member.id === id)));
  return entries.flatMap((entry) => {
    // The recycle bin lists the newest deletion first.
    if (entry.kind !== "membre" || !missing.delete(entry.id)) return [];
    const { key, id, fields, picture } = entry;
    return [{ ...fields, id, picture, binKey: key, replaced: null }];
  });
}

export const middleware: Route.MiddlewareFunction[] = [requireAdminForWrites];

const UNDO_REPLACEMENT = "undo-replacement";

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const { typed } = await readForm(args, ["id", "key", "intention"]);
  const { id = "", key = "", intention } = typed;
  const isUndo = intention === UNDO_REPLACEMENT;
  const services = context.get(servicesContext);
  try {
    if (isUndo) return await undo(args, id, key);
    await deleteCard(services, { collection: "membres", id }, actingPerson(context));
    return listResponse(args, { ids: [id], toast: "membre-deleted", anchor: id });
  } catch (error) {
    context.get(siteContext).report(error, isUndo ? "replacement undo" : "member delete");
    return listResponse(args, { ids: [], toast: isUndo ? "evenement-unchanged" : "deletion-failed" });
  }
}

async function undo(args: Route.ActionArgs, id: string, key: string) {
  const { context } = args;
  const restored = await undoReplacement(context.get(servicesContext), id, key, actingPerson(context));
  if (!restored) return listResponse(args, { ids: [], toast: "bin-gone" });
  const name = committeeMemberFullName(restored);
  return listResponse(args, { ids: [id], toast: "membre-restored", name, anchor: restored.id, isUndo: true });
}

export { clientAction } from "#app/ui/cards/change-list.ts";

function Actions({ member, url }: { member: CommitteeMember; url: string }) {
  const id = encodeURIComponent(member.id);
  const name = committeeMemberFullName(member);
  return (
    <>
      <Link className="btn btn--small btn--neige" to={`/comite/modify/${id}`}>
        <Pencil />
        Modifier<span className="sr-only"> {name}</span>
      </Link>
      <Link className="btn btn--small btn--neige" to={`/comite/remplacer/${id}`}>
        <Swap />
        Remplacer<span className="sr-only"> {name}</span>
      </Link>
      <DeleteButton
        action={url}
        id={member.id}
        name={name}
        question="Êtes-vous sûr de vouloir supprimer ce membre ?"
        detail={[name, shownRole(member)].filter(Boolean).join(", ")}
      />
    </>
  );
}

/** Below the actions, so that « Annuler » is never where the user has just tapped. */
const Replacement = ({
  id,
  name,
  replaced,
  url,
}: {
  id: string;
  name: string;
  replaced: ReplacedCard;
  url: string;
}) => (
  <div className="evenement__done row">
    <p role="status">
      <b>
        Remplace <bdi>{replaced.name || "Sans nom"}</bdi>.
      </b>
    </p>
    <Form className="undo-card" method="post" action={url} reloadDocument>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="key" value={replaced.key} />
      <SubmitButton className="strong-link" intention={UNDO_REPLACEMENT} label="Annuler" about={name} />
    </Form>
  </div>
);

type Deleted = { member: CommitteeMember; binKey: string; children: ReactNode };

const DeletedMember = ({ member, binKey, children }: Deleted) => (
  <>
    <div className="list__actions--done">
      <div className="row" inert>
        {children}
      </div>
      <p role="status">
        <b>Supprimé.</b>
      </p>
    </div>
    <UndoDeletion binKey={binKey} name={committeeMemberFullName(member)} />
  </>
);

export default function CommitteePage({ loaderData: { admin, count, members } }: Route.ComponentProps) {
  useKeptFocus();
  const { pathname, search } = useLocation();
  const url = pathname + search;
  const sizes = committeeMemberCardSizes(members);
  const leaderLetters = nameFontSize(members.filter(({ role }) => rankOfRole(role) === 1).map(committeeMemberCardName));
  return (
    <main id="contenu">
      <Banner style="vigne" art={bannerArt} title="Le comité" lowOnPhone>
        Une sonnette, une caisse, un crayon, un téléphone&nbsp;: chacun son outil.
      </Banner>
      {admin && (
        <div className="page-frame toolbar toolbar--photo">
          <p>{count > 1 ? `${count} membres au comité` : `${count} membre au comité`}</p>
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
            <CommitteeMemberCard
              key={member.id}
              member={member}
              photo={member.photo}
              size={sizes[i] ?? "small"}
              letters={rankOfRole(member.role) === 1 ? leaderLetters : nameFontSize([committeeMemberCardName(member)])}
              lazy={i >= EAGER_COUNT}
            >
              {admin &&
                (member.binKey === null ? (
                  <>
                    <Actions member={member} url={url} />
                    {member.replaced && (
                      <Replacement
                        id={member.id}
                        name={committeeMemberCardName(member)}
                        replaced={member.replaced}
                        url={url}
                      />
                    )}
                  </>
                ) : (
                  <DeletedMember member={member} binKey={member.binKey}>
                    <Actions member={member} url={url} />
                  </DeletedMember>
                ))}
            </CommitteeMemberCard>
          ))}
        </ul>
      )}
    </main>
  );
}
