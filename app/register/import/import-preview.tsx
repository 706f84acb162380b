import { Form, Link, useNavigation } from "react-router";
import { Field } from "#app/ui/form/field.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { IMPORT_LABELS, type ImportField } from "#domain/members/import/columns.ts";

export type ImportAnswer = FormAnswer<{ readonly preview?: ImportPreview }>;

type ShownLine = { readonly number: number; readonly name: string; readonly detail: string };
/** The count of all lines, and the first of them. */
export type ShownLines = { readonly count: number; readonly first: readonly ShownLine[] };

type ImportColumn = {
  readonly index: number;
  readonly title: string;
  /** The first text in the column. */
  readonly sample: string;
  readonly field: ImportField | null;
};

export type ImportPreview = {
  /** The file, for the next request. */
  readonly packed: string;
  readonly since: string;
  readonly named: boolean;
  readonly columns: readonly ImportColumn[];
  readonly added: ShownLines;
  readonly changed: ShownLines;
  readonly same: ShownLines;
  readonly refused: ShownLines;
};

const people = (count: number) => `${count} ${count > 1 ? "personnes" : "personne"}`;

export function ImportPreviewForm({ preview }: { preview: ImportPreview }) {
  const { packed, since, named, columns, added, changed, same, refused } = preview;
  const busy = useNavigation().state !== "idle";
  const count = added.count + changed.count;
  const others = columns.filter(({ field }) => field === null);
  return (
    <Form className="form import" method="post" action="/registre/importer" preventScrollReset={!named}>
      <section aria-labelledby="colonnes">
        <h2 id="colonnes">Colonnes</h2>
        {!named && (
          <p className="field__error" role="alert">
            Indiquez quelle colonne contient le prénom, et laquelle le nom.
          </p>
        )}
        <Columns columns={columns.filter(({ field }) => field !== null)} />
        {others.length > 0 && (
          <details className="member__fold" open={!named}>
            <summary>Colonnes laissées de côté&nbsp;: {others.length}</summary>
            <Columns columns={others} />
          </details>
        )}
        <Field name="since" type="date" label="Membre depuis, si la liste ne le dit pas" defaultValue={since} />
        <button className="btn btn--small btn--neige" type="submit" name="intention" value="preview" disabled={busy}>
          Refaire l’aperçu
        </button>
      </section>
      {named && (
        <section aria-labelledby="apercu">
          <h2 id="apercu">Aperçu</h2>
          <p>Rien n’est encore enregistré. Personne n’est jamais supprimé, et une case vide ne change rien.</p>
          <Lines title="Refusées, donc pas importées" lines={refused} open />
          <Lines title="Changées" lines={changed} open />
          <Lines title="Nouvelles" lines={added} open={added.count <= 10} />
          <Lines title="Déjà au registre, sans changement" lines={same} />
        </section>
      )}
      <p className="row">
        {named && count > 0 && (
          <button className="btn btn--brique" type="submit" name="intention" value="import" disabled={busy}>
            Importer {people(count)}
          </button>
        )}
        {named && count === 0 && <b>Il n’y a rien à importer.</b>}
        <Link className="strong-link" to="/registre/importer" reloadDocument>
          Autre fichier
        </Link>
        <Link className="strong-link" to="/registre">
          Annuler
        </Link>
      </p>
      {/* Last, because only the start of a form is read when the session has ended. */}
      <input type="hidden" name="packed" value={packed} />
    </Form>
  );
}

const Columns = ({ columns }: { columns: readonly ImportColumn[] }) => (
  <div className="import__columns">
    {columns.map(({ index, title, sample, field }) => (
      <ColumnField key={index} {...{ index, title, sample, field }} />
    ))}
  </div>
);

function ColumnField({ index, title, sample, field }: ImportColumn) {
  const id = `column-${index}`;
  return (
    <div className="field">
      <label htmlFor={id}>
        <bdi>{title || `Colonne ${index + 1}`}</bdi>
      </label>
      <select id={id} name="column" defaultValue={`${index} ${field ?? ""}`} aria-describedby={`${id}-aide`}>
        <option value={`${index} `}>Laisser de côté</option>
        {Object.entries(IMPORT_LABELS).map(([name, label]) => (
          <option key={name} value={`${index} ${name}`}>
            {label}
          </option>
        ))}
      </select>
      <p className="field__hint" id={`${id}-aide`}>
        {sample ? <bdi>{sample}</bdi> : "vide"}
      </p>
    </div>
  );
}

const Lines = ({ title, lines, open = false }: { title: string; lines: ShownLines; open?: boolean }) =>
  lines.count > 0 && (
    <details className="member__fold" open={open}>
      <summary>
        {title}&nbsp;: {lines.count}
      </summary>
      <ul className="member__list">
        {lines.first.map(({ number, name, detail }) => (
          <li key={number}>
            Ligne {number}
            {name && (
              <>
                , <bdi>{name}</bdi>
              </>
            )}
            {detail && <bdi> – {detail}</bdi>}
          </li>
        ))}
        {lines.count > lines.first.length && <li>et {lines.count - lines.first.length} autres</li>}
      </ul>
    </details>
  );
