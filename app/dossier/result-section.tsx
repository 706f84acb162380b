import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import type { ResultTableView, ResultView } from "./result-view.server.ts";

/** HTML id of the section. */
export const RESULT_ID = "resultat";

/** The result on the page of a dossier. All its forms lead to the page of the result (edit-result.tsx). */
export function ResultSection({ view }: { view: ResultView }) {
  const { table, closedOn, page, history, last } = view;
  const isEmpty = table.rows.length === 0;
  return (
    <section className="result" id={RESULT_ID} aria-labelledby="titre-resultat">
      <h2 id="titre-resultat">Résultat</h2>
      <div className="result__tables">
        {isEmpty ? (
          <p>Rien n’est noté pour l’instant.</p>
        ) : (
          <ResultTable caption={last ? "Cette fois" : null} table={table} />
        )}
        {last && <ResultTable caption={last.title} table={last.table} isLast />}
      </div>
      {closedOn && <p>Bouclé le {closedOn}&nbsp;: tout changement est une correction, datée.</p>}
      <div className="row">
        <StrongLink to={page}>{linkText(view)}</StrongLink>
        {!closedOn && !isEmpty && <CloseResult {...view} />}
        {view.canReopen && <ReopenResult {...view} />}
        {history && <StrongLink to={history}>Historique du résultat</StrongLink>}
      </div>
    </section>
  );
}

function linkText({ closedOn, table }: ResultView): string {
  if (closedOn) return "Ajouter une correction";
  return table.rows.length === 0 ? "Noter le résultat" : "Modifier le résultat";
}

type TableProps = { caption: string | null; table: ResultTableView; isLast?: boolean };

export const ResultTable = ({ caption, table: { rows, sum }, isLast }: TableProps) => (
  <table className={isLast ? "result__table result__table--last" : "result__table"}>
    {caption && (
      <caption>
        <bdi>{caption}</bdi>
      </caption>
    )}
    <thead className="sr-only">
      <tr>
        <th scope="col">Quoi</th>
        <th scope="col">Francs</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, amount, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and two may be the same
        <tr key={index}>
          <th scope="row">
            <bdi>{label}</bdi>
            {note && <span className="result__note"> {note}</span>}
          </th>
          <td>{amount}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{sum.label}</th>
        <td>{sum.amount}</td>
      </tr>
    </tfoot>
  </table>
);

const CloseResult = ({ page, version, name, table: { sum } }: ResultView) => (
  <ConfirmButton
    dialogId="boucler-resultat"
    verb="Boucler"
    icon={null}
    name={`le résultat\u00a0: ${name}`}
    question="Boucler ce résultat&nbsp;?"
    fields={{ intention: "close", version }}
    action={page}
  >
    <p>
      <b>
        {sum.label}&nbsp;: {sum.amount}
      </b>
    </p>
    <p>
      Les lignes ne changent plus&nbsp;: ce qui vient après devient une correction, datée. On peut encore le rouvrir
      jusqu’à ce soir, tant que personne n’a corrigé.
    </p>
  </ConfirmButton>
);

const ReopenResult = ({ page, name }: ResultView) => (
  <ActionButton className="btn btn--small btn--neige" action={page} intention="reopen">
    Rouvrir<span className="sr-only"> le résultat&nbsp;: {name}</span>
  </ActionButton>
);
