import { Link } from "react-router";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { HANDOVER_ITEMS_ID, HANDOVER_URL, handoverItemUrl, newHandoverItemUrl } from "#app/ui/handover-url.ts";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { DeleteRowButton } from "#app/ui/list/delete-row-button.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { HANDOVER_ITEM_SENTENCES } from "#domain/handover/handover-item.ts";
import type { HandoverItemRowView, HandoverItemsView } from "./handover-items-view.server.ts";

/** « C’est où, qui sait ? » in the dossier of the association. */
export function HandoverItemSection({ view }: { view: HandoverItemsView }) {
  const rows = useSteadyRows(view.rows);
  const { url, isSending } = useActedRows(view.url);
  return (
    <section id={HANDOVER_ITEMS_ID} aria-labelledby={`${HANDOVER_ITEMS_ID}-titre`}>
      <h2 id={`${HANDOVER_ITEMS_ID}-titre`}>C’est où, qui sait&nbsp;?</h2>
      <p>Ce que le prochain comité doit trouver. Pas de mot de passe ici&nbsp;: tout le comité lit.</p>
      <div className="row">
        <StrongLink to={newHandoverItemUrl()}>Ajouter une ligne</StrongLink>
        <StrongLink to={HANDOVER_URL}>Passer la main</StrongLink>
      </div>
      <ul role="list" className="list list--handover">
        {rows.map((row) => (
          <ItemRow key={row.id} row={row} url={url} isSending={isSending(row.id)} />
        ))}
        {view.missing.map((what) => (
          <ListRow
            key={what}
            className="list__row--missing"
            name={<h3>{what}</h3>}
            actions={
              <Link className="btn btn--small btn--neige" to={newHandoverItemUrl(what)}>
                Compléter<span className="sr-only">&nbsp;: {what}</span>
              </Link>
            }
          >
            <p className="handover__facts">Pas encore dans la liste.</p>
          </ListRow>
        ))}
      </ul>
    </section>
  );
}

type RowProps = { row: HandoverItemRowView; url: string; isSending: boolean };

const ItemRow = ({ row, url, isSending }: RowProps) => (
  <ListRow
    id={row.id}
    name={
      <h3>
        <bdi>{row.what}</bdi>
      </h3>
    }
    actions={
      <div className="row">
        <Link className="btn btn--small" to={handoverItemUrl(row.id)}>
          Modifier<span className="sr-only">&nbsp;: {row.what}</span>
        </Link>
        <DeleteRowButton action={url} id={row.id} name={row.what} />
      </div>
    }
    outcome={isSending ? "Un instant…" : row.outcome && `${row.outcome}.`}
    undo={
      !isSending &&
      row.undo && (
        <UndoButton
          url={url}
          id={row.id}
          name={row.what}
          intention={row.undo}
          fields={row.undo === "restore" ? {} : row.change}
        />
      )
    }
  >
    <div className="handover__facts">
      {row.where && (
        <p>
          <bdi>{row.where}</bdi>
        </p>
      )}
      {row.who && (
        <p>
          Qui sait&nbsp;:{" "}
          <b>
            <bdi>{row.who}</bdi>
          </b>
        </p>
      )}
      {row.likePassword && (
        <p className="badge badge--failure">
          <Triangle />
          {HANDOVER_ITEM_SENTENCES.password}
        </p>
      )}
    </div>
  </ListRow>
);
