import { draftInYear } from "#domain/events/copy-to-year.ts";
import { type EventFields, newEventId, type PlannedEvent } from "#domain/events/planned-event.ts";
import { idCandidates, identifierKey } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { shownCardPicture } from "./card.ts";

type Needs = Pick<Services, "committee" | "events" | "pictures">;

export type CopyOutcome = { readonly drafts: readonly string[]; readonly alreadyThere: number; readonly gone: number };

/** Copies events with their slots, without replies. Idempotent: skips events whose copy already exists. */
export async function copyEventsToYear(
  services: Needs,
  ids: readonly string[],
  yearOf: (event: EventFields) => number,
  by: Person | null,
): Promise<CopyOutcome> {
  const drafts: string[] = [];
  let [alreadyThere, gone] = [0, 0];
  const stored = await services.events.list();
  const existing: ExistingEvents = { events: stored };
  const byId = new Map(stored.map((candidate) => [candidate.id, candidate]));
  for (const id of new Set(ids)) {
    const before = byId.get(id);
    const draft = before && (await makeDraft(services, before, draftInYear(before, yearOf(before)), { by, existing }));
    if (draft === undefined) gone++;
    else if (draft === null) alreadyThere++;
    else drafts.push(draft);
  }
  return { drafts, alreadyThere, gone };
}

type ExistingEvents = { events: readonly PlannedEvent[] };

async function makeDraft(
  services: Needs,
  before: StoredEvent,
  fields: EventFields,
  { by, existing }: { by: Person | null; existing: ExistingEvents },
): Promise<string | null> {
  const { events } = services;
  const picture = await shownCardPicture(services, { collection: "evenements", id: before.id });
  for (const id of idCandidates(newEventId(fields))) {
    if (existsIn(existing, before, fields)) return null;
    if (existing.events.some((candidate) => identifierKey(candidate.id) === identifierKey(id))) continue;
    if ((await events.create(id, fields, by, picture, before.subject)) === "created") {
      existing.events = [...existing.events, { ...fields, id }];
      return id;
    }
    existing.events = await events.list();
  }
  throw new Error("unreachable: there is always another identifier to try");
}

/**
 * Whether a copy of `before` exists. A user may have moved the copy to another day of its month. So this function also
 * compares how many events have this name in the month of the copy and in the month of `before`.
 */
function existsIn({ events }: ExistingEvents, before: PlannedEvent, { name, month, firstDay }: EventFields): boolean {
  const all = events.filter((candidate) => candidate.name === name);
  const inTarget = all.filter((candidate) => candidate.month === month);
  if (inTarget.some((candidate) => candidate.firstDay === firstDay)) return true;
  return inTarget.length > 0 && inTarget.length >= all.filter((candidate) => candidate.month === before.month).length;
}
