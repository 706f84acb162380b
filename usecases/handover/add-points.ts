/** The points of « Passer la main » become tasks of the association. */
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { handoverPointStates } from "#domain/handover/points.ts";
import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";

/**
 * Adds the points that are no tasks yet, and opens again those that were done for an earlier handover. Idempotent.
 * @returns false if the dossier of the association is full: then nothing is changed
 */
export async function addHandoverPoints(
  { tasks, clock }: Pick<Services, "tasks" | "clock">,
  by: Person | null,
): Promise<boolean> {
  const now = clock.now();
  const absent = handoverPointStates(await tasks.list(ASSOCIATION), now).filter(({ is }) => is === "absent");
  if (absent.length === 0) return true;
  const ids = await tasks.add(
    ASSOCIATION,
    absent.map(({ point: { text } }) => ({ text, due: null, who: "" })),
    by,
  );
  if (ids.length === 0) return false;
  for (const { task } of absent) if (task) await tasks.setDone(task.id, false, { by, at: now });
  return true;
}
