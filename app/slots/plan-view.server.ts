import { data } from "react-router";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import { actedRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { rowOutcome } from "#app/ui/list/row-outcome.ts";
import { dayInZurich, instantInFrench } from "#domain/dates.ts";
import { eventDaysAndTimeInFrench } from "#domain/events/days.ts";
import { isPostponedWithoutDate } from "#domain/events/postponement.ts";
import { distanceFromEventInFrench, eveningsOfEvent, nightAsTyped, peopleCountInFrench } from "#domain/slots/plan.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import type { SlotFields, StoredSlot } from "#domain/slots/slot.ts";
import { slotHoursInFrench, slotsByEvening, slotTimesInFrench } from "#domain/slots/slot-hours.ts";
import { slotStaffing, slotStaffingInFrench } from "#domain/slots/slot-state.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";
import { repliesComingTo } from "#usecases/slots/plan.ts";

/** Query parameter with the time at which slots were added (`undoSlotAddition`). */
export const ADDED_AT_PARAM = "ajout";

export type SlotPlanView = Awaited<ReturnType<typeof viewSlotPlan>>;
export type SlotRowView = SlotPlanView["rows"][number];

/** @throws a 404 response for an unknown event */
export async function findEventOfPlan({ events }: Pick<Services, "events">, id: string): Promise<StoredEvent> {
  const event = await events.get(id);
  if (!event) throw data(null, { status: 404 });
  return event;
}

/** @param url names the rows on which the user has acted, and the slots that were just added */
export async function viewSlotPlan(
  services: Pick<Services, "slots" | "replies" | "bin" | "clock">,
  event: StoredEvent,
  { searchParams }: URL,
) {
  const [acted, addedAt] = [actedRows(searchParams), searchParams.get(ADDED_AT_PARAM) ?? ""];
  const [slots, replies] = await Promise.all([
    services.slots.list(event.subject),
    services.replies.list(event.subject),
  ]);
  const deleted = await readDeleted(services, event, acted, slots);
  const today = dayInZurich(services.clock.now());
  const evenings = slotsByEvening<ListedSlot>([...slots, ...deleted], event);
  const rows = evenings.flatMap(({ evening, title, slots: ofEvening }) =>
    ofEvening.map(({ hours, ...slot }) => ({
      ...viewSlot(slot, event, replies),
      evening,
      title: capitalise([title, distanceFromEventInFrench(evening, event)].filter(Boolean).join(", ")),
      times: slotTimesInFrench(hours),
      /** With the day: a post may have the same hours on another evening. */
      whole: `${slot.post}, ${slotHoursInFrench(hours)}`,
      ...rowOutcome(slot, acted, (at) => instantInFrench(at, today)),
    })),
  );
  const url = slotPlanUrl(event.id) + (addedAt === "" ? "" : `?${new URLSearchParams({ [ADDED_AT_PARAM]: addedAt })}`);
  return {
    id: event.id,
    /** Names the event for a message to those who come. Null if nobody comes. */
    subject: replies.some(isComing) ? event.subject : null,
    name: event.name,
    when: eventDaysAndTimeInFrench(event),
    state: stateOf(event),
    rows,
    count: slots.length,
    night: nightAsTyped(
      event,
      slotsByEvening(slots, event).map(({ evening }) => evening),
    ),
    evenings: eveningsOfEvent(event),
    added: addedAt === "" ? null : viewAddition(slots, replies, addedAt),
    url: acted.length > 0 ? withActedRows(url, acted) : url,
  };
}

/** `no-day`: the event has no first day. `undated`: it is postponed without a date. */
function stateOf(event: StoredEvent): "no-day" | "undated" | "cancelled" | null {
  if (eventDaysAndTimeInFrench(event) === "") return "no-day";
  if (event.status === "annule") return "cancelled";
  return isPostponedWithoutDate(event) ? "undated" : null;
}

type ListedSlot = SlotFields &
  Pick<StoredSlot, "id" | "event" | "version" | "updatedAt"> & { readonly deletedAt?: Date };

/** The slots that the user has deleted since the list was opened: their rows stay. */
async function readDeleted(
  { bin }: Pick<Services, "bin">,
  { subject }: StoredEvent,
  acted: readonly string[],
  slots: readonly StoredSlot[],
): Promise<ListedSlot[]> {
  const missing = acted.filter((id) => !slots.some((slot) => slot.id === id));
  if (missing.length === 0) return [];
  const isListed = (entry: BinEntry) =>
    entry.kind === "slot" && entry.fields.event === subject && missing.includes(entry.id);
  return (await bin.list())
    .filter(isListed)
    .flatMap((entry) =>
      entry.kind === "slot" ? { ...entry.fields, id: entry.id, version: "", updatedAt: "", deletedAt: entry.at } : [],
    );
}

function viewSlot(slot: ListedSlot, event: StoredEvent, replies: readonly Reply[]) {
  const coming = repliesComingTo(replies, slot.id);
  return {
    id: slot.id,
    post: slot.post,
    needed: peopleCountInFrench(slot.needed),
    note: slot.note,
    adultsOnly: slot.adultsOnly,
    membersOnly: slot.membersOnly,
    state: coming.length > 0 ? slotStaffingInFrench(slotStaffing(slot, event, replies), slot) : "",
    names: coming.map(({ name }) => name),
    /** Ids of these replies (`deleteSlot`). */
    seen: coming.map(({ id }) => id).join(" "),
  };
}

/** The slots that were added together, and whether « Annuler » deletes some of them. */
function viewAddition(slots: readonly StoredSlot[], replies: readonly Reply[], addedAt: string) {
  const added = slots.filter(({ updatedAt }) => updatedAt === addedAt);
  const kept = added.filter(({ id }) => repliesComingTo(replies, id).length > 0);
  return { at: addedAt, count: added.length, kept: kept.length };
}
