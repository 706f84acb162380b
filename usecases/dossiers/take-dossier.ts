/** A dossier takes tasks and notes from another dossier, or tasks from a starting list. */
import { isStartingList, STARTING_LISTS } from "#domain/dossier/starting-lists.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { TASK_SENTENCES } from "#domain/dossier/task-form.ts";
import { isDoubleTap } from "#domain/double-tap.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Services } from "#usecases/services.ts";
import { type DossierOwner, findDossier } from "./find-dossier.ts";
import { type AddedAt, addTasksTogether, lastOfThisTap } from "./tasks.ts";

type Needs = Pick<Services, "tasks" | "dossiers" | "events" | "clock">;

const SENTENCES = {
  gone: "Ce dossier n’existe plus.",
  none: "Cochez au moins une tâche.",
} as const;

/** The time of the change. Null if the dossier already had all of it. The reason is a French sentence. */
type Taken = Promise<Result<AddedAt, string>>;

/** Takes the dossier of another event. Idempotent. @param from `subject` of the other event */
export async function takeDossier(services: Needs, owner: DossierOwner, from: string, by: Person | null): Taken {
  const { tasks, dossiers, clock } = services;
  const source = from === ASSOCIATION || from === owner.subject ? null : await findDossier(services, { subject: from });
  if (!source) return refusal(SENTENCES.gone);
  const ids = await dossiers.takeFrom(owner.subject, source, by);
  if (!ids) return refusal(TASK_SENTENCES.full);
  const taken = (await tasks.list(owner.subject)).filter(({ id }) => ids.includes(id));
  const notes = await dossiers.getNotes(owner.subject);
  const times = [...taken, ...(notes.copiedFrom === from ? [notes] : [])].map(({ updatedAt }) => updatedAt);
  return success(lastOfThisTap(times, clock.now()));
}

/** Adds the ticked tasks of a starting list. Idempotent. @param ticked their positions in the list */
export async function takeStartingList(
  services: Needs,
  owner: DossierOwner,
  { list, ticked }: { readonly list: string; readonly ticked: readonly string[] },
  by: Person | null,
): Taken {
  const tasks = isStartingList(list) ? STARTING_LISTS[list].tasks : [];
  const chosen = tasks.filter((_, position) => ticked.includes(String(position)));
  if (chosen.length === 0) return refusal(SENTENCES.none);
  const added = await addTasksTogether(services, owner, chosen, by);
  return added.ok ? added : refusal(TASK_SENTENCES.tooMany(added.reason));
}

/**
 * Undoes an addition of tasks, and of notes taken with them. Tasks that have changed since stay. Idempotent.
 * @param at time of the addition @returns the ids of the tasks that this tap has deleted
 */
export async function undoAddition(
  { tasks, dossiers, bin, clock }: Needs & Pick<Services, "bin">,
  { subject }: DossierOwner,
  at: string,
  by: Person | null,
): Promise<string[]> {
  const [all, notes] = [await tasks.list(subject), await dossiers.getNotes(subject)];
  // Notes that were never saved have no time.
  if (at !== "" && notes.updatedAt === at) {
    const revisions = await dossiers.listNotesRevisions(subject);
    const before =
      revisions.length === 0 ? { notes: "", copiedFrom: "" } : revisions.find(({ until }) => until === at)?.content;
    if (before) await dossiers.saveNotes(subject, before, notes.version, by);
  }
  const added = all.filter(({ updatedAt }) => updatedAt === at);
  const now = clock.now();
  await tasks.moveToBin(
    added.map(({ id }) => id),
    { at: now, by },
  );
  return (await bin.list())
    .filter((entry) => entry.kind === "task" && entry.fields.event === subject && isDoubleTap(entry.at, now))
    .map(({ id }) => id);
}
