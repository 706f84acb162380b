import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { Field, SelectField } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { packFile, unpackFile } from "#app/ui/form/packed-file.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { swissDay } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import { COLUMN_FIELD_NAMES, IMPORT_FIELD_LABELS, selectedColumnFields } from "#domain/register/import/columns.ts";
import { CSV_TABLE_SENTENCES, type CsvRow, IMPORT_LIMITS } from "#domain/register/import/csv-table.ts";
import { readImportedDate, type SpreadsheetEpoch } from "#domain/register/import/dates.ts";
import { CSV_ENCODINGS, isCsvEncoding } from "#domain/register/import/encoding.ts";
import type { PlannedImportLine } from "#domain/register/import/plan.ts";
import { type ImportOptions, importMembers, previewMemberImport } from "#usecases/register/import-members.ts";
import type { Route } from "./+types/import.ts";

export const handle: Handle = { help: "importer-une-liste", takesFile: true };

export const meta = privateMeta("Importer des membres", "Importer une liste de membres, après un aperçu.");

/**
 * Form fields, in addition to one per column. `readAs`: title row and encoding from which the page has read the
 * columns.
 */
const CHOICES = ["since", "head", "encoding", "order", "epoch", "readAs"];
const FORM = {
  where: "register import",
  fields: ["intention", "previewed", "packed", ...CHOICES, ...COLUMN_FIELD_NAMES],
  fileField: "file",
  choice: { field: "intention", among: ["read", "preview", "import"] },
};

/** `isOutdated`: the columns or the date changed after the preview, so nothing was imported. */
type ImportResult = FormResult<{ readonly preview?: ImportPreview; readonly isOutdated?: boolean }>;
const respond = (what: ImportResult, status = 200) => formResult<ImportResult>(what, status);

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, file, services, by }) => {
    const { intention, previewed, packed = "" } = typed;
    const { context } = args;
    const isFirst = intention === "read";
    if (isFirst && !file) return respond({ errors: { file: CSV_TABLE_SENTENCES.missing } }, 400);
    const bytes = file?.bytes ?? (await unpackFile(packed, IMPORT_LIMITS.bytes));
    const choices = isFirst ? {} : choicesOf(typed);
    const plan = await previewMemberImport(services, bytes, choices);
    if (!plan.ok) return respond({ errors: { file: plan.reason } }, 400);
    const preview = previewOf(plan.value, choices, isFirst ? await packFile(bytes) : packed);
    const isOutdated = intention === "import" && previewed !== preview.previewed;
    if (intention !== "import" || !preview.named || isOutdated) return respond({ preview, isOutdated });
    const { report } = context.get(siteContext);
    try {
      const { count, finished } = await importMembers(services, plan.value.lines, by, report);
      return redirectWithToast(context, "/registre", toastOf(count, finished));
    } catch (error) {
      report(error, "register import");
      return respond({ failed: true, preview }, 503);
    }
  });

function toastOf(count: number, isFinished: boolean) {
  if (count === 0) return "register-import-same";
  return isFinished ? "register-imported" : "register-import-later";
}

/** If the title row or the encoding changes, the columns change too, so the site recognises them again. */
function choicesOf({ since, head, encoding, order, epoch, readAs, ...typed }: TypedValues): ImportOptions {
  const isSame = readAs === undefined || readAs === `${head} ${encoding}`;
  return {
    since,
    head: head && /^\d{1,5}$/.test(head) ? Number(head) : undefined,
    encoding: isCsvEncoding(encoding) ? encoding : undefined,
    order: order === "day" || order === "month" ? order : undefined,
    epoch: epoch === "1904" ? epoch : undefined,
    columns: isSame ? selectedColumnFields(typed) : undefined,
  };
}

