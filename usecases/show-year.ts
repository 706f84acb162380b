import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";

/** Sets the year of the planning. Retries on conflict, so that a concurrent save keeps its other settings. */
export async function showYear(
  services: Pick<Services, "settings" | "clock">,
  planningYear: number,
  by: Person,
): Promise<void> {
  const { settings, clock } = services;
  for (;;) {
    const { version, lastSave: _, photo: __, ...kept } = await settings.get();
    if (kept.planningYear === planningYear) return;
    const outcome = await settings.save({ ...kept, planningYear }, version, { by, at: clock.now() });
    if (outcome === "saved") return;
  }
}
