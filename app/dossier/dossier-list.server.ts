import { dossierUrl, keptDossierUrl } from "#app/ui/event-url.ts";
import { dayInZurich, instantInFrench, swissDay } from "#domain/dates.ts";
import { type ResultFields, resultSum, resultSumLabel, signedAmountInFrench } from "#domain/dossier/result.ts";
import { ASSOCIATION, ASSOCIATION_NAME, isTaskDone, type Task } from "#domain/dossier/task.ts";
import { taskCountInFrench } from "#domain/dossier/task-words.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { listPageOf } from "#domain/paging.ts";
import { binExpiryTime } from "#domain/recycle-bin.ts";
import { isKeptDossierExpired, type KeptDossier } from "#stores/dossiers/kept-dossiers.ts";
import type { NotesFields } from "#stores/kinds.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "events" | "tasks" | "dossiers" | "clock">;

export type DossierPart = "association" | "kept" | "event" | "deleted";

export type DossierRowView = {
  /** `subject` of the dossier. */
  readonly id: string;
  readonly part: DossierPart;
  readonly name: string;
  /** Month of the event. */
  readonly when: string;
  /** What the dossier contains: tasks, notes, result. */
  readonly content: string;
  readonly url: string;
  /** Day on which a deleted dossier is erased. Empty: it is not deleted. */
  readonly until: string;
  /** What was done to this row since the list was opened. */
  readonly outcome: string | null;
};

/**
 * The association's dossier, the kept ones, those of events, newest first, and the deleted ones.
 * @param acted the dossiers on which the user has acted since the list was opened
 */
export async function readDossierList(services: Needs, requestedPage: number, acted: readonly string[]) {
  const { events, tasks, dossiers, clock } = services;
  const [stored, allTasks, notes, results, kept] = await Promise.all([
    events.list(),
    tasks.listAll(),
    dossiers.listNotes(),
    dossiers.listResults(),
    dossiers.listKept(),
  ]);
  const contents = { tasks: Map.groupBy(allTasks, ({ event }) => event), notes, results };
  const now = clock.now();
  const subjects = new Set(stored.map(({ subject }) => subject));
  const withoutEvent = kept
    .filter((dossier) => !subjects.has(dossier.subject) && !isKeptDossierExpired(dossier, now))
    .toSorted(newestFirst)
    .map((dossier) => viewKept(dossier, contents, { isActed: acted.includes(dossier.subject), now }));
  const ofEvents = stored.toSorted(newestFirst).flatMap(({ subject, id, name, month }): DossierRowView[] => {
    const content = contentInFrench(subject, contents);
    return content === ""
      ? []
      : [{ ...ROW, id: subject, name, when: monthInFrench(month), content, url: dossierUrl(id) }];
  });
  const association: DossierRowView = {
    ...ROW,
    id: ASSOCIATION,
    part: "association",
    name: ASSOCIATION_NAME,
    content: contentInFrench(ASSOCIATION, contents),
    url: dossierUrl(ASSOCIATION),
  };
  const all = [
    association,
    ...withoutEvent.filter(({ part }) => part === "kept"),
    ...ofEvents,
    ...withoutEvent.filter(({ part }) => part === "deleted"),
  ];
  const { shown, ...paging } = listPageOf(all, requestedPage);
  return { ...paging, rows: shown };
}

const ROW = { part: "event", when: "", until: "", outcome: null } as const;

type Dated = { readonly month: string; readonly firstDay: string };
const newestFirst = (a: Dated, b: Dated): number => dayOf(b).localeCompare(dayOf(a));
const dayOf = ({ firstDay, month }: Dated): string => firstDay || month;

type Contents = {
  readonly tasks: ReadonlyMap<string, readonly Task[]>;
  readonly notes: ReadonlyMap<string, NotesFields>;
  readonly results: ReadonlyMap<string, ResultFields>;
};

/** After an action, a row stays in the part of the list where it was. */
function viewKept(
  { subject, name, month, deletedAt }: KeptDossier,
  contents: Contents,
  { isActed, now }: { readonly isActed: boolean; readonly now: Date },
): DossierRowView {
  const isDeleted = deletedAt !== "";
  const deletion = new Date(deletedAt);
  const outcome = isDeleted ? `Supprimé, ${instantInFrench(deletion, dayInZurich(now))}` : "Restauré";
  return {
    id: subject,
    part: isDeleted === isActed ? "kept" : "deleted",
    name,
    when: monthInFrench(month),
    content: contentInFrench(subject, contents),
    url: keptDossierUrl(subject),
    until: isDeleted ? swissDay(dayInZurich(binExpiryTime(deletion))) : "",
    outcome: isActed ? outcome : null,
  };
}

const openInFrench = (open: number, all: number): string => {
  if (open === 0) return "";
  return open === all ? " à faire" : `, dont ${open} à faire`;
};

/** « 18 tâches, dont 4 à faire · Notes · Bénéfice 10’498.– ». Empty without a dossier. */
function contentInFrench(subject: string, { tasks, notes, results }: Contents): string {
  const own = tasks.get(subject) ?? [];
  const open = own.filter((task) => !isTaskDone(task)).length;
  const lines = results.get(subject)?.lines ?? [];
  const sum = resultSum(lines);
  return [
    own.length > 0 && `${taskCountInFrench(own.length)}${openInFrench(open, own.length)}`,
    notes.get(subject)?.notes && "Notes",
    lines.length > 0 && `${resultSumLabel(sum)} ${signedAmountInFrench(Math.abs(sum))}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
