/** How long replies are kept (docs/specification.md section 22). */
import { type Day, dayInZurich, isMonth, monthsBefore } from "#domain/dates.ts";
import type { EventDays } from "#domain/events/days.ts";
import { endOfEvent } from "#domain/events/planned-event.ts";
import type { Reply } from "./reply.ts";

/** Months after the event during which replies are kept. `member`: the replies of members. */
export const REPLY_RETENTION_MONTHS = { member: 24, other: 6 } as const;

/**
 * Whether the reply has been kept long enough. An event that is postponed without a date ended on its last known day. After
 * an event with an invalid month, the time counts from the reply.
 */
export function isReplyExpired(reply: Pick<Reply, "member" | "at">, event: EventDays, now: Date): boolean {
  const end: Day = isMonth(event.month) ? endOfEvent(event).day : dayInZurich(reply.at);
  const months = REPLY_RETENTION_MONTHS[reply.member === "" ? "other" : "member"];
  return end < dayInZurich(monthsBefore(now, months));
}
