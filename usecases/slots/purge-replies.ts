import { isReplyExpired } from "#domain/slots/retention.ts";
import { readEventsBySubject } from "#usecases/read-events-by-subject.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "slots" | "replies" | "mailings" | "events" | "bin" | "clock">;

/**
 * Erases the replies that were kept long enough, also as recipients of mailings, and the replies and slots of events that exist neither on the site nor in
 * the recycle bin. Slots and replies are read before the events: what is added meanwhile is not considered.
 * @returns the number of erased replies
 */
export async function purgeReplies(services: Needs): Promise<number> {
  const [slots, replies] = [await services.slots.listAll(), await services.replies.listAll()];
  const subjects = new Set([...slots, ...replies].map(({ event }) => event));
  const events = await readEventsBySubject(services, subjects);
  const now = services.clock.now();
  const expired = replies.filter((reply) => {
    const event = events.get(reply.event);
    return !event || isReplyExpired(reply, event, now);
  });
  await services.mailings.forgetReplies(expired.filter(({ member }) => member === ""));
  await services.replies.erase(expired.map(({ id }) => id));
  await services.slots.erase(slots.filter(({ event }) => !events.has(event)).map(({ id }) => id));
  return expired.length;
}
