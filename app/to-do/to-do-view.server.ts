import { COMMITTEE_START } from "#app/session/safe-redirect.ts";
import { dossierUrl } from "#app/ui/event-url.ts";
import { actedRows, rowId, withActedRows } from "#app/ui/list/acted-rows.ts";
import { readListQuery } from "#app/ui/list/list-query.ts";
import { type Day, dayInZurich, instantInFrench } from "#domain/dates.ts";
import { ASSOCIATION, type DueDay } from "#domain/dossier/task.ts";
import { dueDayInFrench, formerPersonInFrench } from "#domain/dossier/task-words.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { listPageOf } from "#domain/paging.ts";
import { compareToDos, type FoundToDo, type ToDoTask, toDoPeriodOf } from "#domain/to-do/to-do.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import { type CommitteeNames, readCommitteeNames } from "#usecases/to-do/committee-names.ts";
import { withEvents } from "#usecases/to-do/read-to-do.ts";
import { composeWeekMessage } from "#usecases/to-do/week-message.ts";
import { TO_DO_FILTERS, toDoUrl } from "./to-do-url.ts";

export type ToDoView = Awaited<ReturnType<typeof viewToDo>>;
export type ToDoRowView = ToDoView["rows"][number];

/** @param url names the filter, the page, and the rows on which the user has acted */
export async function viewToDo(
  services: Pick<Services, "toDo" | "tasks" | "events" | "auth" | "committee" | "clock">,
  account: Pick<Account, "id" | "firstName">,
  { searchParams }: URL,
  publicUrl: string,
) {
  const now = services.clock.now();
  const today = dayInZurich(now);
  const acted = actedRows(searchParams);
  const hasName = account.firstName.trim() !== "";
  const query = readListQuery(searchParams, TO_DO_FILTERS);
  const onlyMine = hasName && query.filter === "mine";

  const toDo = await services.toDo.read();
  const listed = [...toDo.tasks, ...(await readDone(services, acted, toDo.tasks, now))];
  const names = listed.some(({ task }) => task.who !== "") ? await readCommitteeNames(services) : NO_NAMES;
  const isMine = ({ task }: ToDoTask) => hasName && names.isNamed(task.who, account);
  const time = (at: string) => instantInFrench(new Date(at), today);
  const all = [
    ...listed
      .filter((task) => !onlyMine || isMine(task))
      .map((task) => ({ ...task, text: task.task.text, view: () => viewTask(task, time) })),
    ...(onlyMine ? [] : toDo.found).map((found) => ({ ...found, view: () => viewFound(found) })),
  ].toSorted(compareToDos);
  const { shown, page, pages } = listPageOf(all, query.page);
  const view = { filter: query.filter, page };
  const url = toDoUrl(view);
  return {
    rows: shown.map(({ due, view }) => ({ ...view(), period: periodInFrench(due, today) })),
    view,
    pages,
    onlyMine,
    /** Number of the account's tasks; null if the account has no first name. */
    mine: !hasName ? null : toDo.tasks.filter(isMine).length,
    count: toDo.tasks.length + toDo.found.length,
    message: composeWeekMessage(toDo, names, publicUrl + COMMITTEE_START, now),
    url: acted.length > 0 ? withActedRows(url, acted) : url,
  };
}

/** Without a name to look for, the people are not read. */
const NO_NAMES: CommitteeNames = { firstNamesIn: () => "", isNamed: () => false };

/** The tasks that the user has done since the list was opened: their rows stay, also if their event was cancelled. */
async function readDone(
  { tasks, events }: Pick<Services, "tasks" | "events">,
  acted: readonly string[],
  open: readonly ToDoTask[],
  now: Date,
): Promise<ToDoTask[]> {
  const missing = acted.filter((id) => !open.some(({ task }) => task.id === id));
  const found = await Promise.all(missing.map((id) => tasks.get(id)));
  return withEvents(
    found.filter((task) => task !== null),
    events,
    now,
  );
}

function periodInFrench(due: DueDay | null, today: Day): string {
  const period = toDoPeriodOf(due, today);
  return period.is === "later" ? monthInFrench(period.month) : PERIODS[period.is];
}

const PERIODS = { late: "En retard", soon: "Les 14\u00a0prochains jours", undated: "Sans date" } as const;

function viewTask({ task, eventName, eventId, due }: ToDoTask, time: (at: string) => string) {
  const dossier = dossierUrl(eventId ?? ASSOCIATION);
  return {
    id: task.id,
    isTask: true,
    text: task.text,
    href: `${dossier}#${rowId(task.id)}`,
    eventName,
    day: due ? dueDayInFrench(due) : task.due === null ? "" : "date à venir",
    who: task.who,
    former: formerPersonInFrench(task.former.name),
    outcome: task.doneAt === "" ? null : `Fait, ${time(task.doneAt)}`,
  };
}

const viewFound = ({ id, text, href, due }: FoundToDo): ReturnType<typeof viewTask> => ({
  ...{ id, text, href, isTask: false, eventName: "", who: "", former: "", outcome: null },
  day: due ? dueDayInFrench(due) : "",
});
