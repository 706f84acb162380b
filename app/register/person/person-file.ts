import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { personFileAnswer, sentenceResponse } from "#app/ui/file-answer.server.ts";
import { exportPerson } from "#usecases/members/person-data.ts";
import type { Route } from "./+types/person-file.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/registre" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "membres", async () => {
    const { context, params } = args;
    const { recordId, file } = params;
    const made = await exportPerson(context.get(servicesContext), recordId, file, actingPerson(context));
    return made ? personFileAnswer(made) : sentenceResponse("Ce fichier n’existe pas.", 404);
  });
