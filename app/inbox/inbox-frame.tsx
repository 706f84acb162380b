import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import Export from "#app/inbox/drawings/sign-export.svg?drawing";
import empty from "#app/inbox/drawings/vide-lettres.svg";
import { Banner } from "#app/layout/banner.tsx";
import { UndoNotice } from "#app/layout/toasts/undo-notice.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { Filters, SearchField } from "#app/ui/list-tools.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { INBOX_LISTS, inboxUrl, type ListFrame, RESEND_ALL, retentionNote } from "./inbox-list.ts";

type ListProps = { type: SubmissionType; frame: ListFrame };

type PageProps = ListProps & {
  banner: Pick<Parameters<typeof Banner>[0], "style" | "art" | "title">;
  search: { label: string; example: string };
  failed: boolean | undefined;
  currentUrl: string;
  ids: readonly string[];
  className: string;
  empty: boolean;
  children: ReactNode;
};

export function InboxPage({ type, frame, banner, search, failed, currentUrl, ids, ...page }: PageProps) {
  useKeptFocus();
  return (
    <main id="contenu">
      <Banner low {...banner}>
        <ListCount type={type} frame={frame} />
      </Banner>
      <UndoNotice retention={retentionNote(frame)} />
      <div className={page.className}>
        <ListTools type={type} frame={frame} {...search}>
          {ids.length > 0 && <BulkActions {...{ type, ids, frame, currentUrl, failed }} />}
        </ListTools>
        {failed && (
          <ErrorNotice title="Rien n’a été changé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        <UpcomingDeletion type={type} frame={frame} />
        {page.empty ? <EmptyList type={type} frame={frame} /> : page.children}
        <Pager
          page={frame.view.page}
          pages={frame.pages}
          addressOf={(page) => inboxUrl(INBOX_LISTS[type].path, { ...frame.view, page })}
        />
      </div>
    </main>
  );
}

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
  <ActionButton className="btn btn--small btn--neige" action={currentUrl} intention={RESEND_ALL}>
    Tout renvoyer ({refused})
  </ActionButton>
);

type ToolsProps = ListProps & PageProps["search"] & { children: ReactNode };

/** POST keeps search words out of URLs and logs. */
function ListTools({ type, frame: { view, found, refused }, label, example, children }: ToolsProps) {
  const { path, choices } = INBOX_LISTS[type];
  return (
    <search>
      <Form className="toolbar" method="post" action={path} preventScrollReset>
        <input type="hidden" name="intention" value="search" />
        <SearchField q={view.q} filter={view.filter} label={label} example={example} />
        <Filters filter={view.filter} choices={choices} counts={{ echec: refused }} />
        <a className="btn btn--small toolbar__export" href={inboxUrl(`${path}.csv`, { ...view, page: 1 })}>
          <Export />
          <span>Exporter (CSV)</span>
        </a>
      </Form>
      <div className="toolbar__summary row">
        <p role="status">
          {found} {agree(found, "résultat", "résultats")}
        </p>
        {view.filter === "echec" && refused > 0 && <ResendAll currentUrl={inboxUrl(path, view)} refused={refused} />}
        {children}
      </div>
    </search>
  );
}

function UpcomingDeletion({ type, frame: { deletion } }: ListProps) {
  if (!deletion) return null;
  const { count, from, to } = deletion;
  const feminine = isFeminine(type);
  const singular = feminine ? "inscription traitée ira" : "message traité ira";
  const plural = feminine ? "inscriptions traitées iront" : "messages traités iront";
  return (
    <details className="announcement">
      <summary>
        {count} {agree(count, feminine ? "traitée" : "traité", feminine ? "traitées" : "traités")} à la corbeille{" "}
        {from === to ? "le" : "dès le"} {from}
      </summary>
      <p>
        <b>
          {count} {agree(count, singular, plural)} à la corbeille{" "}
          {from === to ? `le ${from}` : `entre le ${from} et le ${to}`}.
        </b>{" "}
        Tout s’efface {BIN_DAYS}&nbsp;jours plus tard. Exportez la liste pour en garder une trace, ou changez la durée
        dans les <Link to="/reglages">réglages</Link>.
      </p>
    </details>
  );
}

function EmptyList({ type, frame: { view, total } }: ListProps) {
  const feminine = isFeminine(type);
  const filtered = total > 0 && (view.q !== "" || view.filter !== "tout");
  const what = feminine ? "Aucune inscription" : "Aucun message";
  return (
    <EmptyState image={empty} height={360} title={feminine ? "Rien dans la boîte" : "Pas de courrier"}>
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
