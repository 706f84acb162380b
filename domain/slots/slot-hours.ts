/** The hours of slots in French, and slots by evening. */
import { addDays, type Day, dayNumberInFrench, monthFormat } from "#domain/dates.ts";
import { timeInFrench } from "#domain/events/french-dates.ts";
import {
  compareSlots,
  eveningOfSlot,
  hoursOfSlot,
  isInSmallHours,
  type Slot,
  type SlotEventDates,
  type SlotHours,
} from "./slot.ts";

const weekdayFormat = new Intl.DateTimeFormat("fr-CH", { weekday: "long", timeZone: "UTC" });

const weekday = (day: Day): string => weekdayFormat.format(new Date(day));

const dayAndMonth = (day: Day): string => `${dayNumberInFrench(day)}\u00a0${monthFormat.format(new Date(day))}`;

/** « 22 h à 1 h » */
export const slotTimesInFrench = ({ from, until }: SlotHours): string =>
  `${timeInFrench(from.time)} à ${timeInFrench(until.time)}`;

/** « samedi 12 juin »; after midnight « nuit de samedi à dimanche 13 juin ». */
export function slotDayInFrench(hours: SlotHours): string {
  const { day } = hours.from;
  const night = isInSmallHours(hours.from) ? `nuit de ${weekday(addDays(day, -1))} à ` : "";
  return `${night}${weekday(day)}\u00a0${dayAndMonth(day)}`;
}

/** « samedi 12 juin, 22 h à 1 h »; « nuit de samedi à dimanche 13 juin, 0 h à 3 h » */
export const slotHoursInFrench = (hours: SlotHours): string => `${slotDayInFrench(hours)}, ${slotTimesInFrench(hours)}`;

/** « samedi 12 juin »: the title of an evening, which includes the night that follows. */
export const eveningInFrench = (evening: Day): string => `${weekday(evening)}\u00a0${dayAndMonth(evening)}`;

export type TimedSlot<One extends Slot = Slot> = One & { readonly hours: SlotHours };

/**
 * The slots of an event by evening, each in the order of `compareSlots`.
 * @returns empty if the event has no first day
 */
export function slotsByEvening<One extends Slot>(slots: readonly One[], event: SlotEventDates) {
  const timed = slots.toSorted(compareSlots).flatMap((slot): TimedSlot<One>[] => {
    const hours = hoursOfSlot(slot, event);
    return hours ? [{ ...slot, hours }] : [];
  });
  const evenings = Map.groupBy(timed, ({ hours }) => eveningOfSlot(hours));
  return [...evenings]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([evening, ofEvening]) => ({ evening, title: eveningInFrench(evening), slots: ofEvening }));
}
