import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { readColumns } from "#domain/members/import/columns.ts";
import { TABLE_SENTENCES } from "#domain/members/import/csv-table.ts";
import { changesInWords, type PlannedLine } from "#domain/members/import/plan.ts";
import { type ImportPlan, importMembers, previewImport } from "#usecases/members/import-members.ts";
import { packFile, unpackFile } from "./import-file.server.ts";
import type { ImportAnswer, ImportPreview, ShownLines } from "./import-preview.tsx";

const FORM = {
  where: "register import",
  fields: ["intention", "since", "packed"],
  fileField: "file",
  listField: "column",
  choice: { field: "intention", among: ["read", "preview", "import"] },
};

const answer = (what: ImportAnswer, status = 200) => formResponse<ImportAnswer>(what, status);

/** Action of the import: reads a file, shows the preview again with other columns, or imports. */
export const importAction = (args: Args) =>
  handleForm(args, FORM, async ({ typed: { intention, since = "", packed = "" }, list, file }) => {
    const { context } = args;
    const services = context.get(servicesContext);
    const isFirst = intention === "read";
    if (isFirst && !file) return answer({ errors: { file: TABLE_SENTENCES.missing } }, 400);
    const bytes = file?.bytes ?? (await unpackFile(packed));
    const plan = await previewImport(services, bytes, isFirst ? {} : { columns: readColumns(list), since });
    if (!plan.ok) return answer({ errors: { file: plan.reason } }, 400);
    const preview = async () => previewOf(plan.value, isFirst ? await packFile(bytes) : packed);
    if (intention !== "import" || !plan.value.named) return answer({ preview: await preview() });
    const { report } = context.get(siteContext);
    try {
      const { count, finished } = await importMembers(services, plan.value, actingPerson(context), report);
      const toast = count === 0 ? "register-import-same" : finished ? "register-imported" : "register-import-later";
      return redirectWithToast(context, "/registre", toast);
    } catch (error) {
      report(error, "register import");
      return answer({ failed: true, preview: await preview() }, 503);
    }
  });

const SHOWN = 100;
const SAMPLE_MAX = 40;

function previewOf({ table, columns, since, named, lines }: ImportPlan, packed: string): ImportPreview {
  const of = (is: PlannedLine["is"]): ShownLines => {
    const found = lines.filter((line) => line.is === is);
    return { count: found.length, first: found.slice(0, SHOWN).map(shownLine) };
  };
  return {
    ...{ packed, since, named },
    columns: table.header.flatMap((title, index) => {
      const sample = table.rows.find(({ cells }) => cells[index])?.cells[index] ?? "";
      const field = columns[index] ?? null;
      return sample || field
        ? [{ index, title: title.slice(0, SAMPLE_MAX), sample: sample.slice(0, SAMPLE_MAX), field }]
        : [];
    }),
    ...{ added: of("new"), changed: of("changed"), same: of("same"), refused: of("refused") },
  };
}

function shownLine(line: PlannedLine) {
  const { number, name } = line;
  const detail =
    line.is === "refused" ? line.reason : line.is === "changed" ? changesInWords(line.member, line.before) : "";
  return { number, name, detail };
}