const SHOWN = 100;
const SAMPLE_MAX = 40;
const short = (text: string) => text.slice(0, SAMPLE_MAX);
const LISTS: {
  readonly title: string;
  readonly has: (line: PlannedImportLine) => boolean;
  readonly openTo: number;
  readonly detail?: (line: PlannedImportLine) => string;
}[] = [
  { title: "Refusées, donc pas importées", has: ({ is }) => is === "refused", openTo: Number.POSITIVE_INFINITY },
  {
    title: "À vérifier",
    has: ({ doubts }) => doubts.length > 0,
    openTo: Number.POSITIVE_INFINITY,
    detail: ({ doubts }) => doubts.join(", "),
  },
  { title: "Changées", has: ({ is }) => is === "changed", openTo: Number.POSITIVE_INFINITY },
  { title: "Nouvelles", has: ({ is }) => is === "new", openTo: 10 },
  { title: "Déjà au registre, sans changement", has: ({ is }) => is === "same", openTo: 0 },
];

const isAboutNote = (doubt: string) => doubt.startsWith("dans la note");

/**
 * Lists lines with a question first, before the many lines that only put a phone number into the note: the page shows
 * `SHOWN` lines.
 */
const asksNothing = ({ doubts }: PlannedImportLine) => doubts.every(isAboutNote);

type ImportPlan = Extract<Awaited<ReturnType<typeof previewMemberImport>>, { ok: true }>["value"];
type ImportPreview = ReturnType<typeof previewOf>;

function previewOf(plan: ImportPlan, { order, epoch = "1900" }: ImportOptions, packed: string) {
  const { table, columns, since, named, lines } = plan;
  const all = table.header.map((title, index) => ({
    name: COLUMN_FIELD_NAMES[index] ?? "",
    field: columns[index] ?? null,
    title: short(title) || `Colonne ${index + 1}`,
    sample: short(table.samples[index] ?? ""),
  }));
  const filled = all.filter(({ sample, field }) => sample || field);
  const lists = LISTS.map(({ title, has, openTo, detail = (line) => line.detail }) => {
    const found = lines.filter(has).toSorted((a, b) => Number(asksNothing(a)) - Number(asksNothing(b)));
    const first = found.slice(0, SHOWN).map((line) => ({ number: line.number, name: line.name, detail: detail(line) }));
    return { title, first, count: found.length, open: found.length <= openTo };
  });
  const readAs = `${table.head} ${table.encoding}`;
  return {
    packed,
    since,
    named,
    readAs,
    /** The choices with which this preview was made. If the form has changed since, « Importer » imports nothing. */
    previewed: [since, readAs, order, epoch, ...all.map(({ field }) => field)].join(" "),
    columns: filled.filter(({ field }) => field),
    leftAside: filled.filter(({ field }) => !field),
    reading: readingOf(plan, order ?? "", epoch),
    count: lines.filter(({ member }) => member).length,
    lists,
  };
}

const TOP_SHOWN = 20;
const ACCENTS_SHOWN = 8;
const NAME_FIELDS = ["firstName", "lastName", "fullName", "lastNameFirst"] as const;

/** Shows how the site has read the file, and what else the user may choose. */
function readingOf(
  { table, columns, dates, lines, day }: ImportPlan,
  order: "day" | "month" | "",
  epoch: SpreadsheetEpoch,
) {
  const { head, top, rows, encoding, isDamaged } = table;
  const labelOf = (field: string) => IMPORT_FIELD_LABELS[field as keyof typeof dates.orders];
  const monthFirst = Object.entries(dates.monthFirst).map(([field, text]) => {
    const { [field as keyof typeof dates.orders]: orders } = dates.orders;
    return { label: labelOf(field), text: short(text), read: swissDay(readImportedDate(text, day, { orders }) ?? "") };
  });
  const mixed = Object.entries(dates.orders).filter(([, { dots, others }]) => dots === "mixed" || others === "mixed");
  const accents = accented(
    rows,
    NAME_FIELDS.map((field) => columns.indexOf(field)),
  );
  return {
    head,
    tops: top.slice(0, TOP_SHOWN).map(({ number, cells }) => ({
      number,
      text: short(cells.filter(Boolean).slice(0, 4).join(", ")),
    })),
    encoding,
    isDamaged,
    accents:
      accents.length > 0
        ? accents
        : accented(
            rows,
            [...columns.keys()].filter((column) => columns[column] !== "inGroupChat"),
          ),
    order,
    monthFirst,
    mixed: mixed.map(([field]) => labelOf(field)),
    epoch,
    serial: short(dates.serial),
    serialDay: dates.serial && swissDay(readImportedDate(dates.serial, day, { epoch: dates.epoch }) ?? ""),
    hasNotes: lines.some(({ doubts }) => doubts.some(isAboutNote)),
    splitName: short(table.samples[columns.indexOf("lastNameFirst")] ?? ""),
  };
}

