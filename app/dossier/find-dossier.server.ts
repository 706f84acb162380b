import { data } from "react-router";
import { type DossierOwner, findDossier } from "#usecases/dossiers/find-dossier.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "events" | "dossiers">;

/** Parameters of the routes of a dossier: `eventId` of an event, or `subject` of a kept dossier or the association. */
export type DossierParams = { readonly eventId?: string | undefined; readonly subject?: string | undefined };

export const findDossierOfRoute = (services: Needs, { eventId, subject = "" }: DossierParams) =>
  findDossier(services, eventId === undefined ? { subject } : { eventId });

/** @throws a 404 response for an unknown event, or a dossier that is not kept */
export async function requireDossierOfRoute(services: Needs, params: DossierParams): Promise<DossierOwner> {
  const owner = await findDossierOfRoute(services, params);
  if (!owner) throw data(null, { status: 404 });
  return owner;
}
