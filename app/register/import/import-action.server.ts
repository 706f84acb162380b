import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { COLUMN_NAMES, readColumns } from "#domain/members/import/columns.ts";
import { IMPORT_LIMITS, TABLE_SENTENCES } from "#domain/members/import/csv-table.ts";
import { importMembers, previewImport } from "#usecases/members/import-members.ts";
import { packFile, unpackFile } from "../packed-file.server.ts";

const FORM = {
  where: "register import",
  fields: ["intention", "since", "packed", ...COLUMN_NAMES],
  fileField: "file",
  choice: { field: "intention", among: ["read", "preview", "import"] },
};

export type ImportAnswer = FormAnswer<{ readonly preview?: ImportPreview }>;
const answer = (what: ImportAnswer, status = 200) => formResponse<ImportAnswer>(what, status);

/** Action of the import: reads a file, shows the preview again with other columns, or imports. */
export const importAction = (args: Args) =>
  handleForm(args, FORM, async ({ typed, file }) => {
    const { intention, since = "", packed = "" } = typed;
    const { context } = args;
    const isFirst = intention === "read";
    if (isFirst && !file) return answer({ errors: { file: TABLE_SENTENCES.missing } }, 400);
    const bytes = file?.bytes ?? (await unpackFile(packed, IMPORT_LIMITS.bytes));
    const choices = isFirst ? {} : { columns: readColumns(typed), since };
    const plan = await previewImport(context.get(servicesContext), bytes, choices);
    if (!plan.ok) return answer({ errors: { file: plan.reason } }, 400);
    const preview = previewOf(plan.value, isFirst ? await packFile(bytes) : packed);
    if (intention !== "import" || !preview.named) return answer({ preview });
    const { report } = context.get(siteContext);
    try {
      const by = actingPerson(context);
      const { count, finished } = await importMembers(context.get(servicesContext), plan.value.lines, by, report);
      const toast = count === 0 ? "register-import-same" : finished ? "register-imported" : "register-import-later";
      return redirectWithToast(context, "/registre", toast);
    } catch (error) {
      report(error, "register import");
      return answer({ failed: true, preview }, 503);
    }
  });

const SHOWN = 100;
const SAMPLE_MAX = 40;

type ImportPlan = Extract<Awaited<ReturnType<typeof previewImport>>, { ok: true }>["value"];
export type ImportPreview = ReturnType<typeof previewOf>;

function previewOf({ table, columns, since, named, lines }: ImportPlan, packed: string) {
  const shown = table.header.map((title, index) => ({
    ...{ name: COLUMN_NAMES[index] ?? "", field: columns[index] ?? null },
    title: title.slice(0, SAMPLE_MAX) || `Colonne ${index + 1}`,
    sample: table.rows.find(({ cells }) => cells[index])?.cells[index]?.slice(0, SAMPLE_MAX) ?? "",
  }));
  const groups = Map.groupBy(lines, ({ is }) => is);
  /** @param openTo the list is unfolded if it has at most so many lines */
  const list = (is: (typeof lines)[number]["is"], title: string, openTo = Number.POSITIVE_INFINITY) => {
    const found = groups.get(is) ?? [];
    const first = found.slice(0, SHOWN).map(({ number, name, detail }) => ({ number, name, detail }));
    return { title, first, count: found.length, open: found.length <= openTo };
  };
  const [changed, added] = [list("changed", "Changées"), list("new", "Nouvelles", 10)];
  const [refused, same] = [
    list("refused", "Refusées, donc pas importées"),
    list("same", "Déjà au registre, sans changement", 0),
  ];
  return {
    ...{ packed, since, named, columns: shown.filter(({ sample, field }) => sample || field) },
    ...{ count: changed.count + added.count, lists: [refused, changed, added, same] },
  };
}
