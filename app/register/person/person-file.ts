import { redirect } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { personFileAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { exportPerson } from "#usecases/members/export-person.ts";
import type { Route } from "./+types/person-file.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/registre" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

export const loader = ({ params: { recordId, file }, url, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "person export", "Le fichier n’a pas pu être préparé. Réessayez.", async () => {
    if (await requirePassword(context))
      return redirect(`/confirmer?suite=${encodeURIComponent(url.pathname + url.search)}`);
    const format = file === "donnees.pdf" ? "pdf" : file === "donnees.json" ? "json" : null;
    const made = format && (await exportPerson(context.get(servicesContext), recordId, format, actingPerson(context)));
    if (!made) return sentenceResponse("Ce fichier n’existe pas.", 404);
    context.get(siteContext).record("export", context.get(accountContext)?.id ?? null, { what: "membres" });
    return personFileAnswer(made);
  });