/** Number of rows in which the page looks for accents. */
const ROWS_SEARCHED = 1000;

/** The first texts with letters that depend on the encoding. */
function accented(rows: readonly CsvRow[], among: readonly number[]): string[] {
  const found = new Set<string>();
  for (const { cells } of rows.slice(0, ROWS_SEARCHED))
    for (const column of among) {
      const cell = cells[column] ?? "";
      if (!/[^ -~\s]/.test(cell)) continue;
      found.add(short(cell));
      if (found.size === ACCENTS_SHOWN) return [...found];
    }
  return [...found];
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const { preview, isOutdated = false, errors, failed }: ImportResult = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <Screen style="vigne" title="Importer des membres" className="member" failed={failed && "Rien n’a été importé."}>
      {preview ? (
        <Preview preview={preview} isOutdated={isOutdated} busy={busy} />
      ) : (
        <CheckedForm className="form" action="/registre/importer" encType="multipart/form-data" errors={errors}>
          <p>
            Une liste d’Excel, de ClubDesk, de hitobito, ou faite à la main. Une ligne contient les titres des
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
  const { packed, since, named, previewed, readAs, columns, leftAside, reading, count, lists } = preview;
  return (
    <Form method="post" action="/registre/importer" preventScrollReset={!named}>
      <div className="form">
        {!named && (
          <p className="field__error" role="alert">
            Indiquez quelle colonne contient le prénom, et laquelle le nom.
          </p>
        )}
        <Reading {...reading} />
        {leftAside.length > 0 && (
          <details className="more" open={leftAside.length <= UNFOLDED}>
            <summary>
              <b>{leftAsideInFrench(leftAside)}</b>
            </summary>
            <Columns columns={leftAside} />
          </details>
        )}
        <details className="more" open={!named}>
          <summary>
            <b>Colonnes et lecture de la liste</b>
          </summary>
          <Columns columns={columns}>
            <Field name="since" type="date" label="Membre depuis, si la liste ne le dit pas" defaultValue={since} />
            <ReadingChoices {...reading} />
          </Columns>
        </details>
        <p>
          <button className="btn btn--small btn--neige" type="submit" name="intention" value="preview" disabled={busy}>
            Refaire l’aperçu
          </button>
        </p>
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
            Les colonnes ou la lecture ont changé&nbsp;: voici le nouvel aperçu. Rien n’est encore importé.
          </p>
        )}
      </div>
      <StickySubmitBar>
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
      </StickySubmitBar>
      <input type="hidden" name="previewed" value={previewed} />
      <input type="hidden" name="readAs" value={readAs} />
      {/* The longest field comes last: without a session, the site reads only the start of a form. */}
      <input type="hidden" name="packed" value={packed} />
    </Form>
  );
}

const TITLES_NAMED = 10;
/** If more fields are left aside, they are collapsed, because they would hide the preview. */
const UNFOLDED = 30;

function leftAsideInFrench(columns: ImportPreview["columns"]): string {
  const many = columns.length > 1;
  const titles = columns.slice(0, TITLES_NAMED).map(({ title }) => `«\u00a0${title}\u00a0»`);
  const others = columns.length > TITLES_NAMED ? ["…"] : [];
  const counted = `${columns.length} colonne${many ? "s laissées" : " laissée"} de côté`;
  return `${counted}\u00a0: ${[...titles, ...others].join(", ")}`;
}

