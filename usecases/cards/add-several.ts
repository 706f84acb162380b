import { type CommitteeMemberFields, newCommitteeMemberId } from "#domain/committee-member.ts";
import { dayInZurich } from "#domain/dates.ts";
import { type EventFields, newEventId } from "#domain/events/planned-event.ts";
import { readEventLines, typedEventKey } from "#domain/events/typed-events.ts";
import type { Person } from "#domain/person.ts";
import type { AddedTypedLines, TypedListLine } from "#domain/text/typed-lines.ts";
import { readCommitteeMemberLines, typedCommitteeMemberKey } from "#domain/typed-members.ts";
import type { CardStore, NewCards } from "#stores/cards.ts";
import type { Services } from "#usecases/services.ts";

export const previewEvents = async (
  { events, clock }: Pick<Services, "events" | "clock">,
  text: string,
): Promise<TypedListLine<EventFields>[]> => readEventLines(text, await events.list(), dayInZurich(clock.now()));

export const previewCommitteeMembers = async (
  { committee }: Pick<Services, "committee">,
  text: string,
): Promise<TypedListLine<CommitteeMemberFields>[]> => readCommitteeMemberLines(text, await committee.list());

/** Creates a draft for each readable line. Idempotent: two events with the same title and day become one. */
export async function addEvents(
  services: Pick<Services, "events" | "clock">,
  text: string,
  by: Person | null,
): Promise<AddedTypedLines<EventFields>> {
  const lines = await previewEvents(services, text);
  return { lines, ids: await addNew(services.events, lines, { idOf: newEventId, keyOf: typedEventKey }, by) };
}

/** Creates a card for each readable line. Idempotent: two lines with the same name become one card. */
export async function addCommitteeMembers(
  services: Pick<Services, "committee">,
  text: string,
  by: Person | null,
): Promise<AddedTypedLines<CommitteeMemberFields>> {
  const lines = await previewCommitteeMembers(services, text);
  return {
    lines,
    ids: await addNew(services.committee, lines, { idOf: newCommitteeMemberId, keyOf: typedCommitteeMemberKey }, by),
  };
}

/** Maximum number of cards per transaction. A card takes three writes, and Firestore long refused more than 500. */
const AT_ONCE = 50;

async function addNew<Fields>(
  store: Pick<CardStore<Fields>, "createMissing">,
  lines: readonly TypedListLine<Fields>[],
  rules: NewCards<Fields>,
  by: Person | null,
): Promise<string[]> {
  const cards = lines.flatMap((line) => (line.is === "new" ? line.fields : []));
  const ids: string[] = [];
  for (let start = 0; start < cards.length; start += AT_ONCE) {
    const created = await store.createMissing(cards.slice(start, start + AT_ONCE), rules, by);
    ids.push(...created.filter((id) => id !== null));
  }
  return ids;
}
