import { Form, Link, useNavigation } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { IMPORT_LABELS } from "#domain/members/import/columns.ts";
import type { Route } from "./+types/import.ts";
import { type ImportAnswer, type ImportPreview, importAction } from "./import-action.server.ts";

export const handle: Handle = { takesFile: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Importer des membres", "Importer une liste de membres, après un aperçu.", args);

export const action = (args: Route.ActionArgs) => importAction(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const { preview, errors, failed }: ImportAnswer = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Importer des membres" />
      <div className="page-frame member">
        {failed && (
          <ErrorNotice title="Rien n’a été importé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        {preview ? (
          <Preview preview={preview} busy={busy} />
        ) : (
          <CheckedForm className="form" action="/registre/importer" encType="multipart/form-data" errors={errors}>
            <p>
              Une liste d’Excel, de ClubDesk, de hitobito, ou faite à la main. La première ligne contient les titres des
              colonnes&nbsp;: Prénom, Nom, Date de naissance&nbsp;… Vous verrez d’abord un aperçu.
            </p>
            <input type="hidden" name="intention" value="read" />
            <Field name="file" type="file" label="Fichier CSV" accept=".csv,.txt,text/csv,text/plain" />
            <div className="row">
              <button className="btn btn--brique" type="submit" disabled={busy}>
                Voir l’aperçu
              </button>
              <Link className="strong-link" to="/registre">
                Annuler
              </Link>
            </div>
          </CheckedForm>
        )}
      </div>
    </main>
  );
}

function Preview({ preview, busy }: { preview: ImportPreview; busy: boolean }) {
  const { packed, since, named, columns, added, changed, same, refused } = preview;
  const count = added.count + changed.count;
  return (
    <Form className="form" method="post" action="/registre/importer" preventScrollReset={!named}>
      {!named && (
        <p className="field__error" role="alert">
          Indiquez quelle colonne contient le prénom, et laquelle le nom.
        </p>
      )}
      <details className="more" open={!named}>
        <summary>
          <b>Colonnes</b>
        </summary>
        <div className="import__columns">
          {columns.map((column) => (
            <Column key={column.name} {...column} />
          ))}
          <Field name="since" type="date" label="Membre depuis, si la liste ne le dit pas" defaultValue={since} />
        </div>
        <button className="btn btn--small btn--neige" type="submit" name="intention" value="preview" disabled={busy}>
          Refaire l’aperçu
        </button>
      </details>
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
        {count > 0 && (
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

const Column = ({ name, title, sample, field }: ImportPreview["columns"][number]) => (
  <div>
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
