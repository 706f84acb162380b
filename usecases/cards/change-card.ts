import type { MemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { isDue, isPublic } from "#domain/events/publication.ts";
import type { Person } from "#domain/person.ts";
import type { PictureChange, Updated } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { shownPicture } from "./card-picture.ts";

/** A card as it is to be. `version`: the one that was read; `picture`: absent, it stays. */
export type Change = { readonly id: string; readonly version: string; readonly picture?: PictureChange } & (
  | { readonly collection: "membres"; readonly fields: MemberFields }
  | { readonly collection: "evenements"; readonly fields: EventFields }
);

/**
 * Saves a card over the version that it was opened on; what it was before stays among its earlier states.
 * @param change its fields as the schema gave them; an event that is to be announced at an instant that has passed is
 * announced at once
 * @param by who changes it
 * @throws when a store does not answer
 */
export async function changeCard(
  services: Pick<Services, "committee" | "events" | "images" | "clock">,
  change: Change,
  by: Person | null,
): Promise<Updated> {
  const { id, version } = change;
  const picture = change.picture ?? (await namedByHiding(services, change));
  return change.collection === "membres"
    ? services.committee.update(id, change.fields, version, by, picture)
    : services.events.update(id, dueNow(services, change.fields), version, by, picture);
}

/** @returns the fields of an event; one whose time to be announced has come is no draft */
export const dueNow = ({ clock }: Pick<Services, "clock">, fields: EventFields): EventFields =>
  isDue(fields, clock.now()) ? { ...fields, publication: "" } : fields;

/** What is hidden has to be named by the card, to be shown again one day. */
async function namedByHiding(
  services: Pick<Services, "committee" | "events" | "images">,
  change: Change,
): Promise<PictureChange | undefined> {
  if (change.collection === "membres" || isPublic(change.fields)) return undefined;
  const { collection, id } = change;
  const card = await services.events.get(id);
  if (!card || card.picture !== undefined) return undefined;
  const picture = await shownPicture(services, { collection, id });
  return { was: picture, is: picture };
}
