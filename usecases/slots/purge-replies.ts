import type { EventDays } from "#domain/events/days.ts";
import { isReplyExpired } from "#domain/slots/retention.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "slots" | "replies" | "events" | "bin" | "clock">;

/**
 * Erases the replies that were kept long enough, and the replies and slots of events that exist neither on the site nor in
 * the recycle bin. Slots and replies are read before the events: what is added meanwhile is not considered.
 * @returns the number of erased replies
 */
export async function purgeReplies(services: Needs): Promise<number> {
  const [slots, replies] = [await services.slots.listAll(), await services.replies.listAll()];
  const subjects = new Set([...slots, ...replies].map(({ event }) => event));
  const events = await readEvents(services, subjects);
  const now = services.clock.now();
  const expired = replies.filter((reply) => {
    const event = events.get(reply.event);
    return !event || isReplyExpired(reply, event, now);
  });
  await services.replies.erase(expired.map(({ id }) => id));
  await services.slots.erase(slots.filter(({ event }) => !events.has(event)).map(({ id }) => id));
  return expired.length;
}

/** The events by subject, also those in the recycle bin. */
async function readEvents({ events, bin }: Needs, subjects: ReadonlySet<string>) {
  const found = new Map<string, EventDays>();
  if (subjects.size === 0) return found;
  const listEvents = async () => {
    for (const event of await events.list()) found.set(event.subject, event);
  };
  await listEvents();
  for (const entry of await bin.list()) if (entry.kind === "evenement") found.set(entry.subjectId, entry.fields);
  // An event that was restored between the two reads was found by neither. Read the events again.
  if ([...subjects].some((subject) => !found.has(subject))) await listEvents();
  return found;
}
