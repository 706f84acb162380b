/** What the committee sends to its group chat each week. */
import { dayInZurich } from "#domain/dates.ts";
import { toDoMessage } from "#domain/sharing/group-messages.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import { compareToDos, type ToDo } from "#domain/to-do/to-do.ts";
import type { CommitteeNames } from "./committee-names.ts";

/**
 * Names only people of the committee.
 * @param url of « À faire », absolute @returns null if nothing is late or due within a week
 */
export function composeWeekMessage(
  { tasks, found }: ToDo,
  { firstNamesIn }: Pick<CommitteeNames, "firstNamesIn">,
  url: string,
  now: Date,
): SharedMessage | null {
  const shared = [
    ...tasks.map(({ task: { text, who }, eventName, due }) => ({
      ...{ text, eventName, due },
      who: firstNamesIn(who),
    })),
    ...found.map(({ text, due }) => ({ text, due, eventName: "", who: "" })),
  ];
  const dated = shared.toSorted(compareToDos).flatMap(({ due, ...toDo }) => (due ? [{ ...toDo, due }] : []));
  return toDoMessage(dated, url, dayInZurich(now));
}
