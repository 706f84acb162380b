import { redirect } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { pdfAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { isDay } from "#domain/dates.ts";
import { printAttendance } from "#usecases/members/assembly.ts";
import type { Route } from "./+types/attendance-list.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/assemblees" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

export const loader = ({ params: { day }, url, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "attendance list", "La liste n’a pas pu être préparée. Réessayez.", async () => {
    if (!isDay(day)) return sentenceResponse("Ce jour n’existe pas.", 404);
    if (await requirePassword(context))
      return redirect(`/confirmer?suite=${encodeURIComponent(url.pathname + url.search)}`);
    const wanted = { day, onlyPresent: url.searchParams.get("qui") === "presents" };
    context.get(siteContext).record("export", context.get(accountContext)?.id ?? null, { what: "membres" });
    return pdfAnswer(await printAttendance(context.get(servicesContext), wanted, actingPerson(context)), "liste.pdf");
  });
