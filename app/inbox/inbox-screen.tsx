import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import Export from "#app/inbox/drawings/sign-export.svg?drawing";
import emptyBox from "#app/inbox/drawings/vide-lettres.svg";
import type { Screen } from "#app/layout/screen.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { INBOX_LISTS, type InboxListFrame, inboxUrl, RESEND_ALL_INTENTION } from "#app/ui/list/inbox-list.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import type { ListSearch } from "#app/ui/list/list-tools.tsx";
import { UndoGroupNotice } from "#app/ui/list/undo-together.tsx";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { UndoAcceptanceRefusal } from "#stores/register/undo-acceptances.ts";
import { InboxBulkActions } from "./bulk-actions.tsx";
import type { InboxResult } from "./inbox-action.server.ts";

type ListProps = { type: SubmissionType; frame: InboxListFrame };

type PageProps = ListProps &
  Pick<ComponentProps<typeof Screen>, "style" | "art" | "title" | "className"> & {
    search: Pick<ListSearch, "label" | "example">;
    result: FormResult<InboxResult>;
    currentUrl: string;
    ids: readonly string[];
    empty: boolean;
    children: ReactNode;
  };

export function InboxScreen({ type, frame, search, result, currentUrl, ids, empty, ...screen }: PageProps) {
  const { view, found, pages, refused } = frame;
  const { path, choices } = INBOX_LISTS[type];
  return (
    <ListScreen
      {...screen}
      lead={<ListCount type={type} frame={frame} />}
      failed={result.failed && "Rien n’a été changé."}
      search={{
        path,
        view: { ...view, filter: view.shown },
        searchIn: view.filter,
        filters: choices,
        counts: { echec: refused },
        ...search,
      }}
      tool={
        <a
          className="btn btn--small toolbar__export"
          href={inboxUrl(`${path}.csv`, { ...view, filter: view.shown, page: 1 })}
        >
          <Export />
          <span>Exporter (CSV)</span>
        </a>
      }
      count={`${found} ${agree(found, "résultat", "résultats")}`}
      tools={
        <>
          {view.shown === "echec" && refused > 0 && <ResendAll currentUrl={currentUrl} refused={refused} />}
          {ids.length > 0 && (
            <InboxBulkActions type={type} ids={ids} frame={frame} currentUrl={currentUrl} failed={result.failed} />
          )}
        </>
      }
      notice={
        <>
          {frame.unsent && (
            <p className="notice">
              {frame.unsent} Dans les réglages&nbsp;: <Link to="/reglages#sante-mail">ce qu’il faut faire</Link>.
            </p>
          )}
          <UpcomingDeletion type={type} frame={frame} />
          {result.staying && <Staying staying={result.staying} />}
          {frame.together && <UndoGroupNotice {...frame.together} url={currentUrl} />}
        </>
      }
      empty={empty && <EmptyList type={type} frame={frame} />}
      pager={{ page: view.page, pages, addressOf: (page) => inboxUrl(path, { ...view, page }) }}
    />
  );
}

const STAYING: Record<UndoAcceptanceRefusal, string> = {
  renewed: "la fiche existait déjà",
  booked: "un paiement ou une remise est noté",
  billed: "une facture est partie",
  written: "un message est parti",
  closed: "l’année de sa cotisation est bouclée",
  used: "une présence est notée, ou une demande attend",
  changed: "sa fiche a changé depuis",
};

const Staying = ({ staying }: Required<InboxResult>) => (
  <div className="notice" role="alert">
    <p>
      <b>{staying.length > 1 ? `${staying.length} restent acceptées.` : "Une inscription reste acceptée."}</b>
    </p>
    <ul>
      {staying.map(({ id, name, reason }) => (
        <li key={id}>
          <bdi>{name}</bdi>&nbsp;: {STAYING[reason]}.
        </li>
      ))}
    </ul>
  </div>
);

/** True for « inscription », which needs feminine word forms. */
const isFeminine = (type: SubmissionType): boolean => type === "inscription";

const agree = (count: number, singular: string, plural: string) => (count > 1 ? plural : singular);

function ListCount({ type, frame: { unhandled, total } }: ListProps) {
  if (total === 0) return "Rien pour l’instant.";
  const feminine = isFeminine(type);
  const none = feminine ? "Aucune nouvelle" : "Aucun nouveau";
  const fresh = feminine ? agree(unhandled, "nouvelle", "nouvelles") : agree(unhandled, "nouveau", "nouveaux");
  return `${unhandled === 0 ? none : `${unhandled} ${fresh}`}, ${total} en tout.`;
}

/** Resends all refused mail, not only the mail of the entries that the search found. */
const ResendAll = ({ currentUrl, refused }: { currentUrl: string; refused: number }) => (
  <ActionButton className="btn btn--small btn--neige" action={currentUrl} intention={RESEND_ALL_INTENTION}>
    Tout renvoyer ({refused})
  </ActionButton>
);

function UpcomingDeletion({ type, frame: { deletion } }: ListProps) {
  if (!deletion) return null;
  const { count, from, to } = deletion;
  const feminine = isFeminine(type);
  const singular = feminine ? "inscription traitée ira" : "message traité ira";
  const plural = feminine ? "inscriptions traitées iront" : "messages traités iront";
  return (
    <details className="notice">
      <summary>
        {count} {agree(count, feminine ? "traitée" : "traité", feminine ? "traitées" : "traités")} à la corbeille{" "}
        {from === to ? "le" : "dès le"} {from}
      </summary>
      <p>
        <b>
          {count} {agree(count, singular, plural)} à la corbeille{" "}
          {from === to ? `le ${from}` : `entre le ${from} et le ${to}`}.
        </b>{" "}
        Tout s’efface {BIN_RETENTION_DAYS}&nbsp;jours plus tard. Exportez la liste pour en garder une trace, ou changez
        la durée dans les <Link to="/reglages">réglages</Link>.
      </p>
    </details>
  );
}

function EmptyList({ type, frame: { view, total } }: ListProps) {
  const feminine = isFeminine(type);
  const filtered = total > 0 && (view.q !== "" || view.shown !== "tout");
  const what = feminine ? "Aucune inscription" : "Aucun message";
  return (
    <EmptyState image={emptyBox} height={360} title={feminine ? "Rien dans la boîte" : "Pas de courrier"}>
      {filtered ? (
        <p>
          {what} ne correspond. Changez la recherche ou{" "}
          {feminine ? "affichez toutes les inscriptions." : "affichez tous les messages."}
        </p>
      ) : (
        <p>{what} pour l’instant. Quand le car postal passera, tout arrivera ici.</p>
      )}
    </EmptyState>
  );
}
