import type { MemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { isDue, isPublic, needsPoster } from "#domain/events/publication.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { CardOutcome, PictureChange } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { shownPicture } from "./card.ts";

/** A change of a member or an event. `version`: as read by the user. `picture`: absent for no change. */
export type CardChange = {
  readonly id: string;
  readonly version: string;
  readonly picture?: PictureChange;
  /** Action in the journal; by default `changed`. */
  readonly action?: JournalAction;
} & (
  | { readonly collection: "membres"; readonly fields: MemberFields }
  | { readonly collection: "evenements"; readonly fields: EventFields }
);

/** Saves a member or event, unless changed since `version`. Publishes an event whose publication time has passed. */
export async function changeCard(
  services: Pick<Services, "committee" | "events" | "images" | "clock">,
  change: CardChange,
  by: Person | null,
): Promise<CardOutcome> {
  const { id, version, action } = change;
  const picture = change.picture ?? (await pictureToKeep(services, change));
  if (change.collection === "membres")
    return services.committee.update(id, change.fields, version, by, picture, action);
  const fields = withoutPastPublication(services, change.fields);
  if (needsPoster(fields) && (await lacksPoster(services, id, change.picture))) return "no-poster";
  return services.events.update(id, fields, version, by, picture, action);
}

/** Whether a draft still lacks its poster. False for public events: some that came from the older site have none. */
async function lacksPoster(
  services: Pick<Services, "committee" | "events" | "images">,
  id: string,
  change: PictureChange | undefined,
): Promise<boolean> {
  const event = await services.events.get(id);
  if (!event || isPublic(event)) return false;
  return (change ? change.is : await shownPicture(services, { collection: "evenements", id })) === null;
}

/** Clears a publication time that has passed. */
export const withoutPastPublication = ({ clock }: Pick<Services, "clock">, fields: EventFields): EventFields =>
  isDue(fields, clock.now()) ? { ...fields, publication: "" } : fields;

/** For an unpublished event of the older Firebase site: its current picture, which the save then names explicitly. */
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
