import { ASSOCIATION, ASSOCIATION_NAME } from "#domain/dossier/task.ts";
import type { Postponable } from "#domain/events/postponement.ts";
import type { KeptDossier } from "#stores/dossiers/kept-dossiers.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";

/** What a dossier belongs to: an event, a deleted event whose dossier is kept, or the association. */
export type DossierOwner = {
  /** `subject` of the event, or `ASSOCIATION`. */
  readonly subject: string;
  readonly name: string;
  /** Null for the association. */
  readonly event: Postponable | null;
  /** Null for the association and for a deleted event. */
  readonly eventId: string | null;
};

type Needs = Pick<Services, "events" | "dossiers">;

/** The address of a dossier: the id of its event, or its `subject`. */
export type DossierAddress = { readonly eventId: string } | { readonly subject: string };

/** @returns null if there is no such event, or if the dossier of the deleted event is not kept */
export async function findDossier({ events, dossiers }: Needs, address: DossierAddress): Promise<DossierOwner | null> {
  if ("eventId" in address) {
    const event = await events.get(address.eventId);
    return event && ownerOfEvent(event);
  }
  const { subject } = address;
  if (subject === ASSOCIATION) return { subject, name: ASSOCIATION_NAME, event: null, eventId: null };
  const event = await events.findBySubject(subject);
  if (event) return ownerOfEvent(event);
  const kept = (await dossiers.listKept()).find((each) => each.subject === subject && each.deletedAt === "");
  return kept ? ownerOfKept(kept) : null;
}

export const ownerOfEvent = (event: StoredEvent): DossierOwner => ({
  subject: event.subject,
  name: event.name,
  event,
  eventId: event.id,
});

export const ownerOfKept = ({ subject, name, ...days }: KeptDossier): DossierOwner => ({
  subject,
  name,
  event: { ...days, status: "", previousDates: "" },
  eventId: null,
});
