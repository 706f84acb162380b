import { redirect } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { withErrorSentence } from "#app/ui/file-answer.server.ts";
import { dayInZurich } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { InboxSearch } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";
import { type Args, searchFrom } from "./inbox-list.server.ts";

const ERROR_SENTENCE = "L’export n’a pas pu être préparé. Réessayez dans un instant.";

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
  const { url, context } = args;
  const { search } = await searchFrom(args, type);
  const name = `${type}s` as const;
  return withErrorSentence(context, `${name} export`, ERROR_SENTENCE, async () => {
    if (await requirePassword(context))
      return redirect(`/confirmer?suite=${encodeURIComponent(url.pathname + url.search)}`);
    context.get(siteContext).record("export", context.get(accountContext)?.id ?? null, { what: name });
    const services = context.get(servicesContext);
    const day = dayInZurich(services.clock.now());
    return new Response(await exportCsv(services, search, actingPerson(context)), {
      headers: {
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": `attachment; filename="${name}-${day}.csv"`,
        "cache-control": "private, no-store",
      },
    });
  });
}
