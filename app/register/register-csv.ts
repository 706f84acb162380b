import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { exportCsvFile } from "#app/session/export-file.server.ts";
import { searchWordsOfListQuery } from "#app/session/search.server.ts";
import { readListQuery } from "#app/ui/list/list-query.ts";
import { dayInZurich } from "#domain/dates.ts";
import { MEMBER_FILTERS } from "#domain/register/member.ts";
import { exportMembers } from "#usecases/register/export-members.ts";
import type { Route } from "./+types/register-csv.ts";
import { registerListUrl } from "./register-url.ts";

export const handle: Handle = { costly: true, offeredOn: "/registre" };

export async function loader(args: Route.LoaderArgs) {
  const { url, context } = args;
  const query = readListQuery(url.searchParams, MEMBER_FILTERS);
  const search = {
    text: await searchWordsOfListQuery(args, query, registerListUrl),
    filter: query.filter,
    day: dayInZurich(context.get(servicesContext).clock.now()),
  };
  return exportCsvFile(args, "membres", (services, by) => exportMembers(services, search, by));
}
