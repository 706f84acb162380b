import type { EvenementFields } from "#domain/evenement.ts";
import type { MembreFields } from "#domain/membre.ts";
import type { Person } from "#domain/person.ts";
import type { Updated } from "#domain/stored.ts";
import type { Services } from "#ports/services.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import { SUBJECT_OF } from "./card.ts";
import { thingIdOf } from "./thing-id.ts";

/** A card as it is to be. `version`: the one that was read. */
type Change = { readonly id: string; readonly version: string } & (
  | { readonly collection: "membres"; readonly fields: MembreFields }
  | { readonly collection: "evenements"; readonly fields: EvenementFields }
);

/**
 * Saves a card over the version that it was opened on; what it was before stays among its earlier states.
 * @param change its fields as the schema gave them
 * @param by who changes it
 * @throws when a store does not answer
 */
export async function changeCard(
  services: Noting & Pick<Services, "membres" | "evenements">,
  change: Change,
  by: Person | null,
): Promise<Updated> {
  const { collection, id, version } = change;
  const outcome = await (change.collection === "membres"
    ? services.membres.update(id, change.fields, version, by)
    : services.evenements.update(id, change.fields, version, by));
  if (outcome !== "updated") return outcome;
  await note(services, by, {
    action: "changed",
    subject: SUBJECT_OF[collection],
    thing: await thingIdOf(collection, id),
  });
  return outcome;
}
