import { withoutExpiredNames } from "#domain/dossier/retention.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import type { EventDays } from "#domain/events/days.ts";
import { isKeptDossierExpired } from "#stores/dossiers/kept-dossiers.ts";
import { readEventsBySubject } from "#usecases/read-events-by-subject.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "tasks" | "dossiers" | "events" | "bin" | "clock">;

/**
 * Forgets the names that tasks kept long enough, and erases the dossiers whose event exists neither on the site nor in the
 * recycle bin, unless they are kept. Dossiers are read before the events: what is added meanwhile is not considered.
 */
export async function purgeDossiers(services: Needs): Promise<void> {
  const { dossiers } = services;
  const now = services.clock.now();
  const tasks = await services.tasks.listAll();
  const parts = [...(await dossiers.listNotes()).keys(), ...(await dossiers.listResults()).keys()];
  const kept = await dossiers.listKept();
  const subjects = new Set([...tasks.map(({ event }) => event), ...parts, ...kept.map(({ subject }) => subject)]);
  subjects.delete(ASSOCIATION);
  const existing = await readEventsBySubject(services, subjects);
  const remaining = kept.filter((dossier) => !isKeptDossierExpired(dossier, now));
  const events = new Map<string, EventDays>([
    ...remaining.map((dossier) => [dossier.subject, dossier] as const),
    ...existing,
  ]);
  for (const task of tasks) {
    const event = events.get(task.event) ?? null;
    const forgotten = event || task.event === ASSOCIATION ? withoutExpiredNames(task, event, now) : null;
    if (forgotten) await services.tasks.forgetNames(task.id, forgotten);
  }
  for (const subject of subjects) if (!events.has(subject)) await dossiers.erase(subject, now);
}
