import { dayInZurich, isDay } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { hasNameColumns, matchColumns } from "#domain/register/import/columns.ts";
import { type CsvReadingOptions, readCsvTable } from "#domain/register/import/csv-table.ts";
import type { SpreadsheetEpoch } from "#domain/register/import/dates.ts";
import { createImportPlanner, findDateFormats, type PlannedImportLine } from "#domain/register/import/plan.ts";
import type { ImportField } from "#domain/register/import/titles.ts";
import { success } from "#domain/result.ts";
import { mapInSlices, runInSlices } from "#ports/yield-to-event-loop.ts";
import type { Services } from "#usecases/services.ts";

/** The user's choices in the preview. Before the first preview, they are derived from the content of the file. */
export type ImportOptions = CsvReadingOptions & {
  readonly columns?: readonly (ImportField | null)[] | undefined;
  readonly since?: string | undefined;
  readonly order?: "day" | "month" | undefined;
  readonly epoch?: SpreadsheetEpoch | undefined;
};

/**
 * Previews an import, without writing anything. A refusal is a French sentence.
 * @returns `named`: whether first and last name have a column. Otherwise, `lines` is empty.
 */
export async function previewMemberImport(
  { register, clock }: Pick<Services, "register" | "clock">,
  bytes: Uint8Array,
  choices: ImportOptions,
) {
  const read = await runInSlices(readCsvTable(bytes, choices));
  if (!read.ok) return read;
  const table = read.value;
  const day = dayInZurich(clock.now());
  const { columns = matchColumns(table.header, table.samples), since: typed = "" } = choices;
  const since = isDay(typed) && typed <= day ? typed : day;
  const named = hasNameColumns(columns);
  const dates = await runInSlices(findDateFormats(table.rows, columns, choices));
  const { header, isDamaged } = table;
  const plan = createImportPlanner(await register.list(), { columns, header, since, day, dates, isDamaged });
  const lines = await mapInSlices(named ? table.rows : [], plan);
  return success({ table, columns, since, named, dates, lines, day });
}

/**
 * First stores all lines in one transaction, then writes them to the register. `finished`: false after an error. In
 * this case, a background job continues later.
 */
export async function importMembers(
  { memberImports }: Pick<Services, "memberImports">,
  lines: readonly PlannedImportLine[],
  by: Person | null,
  report: (error: unknown, where: string) => void,
): Promise<{ readonly count: number; readonly finished: boolean }> {
  const members = lines.flatMap(({ member }) => member ?? []);
  if (members.length > 0) await memberImports.keep(members, by);
  const finished = await memberImports.finish().then(
    () => true,
    (error: unknown) => report(error, "register import"),
  );
  return { count: members.length, finished: finished ?? false };
}
