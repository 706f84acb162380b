import type { CommitteeMemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { isPublicationDue, isPublished, requiresPoster } from "#domain/events/publication.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { CardOutcome, PictureChange } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { shownCardPicture } from "./card.ts";

export type CardChange = {
  readonly id: string;
  readonly version: string;
  readonly picture?: PictureChange;
  /** Action in the journal; by default `changed`. */
  readonly action?: JournalAction;
} & (
  | { readonly collection: "membres"; readonly fields: CommitteeMemberFields }
  | { readonly collection: "evenements"; readonly fields: EventFields }
);

export async function changeCard(
  services: Pick<Services, "committee" | "events" | "pictures" | "clock">,
  change: CardChange,
  by: Person | null,
): Promise<CardOutcome> {
  const { id, version, action } = change;
  let { picture } = change;
  if (change.collection === "membres")
    return services.committee.update(id, change.fields, version, by, picture, action);
  const stored = await services.events.get(id);
  if (!stored) return "absent";
  const fields = publishedIfDue(services, change.fields);
  const shown = () => shownCardPicture(services, { collection: "evenements", id });
  // Require no poster for an event that is already public: events of the older site may have none.
  const isPosterNeeded = requiresPoster(fields) && !isPublished(stored);
  if (isPosterNeeded && (picture ? picture.is : await shown()) === null) return "no-poster";
  // An event of the older site has no field `picture`. Store the key of this site's copy of the picture, because the
  // original file is deleted when the event is hidden.
  if (!picture && !isPublished(change.fields) && stored.picture === undefined) {
    const key = await shown();
    picture = { was: key, is: key };
  }
  return services.events.update(id, fields, version, by, picture, action);
}

export const publishedIfDue = ({ clock }: Pick<Services, "clock">, fields: EventFields): EventFields =>
  isPublicationDue(fields, clock.now()) ? { ...fields, publication: "" } : fields;
