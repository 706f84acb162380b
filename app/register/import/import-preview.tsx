import { Form, Link, useNavigation } from "react-router";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { IMPORT_LABELS } from "#domain/members/import/columns.ts";
import type { ImportPreview } from "./import-action.server.ts";

export function ImportPreviewForm({ preview }: { preview: ImportPreview }) {
  const { packed, since, named, columns, added, changed, same, refused } = preview;
  const busy = useNavigation().state !== "idle";
  const count = added.count + changed.count;
  const others = columns.filter(({ field }) => field === null);
  return (
    <Form className="form" method="post" action="/registre/importer" preventScrollReset={!named}>
      <section aria-labelledby="colonnes">
        <h2 id="colonnes">Colonnes</h2>
        {!named && (
          <p className="field__error" role="alert">
            Indiquez quelle colonne contient le prénom, et laquelle le nom.
          </p>
        )}
        <Columns columns={columns.filter(({ field }) => field !== null)} />
        {others.length > 0 && (
          <details className="more" open={!named}>
            <summary>
              <b>Colonnes laissées de côté&nbsp;: {others.length}</b>
            </summary>
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
            Importer {count} {count > 1 ? "personnes" : "personne"}
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

const Columns = ({ columns }: Pick<ImportPreview, "columns">) => (
  <div className="import__columns">
    {columns.map(({ name, title, sample, field }) => (
      <div key={name}>
        <SelectField name={name} label={<bdi>{title}</bdi>} defaultValue={field ?? ""} describedBy={`${name}-exemple`}>
          <option value="">Laisser de côté</option>
          {Object.entries(IMPORT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <p className="field__hint" id={`${name}-exemple`}>
          {sample ? <bdi>{sample}</bdi> : "vide"}
        </p>
      </div>
    ))}
  </div>
);

type LinesProps = { title: string; lines: ImportPreview["added"]; open?: boolean };

const Lines = ({ title, lines: { count, first }, open = false }: LinesProps) =>
  count > 0 && (
    <details className="more" open={open}>
      <summary>
        <b>
          {title}&nbsp;: {count}
        </b>
      </summary>
      <ul className="member__list">
        {first.map(({ number, name, detail }) => (
          <li key={number}>
            Ligne {number}
            {name && ", "}
            <bdi>{name}</bdi>
            {detail && <bdi> – {detail}</bdi>}
          </li>
        ))}
        {count > first.length && <li>et {count - first.length} autres</li>}
      </ul>
    </details>
  );
