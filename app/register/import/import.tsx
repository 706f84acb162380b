import { Form, useNavigation } from "react-router";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useKeptFocus } from "#app/ui/kept-focus.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { IMPORT_LABELS } from "#domain/members/import/columns.ts";
import type { Route } from "./+types/import.ts";
import { type ImportAnswer, type ImportPreview, importAction } from "./import-action.server.ts";

export const handle: Handle = { takesFile: true };

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Importer des membres", "Importer une liste de membres, après un aperçu.", args);

export const action = (args: Route.ActionArgs) => importAction(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function ImportPage({ actionData }: Route.ComponentProps) {
  useKeptFocus();
  const { preview, errors, failed }: ImportAnswer = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <Screen style="vigne" title="Importer des membres" className="member" failed={failed && "Rien n’a été importé."}>
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
            <SubmitButton className="btn btn--brique" disabled={busy} label="Voir l’aperçu" />
            <StrongLink to="/registre">Annuler</StrongLink>
          </div>
        </CheckedForm>
      )}
    </Screen>
  );
}

function Preview({ preview, busy }: { preview: ImportPreview; busy: boolean }) {
  const { packed, since, named, columns, count, lists } = preview;
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
          {lists.map((list) => (
            <Lines key={list.title} {...list} />
          ))}
        </section>
      )}
      <p className="row">
        {count > 0 && (
          <button className="btn btn--brique" type="submit" name="intention" value="import" disabled={busy}>
            Importer {count} {count > 1 ? "personnes" : "personne"}
          </button>
        )}
        {named && count === 0 && <b>Il n’y a rien à importer.</b>}
        <StrongLink to="/registre/importer" reloadDocument>
          Autre fichier
        </StrongLink>
        <StrongLink to="/registre">Annuler</StrongLink>
      </p>
      {/* Last, because only the start of a form is read when it is sent after the session ended. */}
      <input type="hidden" name="packed" value={packed} />
    </Form>
  );
}

const Column = ({ name, title, sample, field }: ImportPreview["columns"][number]) => (
  <SelectField
    {...{ name, label: <bdi>{title}</bdi>, defaultValue: field ?? "", hint: sample ? <bdi>{sample}</bdi> : "vide" }}
    choices={{ "": "Laisser de côté", ...IMPORT_LABELS }}
  />
);

const Lines = ({ title, count, first, open }: ImportPreview["lists"][number]) =>
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
