/** What the committee sends to its group chat each week. */
import { firstNameKey } from "#domain/accounts/first-names.ts";
import { dayInZurich } from "#domain/dates.ts";
import { toDoMessage } from "#domain/sharing/group-messages.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import { compareToDos, type ToDo } from "#domain/to-do/to-do.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Names only people of the committee, by first name: « Qui » may also be the name of a member or of somebody else.
 * @param url of « À faire », absolute @returns null if nothing is late or due within a week
 */
export async function composeWeekMessage(
  { auth, committee }: Pick<Services, "auth" | "committee">,
  { tasks, found }: ToDo,
  url: string,
  now: Date,
): Promise<SharedMessage | null> {
  const isNeeded = tasks.some(({ task, due }) => due !== null && task.who !== "");
  const people = isNeeded ? (await Promise.all([auth.listAccounts(), committee.list()])).flat() : [];
  const names = new Map(people.map(({ firstName }) => [firstNameKey(firstName), firstName]));
  const shared = [
    ...tasks.map(({ task: { text, who }, eventName, due }) => ({
      ...{ text, eventName, due },
      who: (who !== "" && names.get(firstNameKey(who))) || "",
    })),
    ...found.map(({ text, due }) => ({ text, due, eventName: "", who: "" })),
  ];
  const dated = shared.toSorted(compareToDos).flatMap(({ due, ...toDo }) => (due ? [{ ...toDo, due }] : []));
  return toDoMessage(dated, url, dayInZurich(now));
}
