import { Form, useNavigation } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { COLUMN_NAMES, IMPORT_LABELS, readColumns } from "#domain/members/import/columns.ts";
import { IMPORT_LIMITS, TABLE_SENTENCES } from "#domain/members/import/csv-table.ts";
import { importMembers, previewImport } from "#usecases/members/import-members.ts";
import { packFile, unpackFile } from "../packed-file.server.ts";
import type { Route } from "./+types/import.ts";

export const handle: Handle = { takesFile: true };

export const meta = privateMeta("Importer des membres", "Importer une liste de membres, après un aperçu.");

const FORM = {
  where: "register import",
  fields: ["intention", "since", "previewed", "packed", ...COLUMN_NAMES],
  fileField: "file",
  choice: { field: "intention", among: ["read", "preview", "import"] },
};

/** `isOutdated`: the columns or the date changed after the preview, so nothing was imported. */
type ImportAnswer = FormAnswer<{ readonly preview?: ImportPreview; readonly isOutdated?: boolean }>;
const answer = (what: ImportAnswer, status = 200) => formResponse<ImportAnswer>(what, status);

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, file, services, by }) => {
    const { intention, since = "", previewed, packed = "" } = typed;
    const { context } = args;
    const isFirst = intention === "read";
    if (isFirst && !file) return answer({ errors: { file: TABLE_SENTENCES.missing } }, 400);
    const bytes = file?.bytes ?? (await unpackFile(packed, IMPORT_LIMITS.bytes));
    const choices = isFirst ? {} : { columns: readColumns(typed), since };
    const plan = await previewImport(services, bytes, choices);
    if (!plan.ok) return answer({ errors: { file: plan.reason } }, 400);
    const preview = previewOf(plan.value, isFirst ? await packFile(bytes) : packed);
    const isOutdated = intention === "import" && previewed !== preview.previewed;
    if (intention !== "import" || !preview.named || isOutdated) return answer({ preview, isOutdated });
    const { report } = context.get(siteContext);
    try {
      const { count, finished } = await importMembers(services, plan.value.lines, by, report);
      const toast = count === 0 ? "register-import-same" : finished ? "register-imported" : "register-import-later";
      return redirectWithToast(context, "/registre", toast);
    } catch (error) {
      report(error, "register import");
      return answer({ failed: true, preview }, 503);
    }
  });

const SHOWN = 100;
const SAMPLE_MAX = 40;
const LISTS = [
  { is: "refused", title: "Refusées, donc pas importées", openTo: Number.POSITIVE_INFINITY },
  { is: "changed", title: "Changées", openTo: Number.POSITIVE_INFINITY },
  { is: "new", title: "Nouvelles", openTo: 10 },
  { is: "same", title: "Déjà au registre, sans changement", openTo: 0 },
];

type ImportPlan = Extract<Awaited<ReturnType<typeof previewImport>>, { ok: true }>["value"];
type ImportPreview = ReturnType<typeof previewOf>;

function previewOf({ table, columns, since, named, lines }: ImportPlan, packed: string) {
  const shown = table.header.map((title, index) => ({
    ...{ name: COLUMN_NAMES[index] ?? "", field: columns[index] ?? null },
    title: title.slice(0, SAMPLE_MAX) || `Colonne ${index + 1}`,
    sample: table.rows.find(({ cells }) => cells[index])?.cells[index]?.slice(0, SAMPLE_MAX) ?? "",
  }));
  const lists = LISTS.map(({ is, title, openTo }) => {
    const found = lines.filter((line) => line.is === is);
    const first = found.slice(0, SHOWN).map(({ number, name, detail }) => ({ number, name, detail }));
    return { title, first, count: found.length, open: found.length <= openTo };
  });
  return {
    ...{ packed, since, named },
    /** Date and columns of this preview. If the form has changed, « Importer » imports nothing. */
    previewed: [since, ...columns.map((field, index) => field && `${index}:${field}`)].filter(Boolean).join(" "),
    ...{ columns: shown.filter(({ sample, field }) => sample || field) },
    ...{ count: lines.filter(({ member }) => member).length, lists },
  };
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const { preview, isOutdated = false, errors, failed }: ImportAnswer = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <Screen style="vigne" title="Importer des membres" className="member" failed={failed && "Rien n’a été importé."}>
      {preview ? (
        <Preview {...{ preview, isOutdated, busy }} />
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

function Preview({ preview, isOutdated, busy }: { preview: ImportPreview; isOutdated: boolean; busy: boolean }) {
  const { packed, since, named, previewed, columns, count, lists } = preview;
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
      {isOutdated && (
        <p className="field__error" role="alert">
          Les colonnes ou la date ont changé&nbsp;: voici le nouvel aperçu. Rien n’est encore importé.
        </p>
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
      <input type="hidden" name="previewed" value={previewed} />
      {/* The longest field comes last: without a session, the site reads only the start of a form. */}
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
