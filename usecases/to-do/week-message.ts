/** What the committee sends to its group chat each week. */
import { dayInZurich } from "#domain/dates.ts";
import { toDoMessage } from "#domain/sharing/group-messages.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import { compareToDos, type ToDo } from "#domain/to-do/to-do.ts";
import type { Services } from "#usecases/services.ts";
import { readCommitteeNames } from "./committee-names.ts";

/**
 * Names only people of the committee (`readCommitteeNames`).
 * @param url of « À faire », absolute @returns null if nothing is late or due within a week
 */
export async function composeWeekMessage(
  services: Pick<Services, "auth" | "committee">,
  { tasks, found }: ToDo,
  url: string,
  now: Date,
): Promise<SharedMessage | null> {
  const isNeeded = tasks.some(({ task, due }) => due !== null && task.who !== "");
  const nameOf = isNeeded ? await readCommitteeNames(services) : () => "";
  const shared = [
    ...tasks.map(({ task: { text, who }, eventName, due }) => ({
      ...{ text, eventName, due },
      who: nameOf(who),
    })),
    ...found.map(({ text, due }) => ({ text, due, eventName: "", who: "" })),
  ];
  const dated = shared.toSorted(compareToDos).flatMap(({ due, ...toDo }) => (due ? [{ ...toDo, due }] : []));
  return toDoMessage(dated, url, dayInZurich(now));
}
