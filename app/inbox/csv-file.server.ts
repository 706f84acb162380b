import { servicesContext } from "#app/contexts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { exportCsvFile } from "#app/session/export-file.server.ts";
import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { InboxSearch } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";
import { type Args, searchFrom } from "./inbox-list.server.ts";

type ExportCsv<Type extends SubmissionType> = (
  services: Services,
  search: InboxSearch<Type>,
  by: Person | null,
) => Promise<string>;

/** Responds with a CSV download, or redirects to the page that asks for the password first. */
export async function csvFile<Type extends SubmissionType>(
  args: Args,
  type: Type,
  exportCsv: ExportCsv<Type>,
): Promise<Response> {
  const { context } = args;
  const { search } = await searchFrom(args, type);
  return exportCsvFile(args, `${type}s`, () => exportCsv(context.get(servicesContext), search, actingPerson(context)));
}
