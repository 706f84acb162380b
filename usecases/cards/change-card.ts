import type { MemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { isDue, isPublic } from "#domain/events/publication.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { PictureChange, Updated } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { shownPicture } from "./card.ts";

/** `version`: the revision that was read. `picture`: absent to keep it. */
export type CardChange = { readonly id: string; readonly version: string; readonly picture?: PictureChange } & (
  | { readonly collection: "membres"; readonly fields: MemberFields }
  | { readonly collection: "evenements"; readonly fields: EventFields }
);

/** Saves a card, unless another save came first. Publishes an event whose scheduled time has passed. */
export async function changeCard(
  services: Pick<Services, "committee" | "events" | "images" | "clock">,
  change: CardChange,
  by: Person | null,
): Promise<Updated> {
  const { id, version } = change;
  const picture = change.picture ?? (await pictureToKeep(services, change));
  return change.collection === "membres"
    ? services.committee.update(id, change.fields, version, by, picture)
    : services.events.update(id, withoutPastPublication(services, change.fields), version, by, picture);
}

/** Changes single fields of an event, whatever they are now. */
export async function changeEvent(
  { events }: Pick<Services, "events">,
  id: string,
  change: Partial<EventFields>,
  by: Person | null,
  action: JournalAction,
): Promise<Updated> {
  const event = await events.get(id);
  return event ? events.update(id, { ...event, ...change }, event.version, by, undefined, action) : "absent";
}

/** Clears a publication time that has passed. */
export const withoutPastPublication = ({ clock }: Pick<Services, "clock">, fields: EventFields): EventFields =>
  isDue(fields, clock.now()) ? { ...fields, publication: "" } : fields;

/** A hidden event must keep the key of its picture, to show it once public. */
async function pictureToKeep(
  services: Pick<Services, "committee" | "events" | "images">,
  change: CardChange,
): Promise<PictureChange | undefined> {
  if (change.collection === "membres" || isPublic(change.fields)) return undefined;
  const { collection, id } = change;
  const card = await services.events.get(id);
  if (!card || card.picture !== undefined) return undefined;
  const picture = await shownPicture(services, { collection, id });
  return { was: picture, is: picture };
}
