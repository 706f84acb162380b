import type { Handle } from "#app/route-handle.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { personFileResponse, sentenceResponse } from "#app/ui/file-response.server.ts";
import { exportPerson } from "#usecases/register/person-data.ts";
import type { Route } from "./+types/person-file.ts";

export const handle: Handle = { costly: true, offeredOn: "/registre" };

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "membres", async (services, by) => {
    const { recordId, file } = args.params;
    const made = await exportPerson(services, recordId, file, by);
    return made ? personFileResponse(made) : sentenceResponse("Ce fichier n’existe pas.", 404);
  });
