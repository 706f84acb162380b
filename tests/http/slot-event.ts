/** An announced event with slots, for HTTP tests. */
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import type { Services } from "#usecases/services.ts";

const timeOf = (hour: number) => ({
  days: Math.floor(hour / 24),
  time: `${String(((hour % 24) + 24) % 24).padStart(2, "0")}:00`,
});

export const EVENT = "Bal0699";
export const FORM_PATH = `/planning/${EVENT}/coups-de-main`;

/**
 * @param slots of three hours on 12 June 2099; `hour` is the start: 25 is 1 h in the night
 * @returns the ids of the slots
 */
export async function addEvent(
  { events, slots }: Pick<Services, "events" | "slots">,
  added: readonly (Partial<SlotFields> & { hour: number })[],
): Promise<string[]> {
  if (!(await events.get(EVENT)))
    await events.create(EVENT, anEvent({ name: "Bal", month: "2099-06", firstDay: "2099-06-12" }), null);
  const { subject } = (await events.get(EVENT)) ?? {};
  const fields = added.map(({ hour, ...more }) => ({
    ...EMPTY_SLOT,
    post: "Bar",
    from: timeOf(hour),
    until: timeOf(hour + 3),
    ...more,
  }));
  return slots.add(subject ?? "", fields, ELODIE);
}

/** Replaces fields of the event. */
export async function changeEvent({ events }: Pick<Services, "events">, fields: object): Promise<void> {
  const event = await events.get(EVENT);
  if (!event) throw new Error("The event does not exist.");
  await events.update(EVENT, { ...event, ...fields }, event.version);
}