function Reading(reading: ImportPreview["reading"]) {
  const { head, accents, isDamaged, monthFirst, mixed, serial, serialDay, hasNotes, splitName } = reading;
  const sentences = [
    head > 1 && `Les titres des colonnes sont à la ligne ${head}.`,
    head === 0 && "La liste est lue sans ligne de titres.",
    accents.length > 0 && `Les accents sont-ils justes\u00a0? ${accents.join(", ")}`,
    isDamaged && "Ce fichier a des lettres illisibles\u00a0: leurs lignes sont refusées.",
    ...monthFirst.map(
      ({ label, text, read }) =>
        `${label}\u00a0: le mois est écrit d’abord, à l’américaine. «\u00a0${text}\u00a0» est lu ${read}.`,
    ),
    mixed.length > 0 &&
      `${mixed.join(", ")}\u00a0: des dates avec le jour et d’autres avec le mois d’abord. Choisissez l’ordre.`,
    serial && `Des dates sont des nombres de jours\u00a0: «\u00a0${serial}\u00a0» est lu ${serialDay}.`,
    splitName && `Le nom et le prénom sont dans une colonne, le nom d’abord\u00a0: «\u00a0${splitName}\u00a0».`,
    hasNotes && "Le portable devient le téléphone. Les autres numéros et e-mails vont dans la note.",
  ].filter((sentence) => typeof sentence === "string" && sentence !== "");
  if (sentences.length === 0) return null;
  return (
    <ul className="member__list">
      {sentences.map((sentence) => (
        <li key={String(sentence)}>
          <bdi>{sentence}</bdi>
        </li>
      ))}
    </ul>
  );
}

function ReadingChoices({
  head,
  tops,
  encoding,
  accents,
  order,
  monthFirst,
  mixed,
  serial,
  epoch,
}: ImportPreview["reading"]) {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  const { "utf-16le": _little, "utf-16be": _big, ...encodings } = CSV_ENCODINGS;
  const rows = tops.map(({ number, text }) => [number, `Ligne ${number}\u00a0: ${text}`]);
  return (
    <>
      <SelectField
        name="head"
        label="Ligne des titres"
        defaultValue={head}
        choices={{ ...Object.fromEntries(rows), "0": "Aucune ligne de titres" }}
      />
      {isWide || accents.length === 0 ? (
        <input type="hidden" name="encoding" value={encoding} />
      ) : (
        <SelectField name="encoding" label="Accents enregistrés par" defaultValue={encoding} choices={encodings} />
      )}
      {(order || monthFirst.length > 0 || mixed.length > 0) && (
        <SelectField
          name="order"
          label="Ordre des dates"
          defaultValue={order}
          choices={{
            "": "Comme trouvé dans la liste",
            day: "Jour d’abord\u00a0: 05/08 est le 5 août",
            month: "Mois d’abord\u00a0: 05/08 est le 8 mai",
          }}
        />
      )}
      {serial && (
        <SelectField
          name="epoch"
          label="Nombres de jours"
          defaultValue={epoch}
          choices={{ "1900": "Comptés dès 1900", "1904": "Comptés dès 1904 (ancien Mac)" }}
        />
      )}
    </>
  );
}

const Columns = ({ columns, children }: { columns: ImportPreview["columns"]; children?: ReactNode }) => (
  <div className="import__columns">
    {columns.map(({ name, title, sample, field }) => (
      <SelectField
        key={name}
        name={name}
        label={<bdi>{title}</bdi>}
        defaultValue={field ?? ""}
        hint={sample ? <bdi>{sample}</bdi> : "vide"}
        choices={{ "": "Laisser de côté", ...IMPORT_FIELD_LABELS }}
      />
    ))}
    {children}
  </div>
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
