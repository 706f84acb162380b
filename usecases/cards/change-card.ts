import type { MemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { isDue, isPublic } from "#domain/events/publication.ts";
import type { Person } from "#domain/person.ts";
import type { PictureChange, Updated } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { shownPicture } from "./card.ts";

/** `version`: as read by the caller. `picture`: absent for no change. */
export type CardChange = { readonly id: string; readonly version: string; readonly picture?: PictureChange } & (
  | { readonly collection: "membres"; readonly fields: MemberFields }
  | { readonly collection: "evenements"; readonly fields: EventFields }
);

/** Saves a member or event, unless changed since `version`. Publishes an event whose publication time has passed. */
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

/** Clears a publication time that has passed. */
export const withoutPastPublication = ({ clock }: Pick<Services, "clock">, fields: EventFields): EventFields =>
  isDue(fields, clock.now()) ? { ...fields, publication: "" } : fields;

/** For a hidden event of the older Firebase site: sets its picture explicitly, so that it stays when published. */
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
