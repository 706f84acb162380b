import { dayInZurich, isDay } from "#domain/dates.ts";
import { type ImportField, matchColumns } from "#domain/members/import/columns.ts";
import { readTable } from "#domain/members/import/csv-table.ts";
import { importPlanner, type PlannedLine } from "#domain/members/import/plan.ts";
import type { Person } from "#domain/person.ts";
import { success } from "#domain/result.ts";
import { mapInTurns } from "#ports/let-requests-pass.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Writes nothing. A refusal is a French sentence.
 * @param choices the user's choices in the preview; empty before the first preview
 * @returns `named`: whether first and last name have a column. Otherwise, `lines` is empty.
 */
export async function previewImport(
  { register, clock }: Pick<Services, "register" | "clock">,
  bytes: Uint8Array,
  choices: { readonly columns?: readonly (ImportField | null)[]; readonly since?: string },
) {
  const read = readTable(bytes);
  if (!read.ok) return read;
  const table = read.value;
  const day = dayInZurich(clock.now());
  const { columns = matchColumns(table.header), since: typed = "" } = choices;
  const since = isDay(typed) && typed <= day ? typed : day;
  const named = columns.includes("firstName") && columns.includes("lastName");
  const plan = importPlanner(await register.list(), { columns, since, day });
  const lines = await mapInTurns(named ? table.rows : [], plan);
  return success({ table, columns, since, named, lines });
}

/**
 * Stores all lines in one transaction, and then writes the lines to the register. `finished`: false after an error. In
 * this case, the site continues later.
 */
export async function importMembers(
  { memberImports }: Pick<Services, "memberImports">,
  lines: readonly PlannedLine[],
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
