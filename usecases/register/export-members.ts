import type { Person } from "#domain/person.ts";
import { fieldForExport } from "#domain/register/import/plan.ts";
import { MEMBER_FIELDS, MEMBER_LABELS } from "#domain/register/member.ts";
import { filterMembers, type MemberSearch } from "#domain/register/member-list.ts";
import { writeCsv } from "#domain/text/csv.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

/** The import (domain/register/import) must be able to read the exported columns. */
export async function exportMembers(
  services: JournalServices & Pick<Services, "register">,
  search: MemberSearch,
  by: Person | null,
): Promise<string> {
  await addJournalEntry(services, by, { action: "exported", subject: "register" });
  const members = await runInSlices(filterMembers(await services.register.list(), search));
  function* lines() {
    yield MEMBER_FIELDS.map((field) => MEMBER_LABELS[field]);
    for (const member of members) yield MEMBER_FIELDS.map((field) => fieldForExport(field, member[field]));
  }
  return runInSlices(writeCsv(lines()));
}
