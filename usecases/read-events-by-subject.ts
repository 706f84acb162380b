import type { EventDays } from "#domain/events/days.ts";
import type { Services } from "#usecases/services.ts";

/**
 * The days of events by `subject`, also of those in the recycle bin. A purge must read the parts of events first: what is
 * added meanwhile is then not considered.
 * @param subjects that are looked for. Other events may be missing.
 */
export async function readEventsBySubject(
  { events, bin }: Pick<Services, "events" | "bin">,
  subjects: ReadonlySet<string>,
): Promise<Map<string, EventDays>> {
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
