import { draftInYear } from "#domain/events/copy-to-year.ts";
import { type EventFields, newEventId, type PlannedEvent } from "#domain/events/planned-event.ts";
import { candidates, identifierKey } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";
import { shownPicture } from "./card-picture.ts";

type Needs = Pick<Services, "committee" | "events" | "images">;

/** What became of the events: identifiers of the drafts, and how many there were already or are gone. */
export type TakenUp = { readonly drafts: readonly string[]; readonly alreadyThere: number; readonly gone: number };

/**
 * Makes drafts of events for another year, each with its picture (`draftInYear`). What that year has under the same
 * name in the same month is not made twice, so that a second tap does nothing.
 * @param ids of the events, in the order of the drafts
 * @param yearOf in which one takes place again
 * @throws when a store does not answer; the drafts made until then are there, and the same call makes the others
 */
export async function copyToYear(
  services: Needs,
  ids: readonly string[],
  yearOf: (event: EventFields) => number,
  by: Person | null,
): Promise<TakenUp> {
  const drafts: string[] = [];
  let [alreadyThere, gone] = [0, 0];
  const known: Known = { events: await services.events.list() };
  const byId = new Map(known.events.map((one) => [one.id, one]));
  for (const id of new Set(ids)) {
    const before = byId.get(id);
    const draft = before && (await makeDraft(services, before, draftInYear(before, yearOf(before)), { by, known }));
    if (draft === undefined) gone++;
    else if (draft === null) alreadyThere++;
    else drafts.push(draft);
  }
  return { drafts, alreadyThere, gone };
}

/** What there is, as far as it has been read: once for all of them, and anew when somebody was faster. */
type Known = { events: readonly PlannedEvent[] };

/** @returns its identifier; null when it is there already */
async function makeDraft(
  services: Needs,
  before: PlannedEvent,
  fields: EventFields,
  { by, known }: { by: Person | null; known: Known },
): Promise<string | null> {
  const { events } = services;
  const picture = await shownPicture(services, { collection: "evenements", id: before.id });
  for (const id of candidates(newEventId(fields))) {
    if (isThere(known, before, fields)) return null;
    if (known.events.some((one) => identifierKey(one.id) === identifierKey(id))) continue;
    if ((await events.create(id, fields, by, picture)) === "created") {
      known.events = [...known.events, { ...fields, id }];
      return id;
    }
    known.events = await events.list();
  }
  throw new Error("unreachable: there is always another identifier to try");
}

/**
 * Of several that have one name and one month, each is told by its first day; somebody may have given the draft another
 * one since.
 */
function isThere({ events }: Known, before: PlannedEvent, { name, month, firstDay }: EventFields): boolean {
  const all = events.filter((one) => one.name === name);
  const there = all.filter((one) => one.month === month);
  if (there.some((one) => one.firstDay === firstDay)) return true;
  return there.length > 0 && there.length >= all.filter((one) => one.month === before.month).length;
}
