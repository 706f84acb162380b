/** The places of a person as a calendar file. */
import { type CalendarEntry, writeIcs } from "#calendar/ics.ts";
import { momentInZurich } from "#domain/dates.ts";
import { isAnnounced } from "#domain/events/planned-event.ts";
import { currentReply, hoursOfPlace, type PlaceState, placeStateOf } from "#domain/slots/place.ts";
import type { Reply } from "#domain/slots/reply.ts";
import { isSlotOver } from "#domain/slots/slot.ts";
import { sequenceAt } from "#stores/events.ts";
import { type PlaceServices, readPlaceSource, type StoredPlaceSource } from "./places.ts";

/** @returns the places of a member at all events that are kept */
export async function writeMemberPlacesCalendar(
  services: PlaceServices,
  member: string,
  publicUrl: string,
): Promise<string> {
  const own = await services.replies.listOfMember(member);
  const subjects = [...new Set(own.map(({ event }) => event))];
  const read = subjects.map(async (subject) => [subject, await readPlaceSource(services, subject)] as const);
  return writePlacesCalendar(own, new Map(await Promise.all(read)), { publicUrl, now: services.clock.now() });
}

/** @param own the replies that the file may contain, oldest first */
export function writePlacesCalendar(
  own: readonly Reply[],
  sources: ReadonlyMap<string, StoredPlaceSource>,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): string {
  const groups = Map.groupBy(own, ({ slot }) => slot);
  const entries = [...groups.values()].flatMap((replies): CalendarEntry[] => {
    const [first, last] = [replies[0], currentReply(replies)];
    const source = last && sources.get(last.event);
    if (!first || !source) return [];
    const entry = entryOf(last, source, publicUrl, now);
    return entry ? [{ ...entry, uid: `coup-de-main-${first.id}@${new URL(publicUrl).host}` }] : [];
  });
  return writeIcs(entries.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)));
}

/** Places that do not take place are removed from calendars. */
const STATUS: Partial<Record<PlaceState, CalendarEntry["status"]>> = {
  coming: "confirmed",
  "to-confirm": "tentative",
};

/** The calendar entry of a place, without names of persons. Null if its hours are past or unknown. */
function entryOf(
  reply: Reply,
  source: StoredPlaceSource,
  publicUrl: string,
  now: Date,
): Omit<CalendarEntry, "uid"> | null {
  const { event, slots } = source;
  const slot = slots.find(({ id }) => id === reply.slot);
  const state = placeStateOf(reply, source, now);
  const status = STATUS[state] ?? "deleted";
  const { from, until } = hoursOfPlace(reply, source);
  if (from.day === "" || isSlotOver({ from, until }, momentInZurich(now))) return null;
  const post = slot?.post ?? reply.agreed.post;
  // The time of a deletion is unknown. Use the present time, so that calendars accept the entry as newer.
  const changes = event && slot ? [event.updatedAt, slot.updatedAt, ...timesOf(reply)] : [now.toISOString()];
  const updatedAt = changes.reduce((a, b) => (a > b ? a : b));
  const isPublic = event !== null && isAnnounced(event);
  return {
    title: `${state === "to-confirm" ? "À confirmer\u00a0: " : ""}${[post, event?.name].filter(Boolean).join(", ")}`,
    place: event?.place ?? "",
    details: [`Poste\u00a0: ${post}`, slot?.note].filter(Boolean).join("\n"),
    address: isPublic ? `${publicUrl}/planning/${encodeURIComponent(event.id)}` : "",
    from: from.day,
    until: until.day,
    hours: { start: from, end: until },
    status,
    updatedAt,
    sequence: Math.max(event?.sequence ?? 0, sequenceAt(new Date(updatedAt))),
    hasAlarm: status !== "deleted",
  };
}

const timesOf = ({ at, confirmedAt, withdrawnAt }: Reply): string[] =>
  [at, confirmedAt, withdrawnAt].flatMap((time) => time?.toISOString() ?? []);
